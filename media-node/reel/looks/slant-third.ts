// Lower thirds of the look "slant".
import { LARGE_TEXT, readableOn } from "../drawing/reel-colors.ts";
import type { Layer } from "../drawing/reel-layer.ts";
import { framesOf, sideLeft, type ThirdScene, thirdRoom, thirdTop } from "../drawing/reel-look.ts";
import { centredBaseline, textLine } from "../drawing/reel-svg.ts";
import { type FittedText, fitText, lineHeight } from "../drawing/reel-type.ts";
import { fitCounter, fitDetail, fitTitle } from "../drawing/third-texts.ts";
import {
  type Band,
  GAP,
  LEAN,
  LINE_EM,
  leanAt,
  leaningLine,
  PADDING,
  plate,
  plateBox,
} from "./slant-plates.ts";

/** The bands of a text's lines, around the middle of a band. */
function lineBands(text: FittedText, band: Band): Band[] {
  const step = lineHeight(text, LINE_EM);
  const top = (band.top + band.bottom - step * text.lines.length) / 2;
  return text.lines.map((_, index) => ({
    top: top + index * step,
    bottom: top + (index + 1) * step,
    floor: band.floor,
  }));
}

interface ThirdTexts {
  readonly title: FittedText;
  readonly detail: FittedText;
  readonly number: FittedText;
  /** Of the reel's widest number. */
  readonly numberWidth: number;
  readonly count: FittedText;
}

function fitThird(scene: ThirdScene): ThirdTexts {
  const { heading, counter } = scene;
  const room = thirdRoom(scene);
  const short = { typeface: heading, minSize: 20, maxWidth: 200 };
  const { text: number, width: numberWidth } = fitCounter(scene, String, { ...short, size: 68 });
  const count = fitText(counter === null ? "" : `/${counter.count}`, {
    ...short,
    size: 40,
    maxLines: 1,
  });
  const maxWidth = room - numberWidth - count.width - 4 * PADDING - 90;
  const title = fitTitle(scene, { size: 54, minSize: 36, maxWidth });
  const detail = fitDetail(scene, 29, room - 2 * PADDING - 60);
  return { title, detail, number, count, numberWidth };
}

/** Where the plates of a lower third stand. */
interface ThirdPlan extends ThirdTexts {
  readonly left: number;
  readonly upper: Band;
  readonly lower: Band;
  readonly counterWidth: number;
  readonly titleX: number;
  readonly titleWidth: number;
  readonly detailWidth: number;
}

function planThird(scene: ThirdScene): ThirdPlan {
  const texts = fitThird(scene);
  const { title, detail, count, numberWidth } = texts;

  const detailHeight = detail.lines.length === 0 ? 0 : detail.lines.length * lineHeight(detail, LINE_EM) + 20;
  const upperHeight = Math.max(96, title.lines.length * lineHeight(title, LINE_EM) + 30);
  const detailRoom = detailHeight === 0 ? 0 : detailHeight + GAP;
  const upperTop = thirdTop(scene, upperHeight + detailRoom);
  const floor = upperTop + upperHeight + detailRoom;
  const counterWidth = numberWidth === 0 ? 0 : numberWidth + count.width + 2 * PADDING - 8;
  const titleWidth = title.width === 0 ? 0 : title.width + 2 * PADDING + 10;
  const detailWidth = detail.width === 0 ? 0 : detail.width + 2 * PADDING;
  const upper = { top: upperTop, bottom: upperTop + upperHeight, floor };
  const lower = { top: floor - detailHeight, bottom: floor, floor };
  const gap = counterWidth > 0 && titleWidth > 0 ? GAP : 0;
  const width = Math.max(
    counterWidth + gap + titleWidth + leanAt(upper.top, upper),
    detailWidth + leanAt(lower.top, lower),
  );
  const left = sideLeft(scene, width);
  return {
    ...texts,
    left,
    upper,
    lower,
    counterWidth,
    titleX: left + counterWidth + gap,
    titleWidth,
    detailWidth,
  };
}

type Timed = Pick<Layer, "startFrame" | "endFrame" | "reveal">;

function counterLayers(scene: ThirdScene, plan: ThirdPlan, timed: Timed): Layer[] {
  const { left, upper, number, count, counterWidth, numberWidth } = plan;
  const { accent, background } = scene.colors;
  const ink = { fill: readableOn(accent, background) };
  const x = left + PADDING - 6 + (numberWidth - number.width) / 2;
  const base =
    plate(left, counterWidth, upper, { fill: accent }) +
    // The small number stands on the same baseline as the large one.
    textLine(count, count.lines[0] ?? "", {
      x: x + number.width + 4 + leanAt(centredBaseline(number, upper.top, upper.bottom), upper),
      baseline: centredBaseline(number, upper.top, upper.bottom),
      align: "left",
      lean: LEAN,
      paint: ink,
    });
  const box = plateBox(left, counterWidth, upper);
  const middle = { top: (upper.top + upper.bottom) / 2 - 44, bottom: (upper.top + upper.bottom) / 2 + 44 };
  const late = framesOf(0.25, scene);
  return [
    { ...timed, box, svg: base },
    {
      svg: leaningLine(number, number.lines[0] ?? "", x, upper, ink),
      box: { ...plateBox(x - 4, number.width + 8, { ...upper, ...middle }), ...middle },
      startFrame: timed.startFrame + late,
      endFrame: timed.endFrame - framesOf(0.16, scene),
      reveal: { from: "below", enterFrames: framesOf(0.35, scene), leaveFrames: framesOf(0.15, scene) },
    },
  ];
}

function titleLayer(scene: ThirdScene, { title, titleX, titleWidth, upper }: ThirdPlan, timed: Timed): Layer {
  const { background, primary, text } = scene.colors;
  const ink = { fill: readableOn(background, text) };
  const lines = lineBands(title, upper).map((band, index) =>
    leaningLine(title, title.lines[index] ?? "", titleX + PADDING - 8, band, ink),
  );
  const svg =
    plate(titleX, titleWidth, upper, { fill: background, opacity: 0.95 }) +
    plate(titleX + titleWidth - 10, 10, upper, { fill: primary }) +
    lines.join("");
  return { ...timed, box: plateBox(titleX, titleWidth, upper), svg };
}

function detailLayer(
  scene: ThirdScene,
  { detail, detailWidth, left, lower }: ThirdPlan,
  timed: Timed,
): Layer {
  const { primary, text } = scene.colors;
  const ink = { fill: readableOn(primary, text, LARGE_TEXT) };
  const lines = lineBands(detail, lower).map((band, index) =>
    leaningLine(detail, detail.lines[index] ?? "", left + PADDING - 6, band, ink),
  );
  const svg = plate(left, detailWidth, lower, { fill: primary }) + lines.join("");
  return { ...timed, box: plateBox(left, detailWidth, lower), svg };
}

export function slantThird(scene: ThirdScene): Layer[] {
  const plan = planThird(scene);
  const timed = (delayS: number): Timed => ({
    startFrame: scene.startFrame + framesOf(delayS, scene),
    endFrame: scene.endFrame,
    reveal: { from: "left", enterFrames: framesOf(0.45, scene), leaveFrames: framesOf(0.3, scene) },
  });
  return [
    ...(plan.titleWidth > 0 ? [titleLayer(scene, plan, timed(0.12))] : []),
    ...(plan.detailWidth > 0 ? [detailLayer(scene, plan, timed(0.24))] : []),
    ...(plan.counterWidth > 0 ? counterLayers(scene, plan, timed(0)) : []),
  ];
}
