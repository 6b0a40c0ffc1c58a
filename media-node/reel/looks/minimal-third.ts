// Lower thirds of the look "minimal".
import { mix } from "../../captions/color-contrast.ts";
import { readableOn } from "../drawing/reel-colors.ts";
import type { Layer } from "../drawing/reel-layer.ts";
import { framesOf, sideLeft, type ThirdScene, thirdRoom, thirdTop } from "../drawing/reel-look.ts";
import { centredBaseline, rectangle, textLine } from "../drawing/reel-svg.ts";
import type { FittedText } from "../drawing/reel-type.ts";
import {
  fitCounter,
  fitDetail,
  fitTitle,
  stackedLines,
  type TitleAndDetail,
  textHeight,
} from "../drawing/third-texts.ts";
import { BAR, LINE_EM, PADDING } from "./minimal-plates.ts";

interface ThirdPlan extends TitleAndDetail {
  readonly counter: FittedText;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** Of the plate with the texts, and of the one with the counter. */
  readonly textWidth: number;
  readonly counterWidth: number;
}

function planThird(scene: ThirdScene): ThirdPlan {
  const { heading } = scene;
  const room = thirdRoom(scene) - BAR;
  const counter = fitCounter(scene, (number, count) => `${number} / ${count}`, {
    typeface: heading,
    size: 44,
    minSize: 30,
    maxWidth: 260,
  });
  const counterWidth = counter.width === 0 ? 0 : counter.width + 2 * PADDING;
  const maxWidth = room - counterWidth - 2 * PADDING;
  const title = fitTitle(scene, { size: 46, minSize: 34, maxWidth });
  const detail = fitDetail(scene, 28, maxWidth);
  const height = Math.max(96, textHeight({ title, detail }, LINE_EM) + 36);
  const textWidth =
    Math.max(title.width, detail.width) === 0 ? 0 : Math.max(title.width, detail.width) + 2 * PADDING;
  const top = thirdTop(scene, height);
  const left = sideLeft(scene, BAR + textWidth + counterWidth);
  return { title, detail, counter: counter.text, left, top, bottom: top + height, textWidth, counterWidth };
}

/** No layers where there is no text to show. */
export function minimalThird(scene: ThirdScene): Layer[] {
  const plan = planThird(scene);
  const { counter, left, top, bottom, textWidth, counterWidth } = plan;
  if (textWidth + counterWidth === 0) return [];
  const { colors, startFrame, endFrame } = scene;
  const [enterFrames, leaveFrames] = [framesOf(0.5, scene), framesOf(0.35, scene)];
  const textLeft = left + BAR;
  const counterLeft = textLeft + textWidth;
  const bar: Layer = {
    box: { left, right: left + BAR, top, bottom },
    svg: rectangle({ left, right: left + BAR, top, bottom }, { fill: colors.accent }),
    startFrame,
    endFrame,
    reveal: { from: "below", enterFrames: framesOf(0.3, scene), leaveFrames: framesOf(0.15, scene) },
  };
  const ink = readableOn(colors.background, colors.text);
  const late = framesOf(0.18, scene);
  const plateEnd = endFrame - framesOf(0.12, scene);
  const text: Layer = {
    box: { left: textLeft, right: counterLeft, top, bottom },
    svg:
      rectangle(
        { left: textLeft - 2, right: counterLeft + 2, top, bottom },
        { fill: colors.background, opacity: 0.96 },
      ) +
      stackedLines(plan, LINE_EM, {
        x: textLeft + PADDING,
        middle: (top + bottom) / 2,
        fills: [ink, mix(ink, colors.background, 0.25)],
      }),
    startFrame: startFrame + late,
    endFrame: plateEnd,
    reveal: { from: "left", enterFrames, leaveFrames },
  };
  const number: Layer = {
    box: { left: counterLeft, right: counterLeft + counterWidth, top, bottom },
    svg:
      rectangle(
        { left: counterLeft - 2, right: counterLeft + counterWidth, top, bottom },
        { fill: colors.primary },
      ) +
      textLine(counter, counter.lines[0] ?? "", {
        x: counterLeft + counterWidth / 2,
        baseline: centredBaseline(counter, top, bottom),
        align: "center",
        paint: { fill: readableOn(colors.primary, colors.background) },
      }),
    startFrame: startFrame + late + enterFrames - framesOf(0.15, scene),
    endFrame: plateEnd - Math.round(leaveFrames * 0.7),
    reveal: { from: "below", enterFrames: framesOf(0.4, scene), leaveFrames: framesOf(0.2, scene) },
  };
  return [bar, ...(textWidth > 0 ? [text] : []), ...(counterWidth > 0 ? [number] : [])];
}
