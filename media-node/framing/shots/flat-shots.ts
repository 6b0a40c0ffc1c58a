// What shows nothing (black before a fade, a white flash between two shots) has no framing of its own: it would be shown
// whole, and the style would change on its last frame. It belongs to the shot behind it, or to the one before where none
// comes.
import { type ColumnSaliency, FRAMING_WIDTH } from "./column-saliency.ts";
import type { Shot } from "./split-shots.ts";

/** Mean gradient of a frame, 0 to 1, below which it is one brightness all over; a dark room has 0.004 (2026-11). */
const FLAT_DETAIL = 0.001;

function isFlatShot({ detail }: ColumnSaliency, { startFrame, endFrame }: Shot): boolean {
  let sum = 0;
  for (let at = startFrame * FRAMING_WIDTH; at < endFrame * FRAMING_WIDTH; at += 1) sum += detail[at] ?? 0;
  return sum < FLAT_DETAIL * (endFrame - startFrame) * FRAMING_WIDTH;
}

/** The same frames in shots that show something; one shot where none does. */
export function joinFlatShots(shots: readonly Shot[], saliency: ColumnSaliency): Shot[] {
  const joined: Shot[] = [];
  let flatFrom: number | undefined;
  for (const shot of shots) {
    const startFrame = flatFrom ?? shot.startFrame;
    flatFrom = isFlatShot(saliency, shot) ? startFrame : undefined;
    if (flatFrom === undefined) joined.push({ startFrame, endFrame: shot.endFrame });
  }
  const last = joined.pop();
  const endFrame = shots.at(-1)?.endFrame ?? 0;
  return [...joined, { startFrame: last?.startFrame ?? 0, endFrame }];
}

/** The same measures with nothing moving in frames that differ from those before by their light. */
export function withoutLightChanges(saliency: ColumnSaliency): ColumnSaliency {
  const { relit } = saliency;
  if (relit === undefined || !relit.includes(1)) return saliency;
  const isSteady = (frame: number): boolean => relit[frame] !== 1;
  return {
    ...saliency,
    motion: saliency.motion.map((value, at) => (isSteady(Math.floor(at / FRAMING_WIDTH)) ? value : 0)),
    difference: saliency.difference.map((value, frame) => (isSteady(frame) ? value : 0)),
  };
}
