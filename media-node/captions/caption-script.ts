// Writes captions as an ASS script, which libass draws into the frame. Pure. No text of a source reaches the script
// with a meaning of its own: what ASS would take for an override is replaced.
import { REFERENCE_WIDTH_PX } from "../../shared/captions/caption-styles.ts";
import { isMostlyRightToLeft } from "../../shared/captions/text-direction.ts";
import { assColor, assScript, px } from "./caption-ass.ts";
import { lineEvents } from "./caption-events.ts";
import { placeLine, type Typesetting } from "./caption-placement.ts";
import { clearOfFaces, type ShownFaces } from "./clear-of-faces.ts";
import type { CaptionLine } from "./lay-out-captions.ts";

export interface CaptionScene extends Typesetting {
  readonly frameRate: number;
  /** What captions keep off, unless the style says where their middle is. */
  readonly faces?: readonly ShownFaces[];
}

const HARD_SHADOW_EM = 0.06;

function styleLine({ style, typeface, frame }: Typesetting): string {
  const scale = frame.width / REFERENCE_WIDTH_PX;
  const { family, ascentEm, descentEm } = typeface.main;
  const shadowPx = style.shadow === "hard" ? HARD_SHADOW_EM * style.fontSizePx * scale : 0;
  const fields = [
    "Caption",
    family,
    px(style.fontSizePx * scale * (ascentEm + descentEm)),
    ...[style.fontColor, style.highlightColor ?? style.fontColor, style.strokeColor, style.shadowColor].map(
      assColor,
    ),
    ...[0, 0, 0, 0, 100, 100, 0, 0],
    ...[1, px(style.strokeWidthPx * scale), px(shadowPx)],
    // The last field, -1, lets the text itself say in which direction it is read: its first letter, or a mark before it.
    ...[5, 0, 0, 0, -1],
  ];
  return `Style: ${fields.join(",")}`;
}

/** The ASS script of a clip's captions for a frame of this size. */
export function captionScript(lines: readonly CaptionLine[], scene: CaptionScene): string {
  const { style, frame, frameRate } = scene;
  const strokePx = (style.strokeWidthPx * frame.width) / REFERENCE_WIDTH_PX;
  const earlierS = 0.5 / frameRate;
  const spoken = lines.flatMap(({ rows }) => rows.flat()).map(({ text }) => text);
  const isClipRightToLeft = isMostlyRightToLeft(spoken.join(" "));
  const wanted = lines.map((line) => placeLine(scene, line, isClipRightToLeft));
  const placed = style.positionY === null ? clearOfFaces(wanted, scene.faces ?? [], frame) : wanted;
  const events = placed.flatMap((line) => lineEvents({ style, line, strokePx, earlierS }));
  return assScript(frame, [styleLine(scene)], events);
}
