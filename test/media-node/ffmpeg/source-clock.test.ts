// What is read of a source alone, its picture or its sound, is what the whole of it has at that time.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { audioArgs, decodeCommand } from "../../../media-node/ffmpeg/decode-audio.ts";
import { readSpacedFrames } from "../../../media-node/ffmpeg/evenly-spaced-frames.ts";
import { clockOf, runFfmpeg } from "../../../media-node/ffmpeg/ffmpeg.ts";
import { readStampedFrames } from "../../../media-node/framing/shots/stamped-frames.ts";
import { probeSource, requireVideo, type SourceInfo } from "../../../media-node/source/probe-source.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { BUILDS, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Grey that is lighter by this each second. */
const LIGHTER = 20;
const PICTURE = `color=c=black:s=32x32:r=25:d=10,geq=lum='16+${LIGHTER}*floor(T)':cb=128:cr=128`;
const SIZE = { width: 32, height: 32 };
const RATE_HZ = 16_000;
const DECODING = { timeoutMs: 60_000, signal: AbortSignal.timeout(120_000) };

interface Broadcast {
  /** When its clock begins. */
  readonly beginsS?: number;
  readonly pictureS?: number;
  readonly soundS?: number;
}

/** Ten seconds of picture and ten of sound, each of which may begin later than the other. */
async function makeBroadcast(
  t: TestContext,
  { beginsS = 0, pictureS = 0, soundS = 0 }: Broadcast,
): Promise<string> {
  const path = join(await temporaryFolder(t), "broadcast.ts");
  await makeMedia(
    ...["-itsoffset", String(pictureS), ...generated(PICTURE)],
    ...["-itsoffset", String(soundS), ...generated("sine=f=500:d=10")],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "ac3"],
    ...["-output_ts_offset", String(beginsS), path],
  );
  return path;
}

const PACKET_BYTES = 188;
/** No stream's ends are looked for in more of a file's end. */
const PADDING_BYTES = 20_000_000;

/** Puts packets of no stream into a file's middle. */
async function padBroadcast(path: string): Promise<void> {
  const bytes = await readFile(path);
  const padding = Buffer.alloc(PACKET_BYTES * Math.ceil(PADDING_BYTES / PACKET_BYTES), 0xff);
  for (let at = 0; at < padding.length; at += PACKET_BYTES) padding.writeUInt32BE(0x47_1f_ff_10, at);
  const middle = PACKET_BYTES * Math.floor(bytes.length / PACKET_BYTES / 2);
  await writeFile(path, Buffer.concat([bytes.subarray(0, middle), padding, bytes.subarray(middle)]));
}

/** The second of the picture that each frame shows, two seconds apart. */
async function shownSeconds(build: MediaBuild, sourcePath: string, startS: number): Promise<number[]> {
  const video = requireVideo(await probeSource(build, sourcePath, DECODING.signal));
  const { specifier: videoSpecifier, clockStartS } = video;
  const shown: number[] = [];
  const range = { startS, endS: startS + 4 };
  const call = { ffmpeg: build.ffmpeg, sourcePath, videoSpecifier, clockStartS, ...range };
  await readSpacedFrames(
    { ...call, isTurned: false, stepS: 2, size: SIZE, skip: "noref" },
    DECODING.signal,
    async ([light = 0]) => {
      shown.push(Math.round((light * 219) / 255 / LIGHTER));
    },
  );
  return shown;
}

/** Four seconds of the sound. */
async function heardSamples(
  build: MediaBuild,
  sourcePath: string,
  audio: SourceInfo["audio"],
  startS: number,
): Promise<Int16Array> {
  const chunks: Buffer[] = [];
  const call = { sourcePath, audioSpecifier: "a:0" as const, ...clockOf(audio ?? {}) };
  const args = audioArgs(decodeCommand({ ...call, channels: 1, startS, endS: startS + 4 }));
  await runFfmpeg(build.ffmpeg, { ...DECODING, args, onOutput: (chunk) => chunks.push(chunk) });
  const bytes = Buffer.concat(chunks);
  return Int16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at));
}

for (const build of BUILDS) {
  const { skip, name } = build;

  for (const beginsS of [0, 34_567]) {
    test(`a broadcast's picture alone is that of its time, where its clock begins at ${beginsS} s, with ${name}`, {
      skip,
    }, async (t) => {
      const path = await makeBroadcast(t, { beginsS, pictureS: 0.5 });
      assert.deepEqual(await shownSeconds(build, path, 0), [0, 2]);
      assert.deepEqual(await shownSeconds(build, path, 5), [5, 7]);
    });
  }

  test(`frames of a broadcast are told with their times with ${name}`, { skip }, async (t) => {
    const path = await makeBroadcast(t, { beginsS: 34_567, pictureS: 0.5 });
    const video = requireVideo(await probeSource(build, path, DECODING.signal));
    const { startS: pictureS = 0, clockStartS } = video;
    const changesS: number[] = [];
    let before: number | undefined;
    await readStampedFrames(
      {
        ffmpeg: build.ffmpeg,
        sourcePath: path,
        videoSpecifier: "v:0",
        clockStartS,
        startS: 2,
        endS: 7,
        size: SIZE,
        perS: null,
        decoding: [],
      },
      DECODING.signal,
      ([light = 0], timeS) => {
        if (before !== undefined && Math.abs(light - before) > LIGHTER / 2) changesS.push(timeS);
        before = light;
      },
    );
    // The first second is lost where a seek lands behind its key frame.
    assert.ok(changesS.length >= 3, `${changesS}`);
    for (const timeS of changesS) {
      const offS = timeS - pictureS - Math.round(timeS - pictureS);
      assert.ok(Math.abs(offS) < 0.02, `${changesS} for ${pictureS}`);
    }
  });

  test(`a broadcast's sound alone is that of its time with ${name}`, { skip }, async (t) => {
    const path = await makeBroadcast(t, { beginsS: 34_567, soundS: 2 });
    const { audio } = await probeSource(build, path, DECODING.signal);
    for (const startS of [0, 1, 5]) {
      const samples = await heardSamples(build, path, audio, startS);
      const soundS = startS + samples.findIndex((sample) => Math.abs(sample) > 1_000) / RATE_HZ;
      assert.ok(Math.abs(soundS - Math.max(startS, 2)) < 0.05, `${soundS} from ${startS} s on`);
      assert.ok(Math.abs(samples.length / RATE_HZ - 4) < 0.05, `${samples.length} from ${startS} s on`);
    }
  });

  test(`the sound of an AVI is as late as its frames, which are coded out of order, with ${name}`, {
    skip,
  }, async (t) => {
    const path = join(await temporaryFolder(t), "reordered.avi");
    const sound = generated("aevalsrc='0.5*sin(3000*t)*lt(mod(t+0.5,2),0.1)':s=48000:d=10");
    const coding = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "25", "-c:a", "pcm_s16le"];
    await makeMedia(...generated("testsrc=s=32x32:r=25:d=10"), ...sound, ...coding, path);
    const { audio } = await probeSource(build, path, DECODING.signal);
    for (const startS of [0, 0.03, 3]) {
      const samples = await heardSamples(build, path, audio, startS);
      const soundS = startS + samples.findIndex((sample) => Math.abs(sample) > 1_000) / RATE_HZ;
      assert.ok(Math.abs(soundS - (startS === 3 ? 3.58 : 1.58)) < 0.01, `${soundS} from ${startS} s on`);
    }
  });

  test(`a broadcast's picture that begins late ends where it ends with ${name}`, { skip }, async (t) => {
    const path = join(await temporaryFolder(t), "broadcast.ts");
    const late = ["-itsoffset", "2", ...generated("testsrc=s=32x32:r=25:d=4")];
    const options = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "ac3"];
    await makeMedia(...late, ...generated("sine=f=500:d=40"), ...options, path);
    await padBroadcast(path);
    const { endS = 0 } = requireVideo(await probeSource(build, path, DECODING.signal));
    assert.ok(Math.abs(endS - 6) < 0.2, `${endS}`);
  });
}
