// Talks whose faces are known at each frame, framed with the detector that comes with the project: what counts is whose
// faces the planned frames hold.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Box, type PlacedLine, placeLine } from "../../../media-node/captions/caption-placement.ts";
import { openTypeface } from "../../../media-node/captions/caption-typeface.ts";
import { clearOfFaces, type ShownFaces } from "../../../media-node/captions/clear-of-faces.ts";
import { groupWords } from "../../../media-node/captions/lay-out-captions.ts";
import { analyzeFraming } from "../../../media-node/framing/analyze-framing.ts";
import { facesInFrame } from "../../../media-node/framing/faces-in-frame.ts";
import { planFraming } from "../../../media-node/framing/plan-framing.ts";
import { frameOfLayout } from "../../../media-node/render/frame-of-layout.ts";
import type { FramingPlan } from "../../../media-node/render/framing-plan.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import type { EditingStyle } from "../../../shared/tasks/clip-job.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { featuresInFrame, type HeldFaces, heldFaces } from "../../support/media-node/held-faces.ts";
import { BUNDLED } from "../../support/media-node/media-tools.ts";
import {
  PHOTOGRAPHS,
  TALK_RATE,
  TALK_S,
  TALK_SIZE,
  TALKS,
  talkArguments,
} from "../../support/media-node/photograph-talks.ts";
import { BLAZEFACE_PATH } from "../../support/models/package-models.ts";
import { PRESET_STYLES } from "../../support/preset-styles.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

const FRAME = frameOfLayout("PORTRAIT", 1_080);
const skip = PHOTOGRAPHS.map((photograph) => photograph.skip).find((reason) => reason !== false) ?? false;

/** Styles in which no face needs to be lost, whoever moves. */
const STYLES: readonly EditingStyle[] = ["AUTO", "DYNAMIC_CROP", "BLURRED_WINGS", "LETTERBOX"];

/** Two rows of the default look for as long as the talk lasts. */
async function captionBoxes(
  shots: readonly ShownFaces[],
): Promise<{ wanted: PlacedLine[]; placed: PlacedLine[] }> {
  const style = PRESET_STYLES.bold;
  const texts = "nobody wants words over the mouth of whoever is saying them here".split(" ");
  const words = texts.map((text, index) => ({ text, startS: index / 2, endS: (index + 1) / 2 }));
  const typeface = await openTypeface(style.font, texts);
  const lines = groupWords(words, style, typeface);
  const wanted = lines.map((line) => placeLine({ style, typeface, frame: FRAME }, line, false));
  return { wanted, placed: clearOfFaces(wanted, shots, FRAME) };
}

/** Share of the frames in which captions are and cover eyes or a mouth. */
function coveredShare(lines: readonly PlacedLine[], features: (frame: number) => readonly Box[]): number {
  const counts = { shown: 0, covered: 0 };
  for (let frame = 0; frame < TALK_S * TALK_RATE; frame += 1) {
    const timeS = frame / TALK_RATE;
    const line = lines.find(({ startS, endS }) => startS <= timeS && timeS < endS);
    if (line === undefined) continue;
    const { left, right, top, bottom } = line.box;
    counts.shown += 1;
    const covers = (box: Box): boolean =>
      box.left < right && left < box.right && box.top < bottom && top < box.bottom;
    if (features(frame).some(covers)) counts.covered += 1;
  }
  return counts.covered / counts.shown;
}

for (const talk of TALKS) {
  test(`a talk's faces are in the frame: ${talk.name}`, { skip }, async (t) => {
    const sourcePath = join(await temporaryFolder(t), "talk.nut");
    await makeMedia(...talkArguments(talk, sourcePath));
    const clip = { sourcePath, videoSpecifier: "v:0" as const, sourceSize: TALK_SIZE, audioSpecifier: null };
    const range = { startS: 0, durationS: TALK_S, frameRate: TALK_RATE };
    const detector = { ffmpeg: BUNDLED.ffmpeg, faceModelPath: BLAZEFACE_PATH };
    const analysis = await analyzeFraming({ ...clip, ...range, ...detector }, AbortSignal.timeout(60_000));
    const measured = { source: TALK_SIZE, target: FRAME, frameRate: TALK_RATE, ...analysis };
    const planned = (style: EditingStyle): FramingPlan =>
      planFraming({ ...measured, allowedStyles: [style] });
    const held = (style: EditingStyle): HeldFaces => heldFaces(planned(style), talk);
    for (const style of STYLES) {
      const { one, all, cut } = held(style);
      t.diagnostic(
        `${style}: a face whole ${one.toFixed(2)}, all ${all.toFixed(2)}, one cut ${cut.toFixed(2)}`,
      );
      assert.ok(one >= 0.95, `${style}: a whole face in ${one} of the frames`);
      assert.ok(cut <= 0.05, `${style}: a face cut in ${cut} of the frames`);
    }
    for (const style of [...STYLES, "SPLIT_SCREEN"] as const) {
      const plan = planned(style);
      const shots = facesInFrame({ ...measured, allowedStyles: [style] }, plan);
      const { wanted, placed } = await captionBoxes(shots);
      const features = (frame: number): Box[] => featuresInFrame(plan, talk, frame, FRAME);
      const [unmoved, moved] = [wanted, placed].map((lines) => coveredShare(lines, features));
      t.diagnostic(
        `${style}: captions over eyes or mouths in ${moved?.toFixed(2)}, unmoved in ${unmoved?.toFixed(2)}`,
      );
      assert.ok((moved ?? 1) <= 0.05, `${style}: eyes or mouths covered in ${moved} of the frames`);
      assert.equal(
        new Set(placed.map(({ box }) => Math.round(box.bottom))).size,
        1,
        "captions of one shot jump",
      );
    }
    if (talk.isSplit === true) assert.ok(held("SPLIT_SCREEN").all >= 0.95);
  });
}
