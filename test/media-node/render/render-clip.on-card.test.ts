// Clips that NVIDIA's cards encode, by an ffmpeg that behaves as one on a machine with cards.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, beforeEach, type TestContext, test } from "node:test";
import { CARD } from "../../../media-node/ffmpeg/cards/card-decoding.ts";
import { CardSessions } from "../../../media-node/ffmpeg/cards/card-sessions.ts";
import { encodersOf } from "../../../media-node/ffmpeg/video-encoder-settings.ts";
import type { FramingPlan } from "../../../media-node/render/framing-plan.ts";
import { RENDER_CLIP } from "../../../media-node/render/render-clip.ts";
import type { RenderInput } from "../../../media-node/render/render-clip.worker.ts";
import { observeTask } from "../../../media-node/threads/observe-task.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { codedVideo, readCodes } from "../../support/media/coded-frames.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { readMedia } from "../../support/media/read-media.ts";
import { ffmpegScript } from "../../support/media-node/ffmpeg-script.ts";
import { BUILDS, BUNDLED, type MediaBuild } from "../../support/media-node/media-tools.ts";
import {
  CARD_ENCODES,
  decodingCards,
  encodingCards,
  nvidiaScript,
} from "../../support/media-node/nvidia-script.ts";
import { createRenderer, type Rendered } from "../../support/media-node/rendering.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const renderer = createRenderer();
const DURATION_S = 10;

/** Threads keep what was published when they started: each test has threads of its own. */
let encoding: CardSessions;
let decoding: CardSessions;
beforeEach(async () => {
  await closeThreads();
  encoding = encodingCards([1, 4], 1);
  decoding = decodingCards([4]);
});
after(() => {
  CardSessions.withdraw("encoding");
  CardSessions.withdraw("decoding");
});

async function makeFilm(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "film.mp4");
  await makeMedia(...generated(codedVideo("25", DURATION_S + 2)), "-preset", "ultrafast", path);
  return path;
}

const WHOLE: FramingPlan = {
  style: "LETTERBOX",
  stretches: [{ startFrame: 0, layout: { kind: "letterbox" } }],
};

async function render(
  t: TestContext,
  answers: Record<number, string>,
  build: MediaBuild = BUNDLED,
): Promise<Rendered> {
  const [encoder] = encodersOf("h264_nvenc", []);
  assert.ok(encoder !== undefined);
  const path = await makeFilm(t);
  const ffmpeg = await nvidiaScript(t, answers, build.ffmpeg);
  const rendering = { encoder, durationS: DURATION_S, widthPx: 144, framing: WHOLE };
  return renderer.render(t, path, { ...rendering, build: { ...build, ffmpeg } });
}

/** What a thread is given for a clip. */
async function inputOf(t: TestContext): Promise<RenderInput> {
  const inputs: RenderInput[] = [];
  const stop = observeTask(RENDER_CLIP, (input, run) => {
    inputs.push(input);
    return run(input);
  });
  await render(t, { 1: CARD_ENCODES, 4: CARD_ENCODES });
  stop();
  const [input] = inputs;
  assert.ok(input !== undefined);
  return input;
}

/** Every frame of the clip is the source's. */
async function assertIsWhole({ videoPath }: Rendered): Promise<void> {
  const { video, durationS } = await readMedia(videoPath);
  assert.deepEqual([video.width, video.height], [144, 256]);
  assert.ok(Math.abs(durationS - DURATION_S) <= 0.05, String(durationS));
  const codes = await readCodes(videoPath, 0.2);
  assert.deepEqual(
    codes,
    Array.from({ length: DURATION_S * 25 }, (_, frame) => frame),
  );
}

test("a card's arguments are libx264's but for the encoder, and for the decoder where the card decodes", async (t) => {
  const { renderArgs, decodingArgs, fallbackArgs } = await inputOf(t);
  assert.ok(decodingArgs !== null && fallbackArgs !== null);
  const [from, to] = [renderArgs.indexOf("-c:v"), renderArgs.indexOf("-g")];
  assert.deepEqual(renderArgs.slice(from, to), [
    ...["-c:v", "h264_nvenc", "-preset", "p5", "-rc", "vbr", "-cq", "21", "-b:v", "0"],
    ...["-spatial-aq", "1", "-profile:v", "high", "-gpu", CARD],
  ]);
  // Key frames, colours, sound and file are the same.
  assert.deepEqual(renderArgs.slice(0, from), fallbackArgs.slice(0, fallbackArgs.indexOf("-c:v")));
  assert.deepEqual(renderArgs.slice(to), fallbackArgs.slice(fallbackArgs.indexOf("-g")));
  const rest = renderArgs.slice(to).join(" ");
  assert.match(rest, /^-g 50 -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv /);
  assert.match(rest, /-movflags \+faststart clip\.mp4$/);
  const added = ["-xerror", "-hwaccel", "cuda", "-hwaccel_device", CARD];
  const at = decodingArgs.indexOf("-xerror");
  assert.deepEqual(decodingArgs.slice(at, at + added.length + 1), [...added, "-i"]);
  assert.deepEqual(decodingArgs.toSpliced(at, added.length), renderArgs);
});

for (const build of BUILDS) {
  test(`a clip that a card decodes and encodes has all frames with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const taken = encoding.take(1);
    const rendered = await render(
      t,
      { 1: "exit 1", 4: `[ -n "$decodes" ] || exit 3; ${CARD_ENCODES}` },
      build,
    );
    taken?.giveBack(false);
    assert.equal(rendered.fallbackReason, null);
    await assertIsWhole(rendered);
    assert.partialDeepStrictEqual(encoding.status()[1], { card: 4, active: 0, begun: 1, failed: 0 });
    // Framing and render.
    assert.partialDeepStrictEqual(decoding.status()[0], { card: 4, active: 0, begun: 2, failed: 0 });
  });
}

test("a card that decodes badly still encodes, and libx264 is not asked", async (t) => {
  encoding.take(1);
  const noDecoder = `[ -z "$decodes" ] || { echo "CUDA_ERROR_UNKNOWN" >&2; exit 1; }; ${CARD_ENCODES}`;
  const rendered = await render(t, { 4: noDecoder });
  assert.equal(rendered.fallbackReason, null);
  await assertIsWhole(rendered);
  assert.partialDeepStrictEqual(encoding.status()[1], { begun: 1, failed: 0, isResting: false });
  assert.partialDeepStrictEqual(decoding.status()[0], { active: 0, begun: 2, failed: 1 });
});

test("a card that dies in the midst of a clip costs no frame, and is left alone for a while", async (t) => {
  decoding.take(4);
  const dies = `( ${CARD_ENCODES} ) & child=$!; until [ -s clip.mp4 ]; do :; done; kill -9 $child $$`;
  const rendered = await render(t, { 1: dies, 4: CARD_ENCODES });
  assert.match(rendered.fallbackReason ?? "", /^card 1: .*(SIGKILL|signal|137)/);
  await assertIsWhole(rendered);
  assert.partialDeepStrictEqual(encoding.status()[0], { active: 0, failed: 1, isResting: true });
  assert.equal((await render(t, { 1: "exit 1", 4: CARD_ENCODES })).fallbackReason, null);
});

test("where all cards are full libx264 makes the clip at once, and nothing counts as a failure", async (t) => {
  encoding.take();
  encoding.take();
  const rendered = await render(t, { 1: "exit 1", 4: "exit 1" });
  assert.equal(rendered.fallbackReason, null);
  await assertIsWhole(rendered);
  assert.deepEqual(
    encoding.status().map(({ begun, failed }) => [begun, failed]),
    [
      [1, 0],
      [1, 0],
    ],
  );
});

test("a source that libx264 cannot encode either is no failure of the card", async (t) => {
  const broken = { 1: 'echo "Invalid data found" >&2; exit 1', 4: "exit 1" };
  const [encoder] = encodersOf("h264_nvenc", []);
  assert.ok(encoder !== undefined);
  const path = await makeFilm(t);
  const build = {
    ...BUNDLED,
    ffmpeg: await nvidiaScript(t, broken, await ffmpegScript(t, { libx264: broken[1] })),
  };
  const rendering = { encoder, durationS: DURATION_S, widthPx: 144, framing: WHOLE, build };
  await assert.rejects(renderer.render(t, path, rendering), { code: "SOURCE_UNSUPPORTED" });
  assert.partialDeepStrictEqual(encoding.status()[0], { active: 0, failed: 0, isResting: false });
});
