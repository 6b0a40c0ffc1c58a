import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { RENDER_CLIP } from "../../../../media-node/render/render-clip.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { readLoudness, readMedia, readSamples, sharpestBend } from "../../../support/media/read-media.ts";
import { createSharedFilms, fileNameOf } from "../../../support/media/shared-films.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { momentsAt, reelPath, runReel, storeMatch } from "../../../support/media-node/reels.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
const films = createSharedFilms();
after(async () => {
  await close();
  await assertNoChildren();
});

const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50"];
const VIDEO = generated("testsrc2=s=320x180:r=25:d=20");
const MOMENTS = momentsAt([2, 4], [7.32, 9.52], [12, 13.6]);
const REEL_S = 5.8;

async function storeFilm(t: TestContext, ...args: readonly string[]): Promise<ObjectStorage> {
  const film = await films(fileNameOf(args, "mkv"), (path) => makeMedia(...args, path));
  return storeMatch(t, film);
}

const CROWD = generated("anoisesrc=d=20:c=pink:seed=5:a=0.2:r=48000");

test("moments become a reel in their order, with scores and reasons, a thumbnail and progress", async (t) => {
  const storage = await storeFilm(t, ...VIDEO, ...CROWD, ...X264, "-c:a", "flac");
  const reports: { stage: string; fraction: number; message: string }[] = [];
  const output = await runReel(t, {
    tools,
    storage,
    moments: MOMENTS,
    onReport: (stage, fraction, message) => reports.push({ stage, fraction, message }),
  });
  const { rawVideoKey, thumbnailKey, ...rest } = output;
  assert.deepEqual(rest, {
    notice: null,
    templatedVideoKey: null,
    duration: REEL_S,
    moments: [
      { start: 2, end: 4, score: 60, reason: "Moment 1." },
      { start: 7.32, end: 9.52, score: 61, reason: "Moment 2." },
      { start: 12, end: 13.6, score: 62, reason: "Moment 3." },
    ],
  });
  assert.deepEqual(
    [rawVideoKey, thumbnailKey],
    ["tasks/task_test/reel.mp4", "tasks/task_test/thumbnail.jpg"],
  );
  const { video, audio } = await readMedia(await reelPath(storage, rawVideoKey));
  assert.deepEqual([video.codec_name, video.profile, video.width, video.height], ["h264", "High", 320, 180]);
  assert.deepEqual([audio.codec_name, audio.sample_rate, audio.channels], ["aac", "48000", 2]);
  const thumbnail = await readFile(await reelPath(storage, thumbnailKey));
  assert.deepEqual([...thumbnail.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  const fractions = reports.map(({ fraction }) => fraction);
  assert.deepEqual(
    fractions,
    fractions.toSorted((a, b) => a - b),
  );
  assert.deepEqual([...new Set(reports.map(({ stage }) => stage))], ["fetching", "rendering", "uploading"]);
  assert.ok(reports.some(({ message }) => message === "Rendering: 3 of 3 parts finished"));
});

/** Root mean square of a stretch, dB of full scale. */
function levelDb(samples: Float32Array, fromS: number, toS: number): number {
  const part = samples.subarray(Math.round(fromS * 48_000), Math.round(toS * 48_000));
  return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}

test("sound crosses the joints without a dip and without a click, is where its video is, and as loud as clips", async (t) => {
  const storage = await storeFilm(t, ...VIDEO, ...CROWD, ...X264, "-c:a", "flac");
  const source = await readSamples(await storage.localPath("uploads/match", ""));
  const output = await runReel(t, { tools, storage, moments: MOMENTS });
  const path = await reelPath(storage, output.rawVideoKey);
  const samples = await readSamples(path);
  assert.ok(Math.abs(samples.length - REEL_S * 48_000) <= 1_024, `${samples.length} samples`);
  const { integratedLufs } = await readLoudness(path);
  assert.ok(Math.abs(integratedLufs + 14) <= 1, `${integratedLufs} LUFS`);
  const typicalDb = levelDb(samples, 0.1, REEL_S - 0.1);
  for (const jointS of [2, 4.2]) {
    for (let atS = jointS - 0.05; atS < jointS + 0.04; atS += 0.01) {
      const level = levelDb(samples, atS - 0.02, atS + 0.03);
      assert.ok(Math.abs(level - typicalDb) < 2.5, `${level} dB at ${atS} s, usually ${typicalDb} dB`);
    }
  }
  // The very sample: where source and reel agree most.
  for (const [reelS, sourceS] of [
    [0.5, 2.5],
    [3, 8.32],
    [5, 12.8],
  ] as const) {
    const lags = Array.from({ length: 97 }, (_, index) => index - 48);
    const agreement = lags.map((lag) => {
      let sum = 0;
      for (let index = 0; index < 9_600; index += 1) {
        const inReel = samples[Math.round(reelS * 48_000) + index] ?? 0;
        sum += inReel * (source[Math.round(sourceS * 48_000) + index + lag] ?? 0);
      }
      return sum;
    });
    const best = lags[agreement.indexOf(Math.max(...agreement))] ?? 99;
    assert.ok(Math.abs(best) <= 1, `at ${reelS} s the sound is off by ${best} samples`);
  }
});

test("a reel fades out to its last sample", async (t) => {
  const tone = generated("aevalsrc='0.3*sin(2*PI*220*t)':s=48000:d=14");
  const storage = await storeFilm(t, ...VIDEO, ...tone, ...X264, "-c:a", "flac");
  const { rawVideoKey } = await runReel(t, { tools, storage, moments: MOMENTS });
  const samples = await readSamples(await reelPath(storage, rawVideoKey));
  const last = samples.subarray((REEL_S - 0.1) * 48_000);
  assert.ok(last.subarray(0, 2_400).some((sample) => sample > 0.2));
  assert.ok(sharpestBend(last) < 0.005, `${sharpestBend(last)}`);
});

test("a source without audio gives a silent reel with a sound track, and sound that ends early is followed by silence", async (t) => {
  const silent = await storeFilm(t, ...VIDEO, ...X264);
  const first = await runReel(t, { tools, storage: silent, moments: MOMENTS });
  const samples = await readSamples(await reelPath(silent, first.rawVideoKey));
  assert.ok(Math.abs(samples.length - REEL_S * 48_000) <= 1_024);
  assert.ok(samples.every((sample) => Math.abs(sample) < 1e-3));

  const short = await storeFilm(t, ...VIDEO, ...generated("sine=f=300:d=8:r=48000"), ...X264, "-c:a", "flac");
  const second = await runReel(t, { tools, storage: short, moments: MOMENTS });
  const heard = await readSamples(await reelPath(short, second.rawVideoKey));
  assert.ok(Math.abs(heard.length - REEL_S * 48_000) <= 1_024);
  assert.ok(levelDb(heard, 2.1, 2.6) > -30 && levelDb(heard, 3, 5.5) < -70);
});

for (const [layout, size] of [
  ["PORTRAIT", [180, 320]],
  ["SQUARE", [180, 180]],
] as const) {
  test(`a ${layout} reel has its size in all pieces`, async (t) => {
    const storage = await storeFilm(t, ...VIDEO, ...CROWD, ...X264, "-c:a", "flac");
    const output = await runReel(t, { tools, storage, moments: MOMENTS, request: { layout } });
    const { video } = await readMedia(await reelPath(storage, output.rawVideoKey));
    assert.deepEqual([video.width, video.height], size);
    assert.equal(Number(video.nb_frames), REEL_S * 25);
  });
}

test("a source of other proportions fills a landscape reel with itself and its blur", async (t) => {
  const tall = generated("testsrc2=s=180x320:r=25:d=20");
  const storage = await storeFilm(t, ...tall, ...CROWD, ...X264, "-c:a", "flac");
  const output = await runReel(t, { tools, storage, moments: MOMENTS });
  const { video } = await readMedia(await reelPath(storage, output.rawVideoKey));
  assert.deepEqual([video.width, video.height, video.sample_aspect_ratio], [320, 180, "1:1"]);
});

test("a source without video is refused", async (t) => {
  const path = join(await temporaryFolder(t), "sound.m4a");
  await makeMedia(...generated("sine=d=12"), path);
  const storage = await storeMatch(t, path);
  await assert.rejects(runReel(t, { tools, storage, moments: MOMENTS }), { code: "SOURCE_UNSUPPORTED" });
});

/** Tells of each file that is rendered until the result is called. */
function watchRenders(onRender: (file: string) => void): () => void {
  return observeTask(RENDER_CLIP, (input, run) => {
    onRender(input.outputFile);
    return run(input);
  });
}

test("a run that takes over renders only the pieces that are not finished", async (t) => {
  const storage = await storeFilm(t, ...VIDEO, ...CROWD, ...X264, "-c:a", "flac");
  const power = new AbortController();
  const write = storage.write.bind(storage);
  // The node dies as soon as its first piece is written down, and writes nothing more.
  const gone = new Error("The power is gone.");
  let isDead = false;
  const dying = t.mock.method(storage, "write", async (...[key, content]: Parameters<typeof write>) => {
    if (isDead) throw gone;
    isDead = /reel-\d-libx264\.json$/.test(key);
    await write(key, content);
    if (isDead) power.abort(gone);
  });
  const first = runReel(t, { tools, storage, moments: MOMENTS, signal: power.signal });
  await assert.rejects(first, { message: "The power is gone." });
  dying.mock.restore();
  const finished = await Promise.all(
    MOMENTS.map(async (_, index) => {
      const stored = await storage.stat(`tasks/task_test/work/reel-${index}-libx264.json`);
      return stored === undefined ? [] : [`reel-${index}-libx264.mp4`];
    }),
  );
  assert.equal(finished.flat().length, 1);
  const [kept = ""] = finished.flat();
  const pathOf = (): Promise<string> => storage.localPath(`tasks/task_test/work/${kept}`, "");
  const renderedAt = (await stat(await pathOf())).mtimeMs;

  const renders: string[] = [];
  const messages: string[] = [];
  const stopWatching = watchRenders((file) => renders.push(file));
  const output = await runReel(t, {
    tools,
    storage,
    moments: MOMENTS,
    onReport: (_stage, _fraction, message) => messages.push(message),
  });
  stopWatching();
  assert.equal(renders.filter((file) => /^reel-\d/.test(file)).length, 2);
  assert.ok(!renders.includes(kept));
  assert.equal((await stat(await pathOf())).mtimeMs, renderedAt);
  assert.ok(messages.includes("Rendering: 1 of 3 parts finished"));

  const third: string[] = [];
  t.after(watchRenders((file) => third.push(file)));
  const again = await runReel(t, { tools, storage, moments: MOMENTS });
  assert.deepEqual(again, output);
  assert.deepEqual(third, []);
});
