// Lower thirds of the look "editorial".
import type { Box } from "../../captions/caption-placement.ts";
import { mix } from "../../captions/color-contrast.ts";
import { readableOn } from "../drawing/reel-colors.ts";
import type { Layer } from "../drawing/reel-layer.ts";
import { framesOf, sideLeft, type ThirdScene, thirdRoom, thirdTop } from "../drawing/reel-look.ts";
import { centredBaseline, line, rectangle, textLine } from "../drawing/reel-svg.ts";
import { type FittedText, fitText, lineHeight } from "../drawing/reel-type.ts";
import { fitDetail, fitTitle } from "../drawing/third-texts.ts";
import { LINE_EM, PADDING, RULE } from "./editorial-ornaments.ts";

interface ThirdPlan {
  readonly title: FittedText;
  readonly detail: FittedText;
  readonly counter: FittedText;
  readonly plate: Box;
}

function planThird(scene: ThirdScene): ThirdPlan {
  const { body } = scene;
  const room = thirdRoom(scene);
  const maxWidth = room - 2 * PADDING;
  const written = scene.counter === null ? "" : `${scene.counter.number} of ${scene.counter.count}`;
  const counter = fitText(written, {
    typeface: body,
    size: 26,
    minSize: 22,
    maxLines: 1,
    maxWidth,
    trackingEm: 0.12,
    uppercase: true,
  });
  const title = fitTitle(scene, { size: 50, minSize: 35, maxWidth });
  const detail = fitDetail(scene, 29, maxWidth);
  const height =
    36 +
    title.lines.length * lineHeight(title, LINE_EM) +
    (counter.lines.length > 0 ? 46 : 0) +
    detail.lines.length * lineHeight(detail, 1.5);
  const inner = Math.max(title.width, detail.width, counter.width + 120);
  const width = Math.max(inner + 2 * PADDING, Math.min(room, 420));
  const left = sideLeft(scene, width);
  const top = thirdTop(scene, height);
  return { title, detail, counter, plate: { left, right: left + width, top, bottom: top + height } };
}

/** The counter between two rules, then title and detail, each line in the middle. */
function thirdTexts(scene: ThirdScene, { title, detail, counter, plate }: ThirdPlan): string {
  const { background, text, accent } = scene.colors;
  const x = (plate.left + plate.right) / 2;
  const parts: string[] = [];
  let y = plate.top + 18;
  const put = (fitted: FittedText, step: number, fill: string): void => {
    for (const content of fitted.lines) {
      const baseline = centredBaseline(fitted, y, y + step);
      parts.push(textLine(fitted, content, { x, baseline, align: "center", paint: { fill } }));
      y += step;
    }
  };
  if (counter.lines.length > 0) {
    const half = counter.width / 2 + 22;
    const middle = y + 23;
    parts.push(
      line([x - half - 56, middle], [x - half, middle], accent, 2),
      line([x + half, middle], [x + half + 56, middle], accent, 2),
    );
  }
  put(counter, 46, readableOn(background, accent));
  put(title, lineHeight(title, LINE_EM), readableOn(background, text));
  put(detail, lineHeight(detail, 1.5), mix(readableOn(background, text), background, 0.22));
  return parts.join("");
}

/** No layers where there is no text to show. */
export function editorialThird(scene: ThirdScene): Layer[] {
  const plan = planThird(scene);
  const { plate, title, detail, counter } = plan;
  if (title.width + detail.width + counter.width === 0) return [];
  const { colors, startFrame, endFrame } = scene;
  const ground = rectangle(plate, { fill: colors.background, opacity: 0.93 });
  const [enterFrames, leaveFrames] = [framesOf(0.55, scene), framesOf(0.35, scene)];
  const rules = (y: number, sign: number): string =>
    line([plate.left, y], [plate.right, y], colors.accent, RULE) +
    line([plate.left, y + sign * 7], [plate.right, y + sign * 7], colors.accent, 1.4);
  const frame = rules(plate.top + 1.5, 1) + rules(plate.bottom - 1.5, -1);
  const middle = (plate.left + plate.right) / 2;
  const half = (side: "left" | "right"): Layer => ({
    box: side === "left" ? { ...plate, right: middle } : { ...plate, left: middle },
    svg: ground + frame,
    startFrame,
    endFrame,
    // Each half comes out from behind the middle.
    reveal: { from: side === "left" ? "right" : "left", enterFrames, leaveFrames },
  });
  const texts: Layer = {
    box: { ...plate, top: plate.top + 12, bottom: plate.bottom - 12 },
    svg: thirdTexts(scene, plan),
    startFrame: startFrame + framesOf(0.3, scene),
    endFrame: endFrame - framesOf(0.2, scene),
    fadeInFrames: framesOf(0.4, scene),
    fadeOutFrames: framesOf(0.2, scene),
  };
  return [half("left"), half("right"), texts];
}
