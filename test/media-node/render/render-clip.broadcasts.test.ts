// Recordings of broadcasts: what is heard and shown is what was said at that time.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { decodeCommand, readAudio, readMonoFrames } from "../../../media-node/ffmpeg/decode-audio.ts";
import { probeSource, type SourceInfo } from "../../../media-node/source/probe-source.ts";
import { addProgrammeGuide } from "../../support/media/dvb-recording.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { type DecodedFrame, readFrame, readSamples } from "../../support/media/read-media.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { BUILDS, type MediaBuild } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";
import { BLAZEFACE_PATH } from "../../support/models/package-models.ts";

const renderer = createRenderer();
const films = createSharedFilms();
const HEARD_RATE_HZ = 16_000;

/** Of audio, with what it is made in the first part and in the second. */
const CHANGES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["from 5.1 to stereo", ["-c:a", "aac", "-ac", "6"], ["-c:a", "aac", "-ac", "2"]],
  ["from mono to 5.1", ["-c:a", "ac3", "-ac", "1"], ["-c:a", "ac3", "-ac", "6"]],
  ["from 44.1 to 48 kHz", ["-c:a", "aac", "-ar", "44100"], ["-c:a", "aac", "-ar", "48000"]],
];

/** What a recognizer hears of all of a source. */
async function hear(path: string, source: SourceInfo, build: MediaBuild): Promise<Float32Array> {
  const call = {
    sourcePath: path,
    audioSpecifier: source.audio?.specifier ?? ("a:0" as const),
    channels: source.audio?.channels ?? 2,
    clockStartS: source.audio?.clockStartS,
    startS: 0,
    endS: source.durationS,
  };
  return readAudio(build.ffmpeg, decodeCommand(call), async (start) => {
    const heard: number[] = [];
    const signal = AbortSignal.timeout(60_000);
    await readMonoFrames(start, call, { signal, onFrame: (frame) => heard.push(...frame) });
    return Float32Array.from(heard, (sample) => sample / 32_768);
  });
}

/** How often a tone swings in a second, by the half second from there on; 0 for silence. */
function toneHz(samples: Float32Array, rateHz: number, startS: number): number {
  const half = samples.subarray(Math.round(startS * rateHz), Math.round((startS + 0.5) * rateHz));
  if (half.every((sample) => Math.abs(sample) < 0.02)) return 0;
  let crossings = 0;
  for (let at = 1; at < half.length; at += 1) {
    if ((half[at] ?? 0) < 0 !== (half[at - 1] ?? 0) < 0) crossings += 1;
  }
  return crossings;
}

interface Part {
  readonly color: string;
  readonly toneHz: number;
  /** When its clock begins. */
  readonly beginsS: number;
  /** Options of its audio. */
  readonly audio?: readonly string[];
}

/** Makes a transport stream of parts of ten seconds, one behind the other. */
async function makeRecording(path: string, parts: readonly Part[]): Promise<void> {
  const bytes: Buffer[] = [];
  for (const { color, toneHz: frequency, beginsS, audio = [] } of parts) {
    await makeMedia(
      ...generated(`color=c=${color}:s=32x32:r=10:d=10`),
      ...generated(`aevalsrc=0.5*sin(2*PI*${frequency}*t):s=48000:d=10`),
      ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-pix_fmt", "yuv420p"],
      ...[...audio, "-output_ts_offset", String(beginsS), path],
    );
    bytes.push(await readFile(path));
  }
  await writeFile(path, Buffer.concat(bytes));
}

/** Stripes that move by 8 pixels from field to field, upright, of which lines of another field are combs. */
const STRIPES = "color=c=black:s=180x320:r=50:d=8,geq=lum='16+219*lt(mod(X+8*N,64),32)':cb=128:cr=128";
const FIELDS = { progressive: "framestep=2", interlaced: "tinterlace=interleave_top,setfield=tff" } as const;

/** Makes a transport stream that goes from progressive frames to interlaced ones after four seconds. */
async function makeMixedRecording(path: string, codec: readonly string[]): Promise<void> {
  const bytes: Buffer[] = [];
  for (const [index, kind] of (["progressive", "interlaced"] as const).entries()) {
    const fields = kind === "interlaced" ? ["-flags", "+ilme+ildct"] : [];
    await makeMedia(
      ...[...generated(STRIPES), "-vf", FIELDS[kind], ...codec, ...fields, "-g", "12", "-bf", "0"],
      ...["-t", "4", "-pix_fmt", "yuv420p", "-output_ts_offset", String(4 * index), path],
    );
    bytes.push(await readFile(path));
  }
  await writeFile(path, Buffer.concat(bytes));
}

/** Makes a recording of two sounds with a programme guide. */
async function makeDvbRecording(path: string): Promise<void> {
  const inputs = ["testsrc=s=64x36:r=25:d=6", "sine=f=500:d=6", "sine=f=2000:d=6"].flatMap(generated);
  const maps = ["-map", "0", "-map", "1", "-map", "2"];
  await makeMedia(...inputs, ...maps, "-c:v", "libx264", "-preset", "ultrafast", "-g", "25", path);
  await addProgrammeGuide(path);
}

/** Makes a broadcast whose sound begins two seconds after its picture. */
async function makeLateSound(path: string): Promise<void> {
  const sound = ["-itsoffset", "2", ...generated("sine=f=500:d=4")];
  const coding = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25"];
  await makeMedia(...generated("testsrc=s=64x36:r=25:d=6"), ...sound, ...coding, path);
}

/** The mean difference of a frame's lines to those below, 0 to 255. */
function combs(frame: DecodedFrame): number {
  const { width, height } = frame;
  let sum = 0;
  for (let y = 1; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (row: number): number => frame.at((x + 0.5) / width, (row + 0.5) / height)[1];
      sum += Math.abs(at(y) - at(y - 1));
    }
  }
  return sum / (width * (height - 1));
}

const BROADCAST_CODECS = {
  "H.264": ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "12"],
  "MPEG-2": ["-c:v", "mpeg2video", "-q:v", "2"],
} as const;

for (const build of BUILDS) {
  for (const [name, codec] of Object.entries(BROADCAST_CODECS)) {
    test(`${name} that is interlaced behind a progressive beginning shows no combs with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const path = await films(`mixed-${name}.ts`, (file) => makeMixedRecording(file, codec));
      for (const startS of [1, 5]) {
        const { videoPath } = await renderer.render(t, path, { build, startS, style: "LETTERBOX" });
        const found = combs(await readFrame(videoPath, 1));
        assert.ok(found < 4, `${found} at ${startS} s`);
      }
    });
  }

  test(`the first sound of a DVB recording with a programme guide is heard and rendered with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = await films("dvb.ts", makeDvbRecording);
    const source = await probeSource(build, path, AbortSignal.timeout(60_000));
    const heard = await hear(path, source, build);
    assert.ok(Math.abs(toneHz(heard, HEARD_RATE_HZ, 2) - 500) < 5);
    const { videoPath } = await renderer.render(t, path, { build, startS: 1 });
    const played = await readSamples(videoPath, HEARD_RATE_HZ);
    assert.ok(Math.abs(toneHz(played, HEARD_RATE_HZ, 1) - 500) < 5);
  });

  test(`what is heard behind a jump of a recording's clock is what its clips show there with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const parts = [
      { color: "black", toneHz: 500, beginsS: 0 },
      { color: "white", toneHz: 2_000, beginsS: 40 },
    ];
    const path = await films("jump.ts", (file) => makeRecording(file, parts));
    const source = await probeSource(build, path, AbortSignal.timeout(60_000));
    assert.ok(Math.abs(source.durationS - 50) < 0.5, `${source.durationS}`);
    const heard = await hear(path, source, build);
    const tones = [5, 13, 25, 43].map((timeS) => toneHz(heard, HEARD_RATE_HZ, timeS));
    assert.deepEqual(
      tones.map((hz) => Math.round(hz / 100) * 100),
      [500, 0, 0, 2_000],
    );
    for (const { startS, light, tone } of [
      { startS: 5, light: 0, tone: 500 },
      { startS: 13, light: 0, tone: 0 },
      { startS: 43, light: 255, tone: 2_000 },
    ]) {
      const { videoPath } = await renderer.render(t, path, { build, startS });
      const [red] = (await readFrame(videoPath, 1)).at(0.5, 0.5);
      assert.ok(Math.abs(red - light) < 10, `${red} at ${startS} s`);
      const played = await readSamples(videoPath, HEARD_RATE_HZ);
      assert.ok(Math.abs(toneHz(played, HEARD_RATE_HZ, 1) - tone) < 20, `at ${startS} s`);
    }
  });
  test(`sound that begins after a broadcast's picture is heard where it is played with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const path = await films("late.ts", makeLateSound);
    const source = await probeSource(build, path, AbortSignal.timeout(60_000));
    const heard = await hear(path, source, build);
    const { videoPath } = await renderer.render(t, path, { build, durationS: 5 });
    const played = await readSamples(videoPath, HEARD_RATE_HZ);
    for (const samples of [heard, played]) {
      const beginsS = samples.findIndex((sample) => Math.abs(sample) > 0.05) / HEARD_RATE_HZ;
      assert.ok(Math.abs(beginsS - 2) < 0.05, `${beginsS}`);
    }
  });

  test(`a clip that ends shortly before its recording's sound changes is rendered with ${build.name}`, {
    skip: build.skip,
  }, async (t) => {
    const [, first, second] = CHANGES[0] ?? ["", [], []];
    const parts = [
      { color: "black", toneHz: 500, beginsS: 0, audio: first },
      { color: "white", toneHz: 2_000, beginsS: 10, audio: second },
    ];
    const path = await films("shortly-before.ts", (file) => makeRecording(file, parts));
    for (const endS of [9.2, 9.5, 9.9]) {
      const { videoPath } = await renderer.render(t, path, { build, startS: 5, durationS: endS - 5 });
      const played = await readSamples(videoPath, HEARD_RATE_HZ);
      assert.ok(Math.abs(played.length / HEARD_RATE_HZ - endS + 5) < 0.1, `${played.length}`);
      assert.ok(Math.abs(toneHz(played, HEARD_RATE_HZ, endS - 5.7) - 500) < 20, `to ${endS} s`);
    }
  });

  for (const [change, first, second] of CHANGES) {
    test(`what follows a change of a recording's sound ${change} is heard and played where it is, with ${build.name}`, {
      skip: build.skip,
    }, async (t) => {
      const parts = [
        { color: "black", toneHz: 500, beginsS: 0, audio: first },
        { color: "white", toneHz: 2_000, beginsS: 12, audio: second },
      ];
      const path = await films(`${change}.ts`, (file) => makeRecording(file, parts));
      const source = await probeSource(build, path, AbortSignal.timeout(60_000));
      const heard = await hear(path, source, build);
      assert.ok(heard.length / HEARD_RATE_HZ < source.durationS + 0.1, `${heard.length}`);
      const tones = [1, 9, 10.5, 12.2, 21].map((timeS) => toneHz(heard, HEARD_RATE_HZ, timeS));
      assert.deepEqual(
        tones.map((hz) => Math.round(hz / 100) * 100),
        [500, 500, 0, 2_000, 2_000],
      );
      const { videoPath } = await renderer.render(t, path, {
        build,
        startS: 9,
        durationS: 5,
        faceModelPath: BLAZEFACE_PATH,
      });
      const played = await readSamples(videoPath, HEARD_RATE_HZ);
      assert.ok(Math.abs(played.length / HEARD_RATE_HZ - 5) < 0.1, `${played.length}`);
      const playedTones = [0.2, 1.5, 3.2, 4.4].map((timeS) => toneHz(played, HEARD_RATE_HZ, timeS));
      assert.deepEqual(
        playedTones.map((hz) => Math.round(hz / 100) * 100),
        [500, 0, 2_000, 2_000],
      );
      const lights = [2.8, 3.3].map(async (timeS) => (await readFrame(videoPath, timeS)).at(0.5, 0.5)[0]);
      const [before = 255, after = 0] = await Promise.all(lights);
      assert.ok(before < 10 && after > 245, `${before}, ${after}`);
    });
  }
}
