import assert from "node:assert/strict";
import { test } from "node:test";
import { handWrittenArguments, readFacts } from "../../../bench/clips/hand-written-clips.ts";
import { fillingCrop, standingCrop, wholeClip } from "../../../media-node/render/framing-plan.ts";
import { type RenderPlan, renderArguments } from "../../../media-node/render/render-arguments.ts";

const SOURCE_SIZE = { width: 1_280, height: 720 };
const TARGET = { width: 1_080, height: 1_920 };
const CROP = fillingCrop(SOURCE_SIZE, TARGET);
const PLAN: RenderPlan = {
  sourcePath: "/films/film.mp4",
  source: {
    durationS: 60,
    video: {
      specifier: "v:0" as const,
      ...SOURCE_SIZE,
      frameRate: 25,
      mayBeInterlaced: false,
      color: { matrix: "bt709", transfer: "sdr" },
    },
    audio: { specifier: "a:0", channels: 2 },
    subtitle: null,
  },
  startS: 12.5,
  durationS: 30,
  frameRate: 25,
  target: TARGET,
  captioned: true,
  encoderThreads: 3,
  gainDb: 4,
  framing: wholeClip("STATIC_CROP", standingCrop(CROP, 100, 0)),
};

function seen(plan: RenderPlan) {
  return { args: renderArguments(plan), folder: "/clip", gainDb: 4 };
}

test("the hand-written command cuts, scales and encodes what our render does", () => {
  const args = handWrittenArguments(seen(PLAN), "out.mp4").join(" ");
  assert.match(args, /-ss 12\.500000 -t 30\.000000 -i \/films\/film\.mp4 /);
  assert.ok(
    args.includes(`crop=${CROP.width}:${CROP.height}:100:0,scale=1080:1920:flags=bicubic,ass=captions.ass`),
  );
  assert.match(args, /-r 25 .*-c:v libx264 -preset veryfast -crf 21 -profile:v high -g 50 /);
});

test("a clip from the source's beginning, which is not sought, is cut from there", () => {
  const args = handWrittenArguments(seen({ ...PLAN, startS: 0 }), "out.mp4").join(" ");
  assert.match(args, /-ss 0 -t 30\.000000 -i \/films\/film\.mp4 /);
});

test("a clip that is not one crop that stands is no fair comparison, and is refused", () => {
  assert.throws(() => readFacts(seen({ ...PLAN, framing: wholeClip("LETTERBOX", { kind: "letterbox" }) })));
});
