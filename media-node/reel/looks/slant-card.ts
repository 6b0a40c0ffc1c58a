// Cards of the look "slant".

import { mix } from "../../captions/color-contrast.ts";
import { frameBox } from "../drawing/reel-canvas.ts";
import { readableOn } from "../drawing/reel-colors.ts";
import type { Layer } from "../drawing/reel-layer.ts";
import {
  type CardDrawing,
  type CardScene,
  framesOf,
  logoImage,
  logoSize,
  roomBelowLogo,
} from "../drawing/reel-look.ts";
import { radialGradient, rectangle } from "../drawing/reel-svg.ts";
import { type FittedText, fitSubtitle, fitText, lineHeight } from "../drawing/reel-type.ts";
import { panels } from "./slant-panels.ts";
import { LEAN, LINE_EM, leaningLine, PADDING, plate, plateBox, SLOPE } from "./slant-plates.ts";

function background({ canvas, colors }: CardScene): string {
  const { width, height } = canvas;
  const light = mix(colors.background, "#FFFFFF", 0.1);
  const fade = radialGradient("light", [width * 0.3, height * 0.4], Math.max(width, height) * 0.75, [
    { at: 0, color: light },
    { at: 1, color: mix(colors.background, "#000000", 0.25) },
  ]);
  const stripes = `<pattern id="stripes" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(${90 + LEAN + 20})"><rect width="26" height="3" fill="#FFFFFF" opacity="0.035"/></pattern>`;
  const box = frameBox(canvas);
  return `<defs>${fade}${stripes}</defs>${rectangle(box, { fill: "url(#light)" })}${rectangle(box, { fill: "url(#stripes)" })}`;
}

/** Of a plate with one line. */
const PLATE_HEIGHT = 80;
const SUBTITLE_EM = 1.3;
const TITLE_GAP = 26;

function plateHeight(subtitle: FittedText): number {
  const { length } = subtitle.lines;
  return length === 0 ? 0 : PLATE_HEIGHT + (length - 1) * lineHeight(subtitle, SUBTITLE_EM);
}

function cardTexts(
  scene: CardScene,
  maxWidth: number,
  maxHeight: number,
): { title: FittedText; subtitle: FittedText } {
  const { heading, body, canvas } = scene;
  const subtitle = fitSubtitle(scene.subtitle, {
    typeface: body,
    maxWidth: maxWidth - 2 * PADDING,
    trackingEm: 0.06,
  });
  const title = fitText(scene.title, {
    typeface: heading,
    size: canvas.isUpright ? 170 : 180,
    minSize: 60,
    maxLines: 4,
    maxWidth,
    breakBelow: 0.9,
    lineEm: LINE_EM,
    maxHeight: maxHeight - plateHeight(subtitle) - TITLE_GAP,
    uppercase: scene.uppercase,
  });
  return { title, subtitle };
}

export function slantCard(scene: CardScene): CardDrawing {
  const { canvas, colors, frameCount } = scene;
  const { safe } = canvas;
  const area = roomBelowLogo(scene);
  const isMirrored = scene.kind === "outro" && !canvas.isUpright;
  const share = canvas.isUpright ? 1 : canvas.isWide ? 0.62 : 0.74;
  const room = (safe.right - safe.left) * share;
  const lean = (safe.bottom - safe.top) * SLOPE * (canvas.isUpright ? 0.35 : 0.5);
  const { title, subtitle } = cardTexts(scene, room - lean, area.bottom - area.top);
  const step = lineHeight(title, LINE_EM);
  const below = plateHeight(subtitle);
  const whole = title.lines.length * step + (below === 0 ? 0 : below + TITLE_GAP);
  const top = (area.top + area.bottom - whole) / 2;
  const floor = top + whole;
  const left = isMirrored ? safe.right - room : safe.left;
  const ink = { fill: readableOn(colors.background, colors.text) };
  const leaves = { enterFrames: framesOf(0.5, scene), leaveFrames: 0 } as const;
  const lines = title.lines.map((content, index): Layer => {
    const band = { top: top + index * step, bottom: top + (index + 1) * step, floor };
    return {
      svg: leaningLine(title, content, left, band, ink),
      box: { ...plateBox(left - 6, title.width + 24, band), right: Math.min(safe.right, left + room) },
      startFrame: framesOf(0.3 + 0.1 * index, scene),
      endFrame: frameCount,
      reveal: { from: "left", ...leaves },
    };
  });
  return {
    background: background(scene),
    layers: [
      ...panels(scene),
      ...lines,
      ...subtitleLayers(scene, subtitle, left, floor),
      ...logoLayers(scene),
    ],
  };
}

function subtitleLayers(scene: CardScene, subtitle: FittedText, left: number, floor: number): Layer[] {
  if (subtitle.lines.length === 0) return [];
  const band = { top: floor - plateHeight(subtitle), bottom: floor, floor };
  const width = subtitle.width + 2 * PADDING;
  const step = lineHeight(subtitle, SUBTITLE_EM);
  const { accent, background: ground } = scene.colors;
  const ink = { fill: readableOn(accent, ground) };
  const lines = subtitle.lines.map((content, index) => {
    const top = band.top + index * step;
    return leaningLine(
      subtitle,
      content,
      left + PADDING - 4,
      { top, bottom: top + PLATE_HEIGHT, floor },
      ink,
    );
  });
  const svg = plate(left, width, band, { fill: accent }) + lines.join("");
  return [
    {
      svg,
      box: plateBox(left, width, band),
      startFrame: framesOf(0.55, scene),
      endFrame: scene.frameCount,
      reveal: { from: "left", enterFrames: framesOf(0.5, scene), leaveFrames: 0 },
    },
  ];
}

function logoLayers({ canvas, logo, frameCount, frameRate, kind }: CardScene): Layer[] {
  if (logo === null) return [];
  const [width, height] = logoSize(logo);
  const { safe } = canvas;
  const isMirrored = kind === "outro" && !canvas.isUpright;
  const left = isMirrored ? safe.right - width : safe.left;
  const box = { left, right: left + width, top: safe.top, bottom: safe.top + height };
  const svg = logoImage(logo, left + width / 2, safe.top + height / 2);
  return [
    {
      box,
      svg,
      startFrame: framesOf(0.4, { frameRate }),
      endFrame: frameCount,
      fadeInFrames: framesOf(0.3, { frameRate }),
    },
  ];
}
