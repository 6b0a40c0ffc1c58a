// The stage with its thread, real ffmpeg, and a model that knows three colours.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { spacedFramesArgs } from "../../../../media-node/ffmpeg/evenly-spaced-frames.ts";
import { scoreFrames, type VisualWishes } from "../../../../media-node/senses/image-text/score-frames.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { SENSING_LIMITS } from "../../../../shared/limits/sensing.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { FFMPEG, generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { plantColors } from "../../../support/models/image-text-models.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

interface Film {
  readonly durationS: number;
  /** Frames from one key frame to the next. */
  readonly keyFrames: number;
  readonly rate: number;
  readonly redFromS: number;
  readonly redToS: number;
}

async function makeFilm(
  t: TestContext,
  { durationS, keyFrames, rate, redFromS, redToS }: Film,
): Promise<string> {
  const path = join(await temporaryFolder(t), "film.mp4");
  const red = `drawbox=c=red:t=fill:enable='between(t,${redFromS},${redToS})'`;
  // No two frames are the same.
  const grain = "noise=alls=6:allf=t";
  await makeMedia(
    ...generated(`color=c=gray:s=64x36:r=${rate}:d=${durationS},${red},${grain}`),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", String(keyFrames)],
    ...["-sc_threshold", "0", path],
  );
  return path;
}

async function look(t: TestContext, film: Film, wishes: VisualWishes, startS = 0, signal?: AbortSignal) {
  const fractions: number[] = [];
  const { scores } = await scoreFrames({
    ffmpeg: FFMPEG,
    providers: ["cpu"],
    threads: 1,
    wishes,
    bundle: await plantColors(await temporaryFolder(t)),
    sourcePath: await makeFilm(t, film),
    video: { specifier: "v:0" as const, width: 64, height: 36 },
    range: { startS, endS: film.durationS },
    signal: signal ?? AbortSignal.timeout(60_000),
    onProgress: (fraction) => fractions.push(fraction),
  });
  return { ...scores, fractions };
}

const RED: VisualWishes = { topic: "red", title: null };

for (const [name, keyFrames] of [
  ["two seconds", 20],
  ["a minute", 600],
] as const) {
  test(`what is asked for is seen where it is, with a key frame every ${name}`, async (t) => {
    const film = { durationS: 40, keyFrames, rate: 10, redFromS: 20, redToS: 30 };
    const { startS, stepS, topic, title, fractions } = await look(t, film, RED, 10);
    assert.deepEqual([startS, stepS, title], [10, 2, null]);
    assert.ok(topic !== null && topic.length >= 13 && topic.length <= 16, `${topic?.length} frames`);
    topic.forEach((score, index) => {
      const timeS = startS + index * stepS;
      if (timeS > 22 && timeS < 28) assert.ok(score > 0.9, `${score} at ${timeS} s`);
      if (timeS < 18 || timeS > 32) assert.ok(score < 0.1, `${score} at ${timeS} s`);
    });
    assert.ok(fractions.every((fraction) => fraction > 0 && fraction <= 1));
  });
}

test("an hour is seen in a bounded number of frames, and what is asked for is found in it", async (t) => {
  const film = { durationS: 3_600, keyFrames: 5, rate: 1, redFromS: 3_000, redToS: 3_060 };
  const { stepS, topic } = await look(t, film, RED);
  assert.equal(stepS, 3_600 / SENSING_LIMITS.frames.cpu);
  assert.ok(topic !== null && topic.length <= SENSING_LIMITS.frames.cpu + 1);
  assert.equal(Math.round((topic.indexOf(Math.max(...topic)) * stepS) / 60), 50);
});

test("prompt and title are looked for apart", async (t) => {
  const film = { durationS: 20, keyFrames: 10, rate: 10, redFromS: 6, redToS: 9 };
  const { topic, title } = await look(t, film, { topic: "blue", title: "The Red Film" });
  assert.ok(topic?.every((score) => score < 0.1) && title?.some((score) => score === 1));
});

test("an abort ends the look", async (t) => {
  const film = { durationS: 4, keyFrames: 10, rate: 10, redFromS: 1, redToS: 2 };
  const reason = new Error("no longer wanted");
  await assert.rejects(look(t, film, RED, 0, AbortSignal.abort(reason)), reason);
});

test("a stranger's file is opened with the allowlists, and scaled by a filter that widens with the factor", () => {
  const args = spacedFramesArgs({
    ffmpeg: "ffmpeg",
    sourcePath: "/data/film.mp4",
    videoSpecifier: "v:2" as const,
    startS: 4,
    endS: 10,
    stepS: 2.5,
    size: { width: 398, height: 224 },
    isTurned: false,
    skip: "nokey",
  });
  assert.equal(args[args.indexOf("-protocol_whitelist") + 1], "file");
  assert.ok(args.indexOf("-skip_frame") < args.indexOf("-i"));
  assert.equal(
    args[args.indexOf("-vf") + 1],
    "fps=fps=1/2.5:start_time=0,trim=end=6.000000,scale=398:224:flags=bicubic,format=rgb24",
  );
});
