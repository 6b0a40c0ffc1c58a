// Lower thirds of the look "neon".
import type { Box } from "../../captions/caption-placement.ts";
import { LARGE_TEXT, readableOn } from "../drawing/reel-colors.ts";
import type { Layer } from "../drawing/reel-layer.ts";
import { framesOf, sideLeft, type ThirdScene, thirdRoom, thirdTop } from "../drawing/reel-look.ts";
import { centredBaseline, type Point, polygon, textLine } from "../drawing/reel-svg.ts";
import type { FittedText } from "../drawing/reel-type.ts";
import {
  fitCounter,
  fitDetail,
  fitTitle,
  stackedLines,
  type TitleAndDetail,
  textHeight,
} from "../drawing/third-texts.ts";
import { CUT, cutBox, GLOW, grown, LINE_EM, light, PADDING, tube } from "./neon-tubes.ts";

interface ThirdPlan extends TitleAndDetail {
  readonly counter: FittedText;
  /** Inside the tube. */
  readonly plate: Box;
  readonly counterWidth: number;
}

function planThird(scene: ThirdScene): ThirdPlan {
  const { heading } = scene;
  const room = thirdRoom(scene) - 2 * GLOW;
  const pad = (value: number): string => String(value).padStart(2, "0");
  const counter = fitCounter(scene, (number, count) => `${pad(number)}/${pad(count)}`, {
    typeface: heading,
    size: 42,
    minSize: 28,
    maxWidth: 260,
  });
  const counterWidth = counter.width === 0 ? 0 : counter.width + 2 * PADDING - 8;
  const maxWidth = room - counterWidth - 2 * PADDING;
  const title = fitTitle(scene, { size: 46, minSize: 33, maxWidth, trackingEm: 0.02 });
  const detail = fitDetail(scene, 28, maxWidth);
  const textWidth = Math.max(title.width, detail.width);
  const height = Math.max(92, textHeight({ title, detail }, LINE_EM) + 40);
  const top = thirdTop(scene, height + 2 * GLOW) + GLOW;
  const width = counterWidth + (textWidth === 0 ? 0 : textWidth + 2 * PADDING);
  const left = sideLeft(scene, width + 2 * GLOW) + GLOW;
  return {
    title,
    detail,
    counter: counter.text,
    counterWidth,
    plate: { left, right: left + width, top, bottom: top + height },
  };
}

function thirdTexts({ colors }: ThirdScene, plan: ThirdPlan): string {
  const { plate, counterWidth } = plan;
  const { background, text, accent } = colors;
  return stackedLines(plan, LINE_EM, {
    x: plate.left + counterWidth + PADDING - 6,
    middle: (plate.top + plate.bottom) / 2,
    fills: [readableOn(background, text), readableOn(background, accent)],
  });
}

/** The lit part with the number, left in the plate. */
function thirdCounter(scene: ThirdScene, { counter, plate, counterWidth }: ThirdPlan): string {
  if (counterWidth === 0) return "";
  const { left, top, bottom } = plate;
  const right = left + counterWidth;
  const shape: Point[] = [
    [left + CUT, top],
    [right + 14, top],
    [right - 14, bottom],
    [left, bottom],
    [left, top + CUT],
  ];
  return (
    polygon(shape, { fill: scene.colors.primary, opacity: 0.92 }) +
    textLine(counter, counter.lines[0] ?? "", {
      x: (left + right) / 2,
      align: "center",
      baseline: centredBaseline(counter, top, bottom),
      paint: { fill: readableOn(scene.colors.primary, "#FFFFFF", LARGE_TEXT) },
    })
  );
}

/** No layers where there is no text to show. */
export function neonThird(scene: ThirdScene): Layer[] {
  const plan = planThird(scene);
  const { plate } = plan;
  if (plate.right <= plate.left) return [];
  const { colors, startFrame, endFrame } = scene;
  const box = grown(plate, GLOW);
  const timed = { startFrame, endFrame, fadeOutFrames: framesOf(0.25, scene) };
  const body = polygon(cutBox(plate), { fill: colors.background, opacity: 0.88 });
  const leave = framesOf(0.3, scene);
  return [
    {
      ...timed,
      box,
      fadeInFrames: framesOf(0.2, scene),
      svg: light(scene, plate) + body + tube(cutBox(plate), 4),
    },
    {
      box: plate,
      svg: thirdCounter(scene, plan) + thirdTexts(scene, plan),
      startFrame: startFrame + framesOf(0.15, scene),
      endFrame,
      fadeOutFrames: framesOf(0.2, scene),
      reveal: { from: "left", enterFrames: framesOf(0.45, scene), leaveFrames: leave },
    },
  ];
}
