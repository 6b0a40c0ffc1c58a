// The frames of reels: bar-coded films of many kinds, whose reels must show exactly the planned frames, one after the
// other, each for as long as every other.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { assertNoChildren } from "../../../support/leaks.ts";
import { codedVideo, readCodes } from "../../../support/media/coded-frames.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { readMedia } from "../../../support/media/read-media.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { BUILDS, BUNDLED } from "../../../support/media-node/media-tools.ts";
import { momentsAt, reelPath, runReel, storeMatch } from "../../../support/media-node/reels.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const run = promisify(execFile);
const X264 = ["-c:v", "libx264", "-preset", "ultrafast"];

/** Where frames of a film begin in their order, in units of its clock; and how many units a frame has. */
async function frameTimes(path: string): Promise<number[]> {
  const args = ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts", "-of", "csv=p=0", path];
  const { stdout } = await run(BUNDLED.ffprobe, args);
  return stdout
    .trim()
    .split("\n")
    .map(Number)
    .sort((a, b) => a - b);
}

interface FilmCase {
  readonly title: string;
  /** As ffmpeg writes it. */
  readonly rate: string;
  readonly file: string;
  readonly output: readonly string[];
  /** Frames of the film, first and behind the last. */
  readonly moments: readonly (readonly [number, number])[];
  readonly durationS?: number;
  /** How much later than the sound the video begins. */
  readonly lateS?: number;
}

const CASES: readonly FilmCase[] = [
  {
    title: "25 a second with few key frames",
    rate: "25",
    file: "film.mp4",
    output: [...X264, "-g", "400", "-bf", "3"],
    moments: [
      [0, 12],
      [53, 90],
      [90, 101],
      [127, 190],
    ],
  },
  {
    title: "30000/1001 a second",
    rate: "30000/1001",
    file: "film.mp4",
    output: [...X264, "-g", "60"],
    moments: [
      [17, 49],
      [60, 98],
      [151, 200],
    ],
  },
  {
    title: "24000/1001 a second with times in milliseconds",
    rate: "24000/1001",
    file: "film.mkv",
    output: X264,
    moments: [
      [19, 44],
      [71, 119],
    ],
  },
  {
    title: "50 a second in a transport stream that starts at ten hours",
    rate: "50",
    file: "film.ts",
    output: [...X264, "-g", "50", "-output_ts_offset", "36000", "-muxdelay", "0"],
    moments: [
      [101, 163],
      [211, 250],
    ],
  },
  ...[0.008, 0.024, 0.032].map((lateS) => ({
    title: `25 a second, ${lateS} s behind the sound,`,
    rate: "25",
    file: "film.mkv",
    output: [...X264, "-g", "50"],
    lateS,
    moments: [
      [30, 45],
      [61, 80],
    ] as const,
  })),
];
for (const build of BUILDS) {
  for (const { title, rate, file, output, moments, durationS = 9, lateS } of CASES) {
    test(`a film of ${title} gives the planned frames with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const film = join(await temporaryFolder(t), file);
      const late = lateS === undefined ? [] : ["-itsoffset", String(lateS)];
      const sound = lateS === undefined ? [] : generated(`sine=d=${durationS}`);
      await makeMedia(...late, ...generated(codedVideo(rate, durationS)), ...sound, ...output, film);
      const storage = await storeMatch(t, film);
      const [frames = 25, perSeconds = 1] = rate.split("/").map(Number);
      const timeOf = (frame: number): number => (frame * perSeconds) / frames + (lateS ?? 0);
      const { ffmpeg, ffprobe } = build;
      const reel = await runReel(t, {
        tools: { ...tools, ffmpeg, ffprobe },
        storage,
        moments: momentsAt(...moments.map(([first, end]) => [timeOf(first), timeOf(end)] as const)),
        request: { shortSidePx: 90 },
      });
      const path = await reelPath(storage, reel.rawVideoKey);
      const planned = moments.flatMap(([first, end]) =>
        Array.from({ length: end - first }, (_, index) => first + index),
      );
      assert.deepEqual(await readCodes(path), planned);
      const times = await frameTimes(path);
      const steps = new Set(times.slice(1).map((time, index) => time - (times[index] ?? 0)));
      assert.equal(times.length, planned.length);
      assert.equal(steps.size, 1, `the clock goes on by ${[...steps].join(", ")}`);
      const { video, audio } = await readMedia(path);
      assert.deepEqual([video.width, video.height], [160, 90]);
      assert.ok(Math.abs(Number(video.duration) - reel.duration) < 0.001);
      assert.ok(Math.abs(Number(audio.duration) - Number(video.duration)) <= 1_024 / 48_000);
    });
  }
}

test("a film of a variable frame rate gives a reel of a constant one, in which each frame is the last that was due", async (t) => {
  const film = join(await temporaryFolder(t), "variable.mkv");
  // Of 25 frames a second every third is missing in every second second.
  await makeMedia(
    ...generated(codedVideo("25", 9)),
    ...["-vf", "select='lt(mod(n,50),25)+gt(mod(n,3),0)'", "-vsync", "vfr", ...X264, film],
  );
  const storage = await storeMatch(t, film);
  const moments = momentsAt([0.4, 2.6], [5, 6]);
  const { rawVideoKey, duration } = await runReel(t, {
    tools,
    storage,
    moments,
    request: { shortSidePx: 90 },
  });
  const path = await reelPath(storage, rawVideoKey);
  const codes = await readCodes(path);
  const times = await frameTimes(path);
  const steps = new Set(times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  assert.equal(steps.size, 1);
  const { video } = await readMedia(path);
  const [rate = 25, per = 1] = video.r_frame_rate.split("/").map(Number);
  const pieceFrames = [2.2, 1].map((lengthS) => Math.round((lengthS * rate) / per));
  assert.equal(
    codes.length,
    pieceFrames.reduce((sum, count) => sum + count, 0),
  );
  assert.ok(Math.abs(duration - (codes.length * per) / rate) < 0.001);
  for (const [index, code] of codes.entries()) {
    const inFirst = index < (pieceFrames[0] ?? 0);
    const timeS = inFirst ? 0.4 + (index * per) / rate : 5 + ((index - (pieceFrames[0] ?? 0)) * per) / rate;
    const isDue = code !== null && Math.abs(code / 25 - timeS) <= 0.081;
    assert.ok(isDue, `frame ${index} shows ${code}, ${timeS} s is due`);
  }
});
