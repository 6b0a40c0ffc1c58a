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
import { type FittedText, fitText, lineHeight } from "../drawing/reel-type.ts";
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

function cardTexts(
  scene: CardScene,
  maxWidth: number,
  maxHeight: number,
): { title: FittedText; subtitle: FittedText } {
  const { heading, body, canvas } = scene;
  const title = fitText(scene.title, {
    typeface: heading,
    size: canvas.isUpright ? 170 : 180,
    minSize: 60,
    maxLines: 4,
    maxWidth,
    breakBelow: 0.9,
    lineEm: LINE_EM,
    maxHeight,
    uppercase: scene.uppercase,
  });
  const subtitle = fitText(scene.subtitle, {
    typeface: body,
    size: 42,
    minSize: 28,
    maxLines: 1,
    maxWidth: maxWidth - 2 * PADDING,
    uppercase: true,
    trackingEm: 0.06,
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
  const { title, subtitle } = cardTexts(scene, room - lean, area.bottom - area.top - 106);
  const step = lineHeight(title, LINE_EM);
  const plateHeight = subtitle.lines.length === 0 ? 0 : 80;
  const whole = title.lines.length * step + (plateHeight === 0 ? 0 : plateHeight + 26);
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
  const band = { top: floor - 80, bottom: floor, floor };
  const width = subtitle.width + 2 * PADDING;
  const { accent, background: ground } = scene.colors;
  const ink = { fill: readableOn(accent, ground) };
  const svg =
    plate(left, width, band, { fill: accent }) +
    leaningLine(subtitle, subtitle.lines[0] ?? "", left + PADDING - 4, band, ink);
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
