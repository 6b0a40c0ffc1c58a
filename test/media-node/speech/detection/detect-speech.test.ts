// The stage with its thread and real ffmpeg: every kind of sound that sources bring.
import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { SampleFile } from "../../../../media-node/ffmpeg/sample-file.ts";
import { BUILT_IN_MODELS_DIR, scanBundles } from "../../../../media-node/models/find-bundles.ts";
import { DETECT_SPEECH } from "../../../../media-node/speech/detection/detect-speech.ts";
import type {
  DetectedSpeech,
  DetectSpeechCall,
} from "../../../../media-node/speech/detection/detect-speech.worker.ts";
import { closeThreads, type RunOptions, runInThread } from "../../../../media-node/threads/run-in-thread.ts";
import { NodeLack } from "../../../../shared/node-lack.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { FFMPEG, generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { smallDisk } from "../../../support/storage/small-disk.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../../deploy/sample/sample.mp4", import.meta.url));
/** Nine seconds of the sample in which somebody speaks most of the time. */
const VOICE = ["-ss", "2", "-t", "9", "-i", SAMPLE];
const SILERO = sharedData("models/silero_vad.onnx");

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

interface Heard extends DetectedSpeech {
  readonly samplesPath: string;
}

async function hear(
  t: TestContext,
  sourcePath: string,
  endS: number,
  changes: Partial<DetectSpeechCall> = {},
  options: Partial<RunOptions> = {},
): Promise<Heard> {
  const samplesPath = join(await temporaryFolder(t), "speech.s16");
  const call: DetectSpeechCall = {
    ffmpeg: FFMPEG,
    sourcePath,
    audioSpecifier: "a:0" as const,
    channels: 1,
    startS: 0,
    endS,
    samplesPath,
    maxWindowS: 20,
    sileroPath: null,
    ...changes,
  };
  const detected = await runInThread(DETECT_SPEECH, call, {
    signal: AbortSignal.timeout(60_000),
    ...options,
  });
  return { ...detected, samplesPath };
}

/** A file of these arguments in a folder of the test's own. */
async function made(t: TestContext, name: string, ...args: readonly string[]): Promise<string> {
  const path = join(await temporaryFolder(t), name);
  await makeMedia(...args, path);
  return path;
}

test("a scratch disk that the samples fill is the machine's lack and not the source's fault", async (t) => {
  const scratch = await smallDisk(t, 1);
  if (scratch === undefined) return;
  const samplesPath = join(scratch, "speech.s16");
  await assert.rejects(hear(t, SAMPLE, 92, { audioSpecifier: "a:0" as const, samplesPath }), (error) => {
    assert.ok(error instanceof NodeLack, String(error));
    assert.deepEqual([error.lack, error.code, error.retryable], ["space", "INTERNAL", true]);
    return true;
  });
});

/** Root mean square of the windows' samples. */
async function level(heard: Heard): Promise<number> {
  const file = await SampleFile.open(heard.samplesPath);
  try {
    let power = 0;
    let count = 0;
    for (const window of heard.windows) {
      for (const sample of await file.readSpan(window)) power += sample * sample;
      count += Math.round((window.endS - window.startS) * 16_000);
    }
    return Math.sqrt(power / count);
  } finally {
    await file.close();
  }
}

test("a talk becomes windows on its own clock, and its samples lie in the file", async (t) => {
  const heard = await hear(t, SAMPLE, 92, { audioSpecifier: "a:0" as const });
  assert.ok(heard.windows.length >= 4);
  assert.ok(heard.speechS > 60 && heard.speechS < 85, `${heard.speechS}`);
  assert.ok(heard.windows.every(({ startS, endS }) => endS - startS <= 20 + 1e-9));
  assert.ok(Math.abs(heard.durationS - 92) < 0.2);
  const { size } = await stat(heard.samplesPath);
  assert.ok(Math.abs(size - 2 * 16_000 * heard.durationS) <= 1_024);
});

test("a range is heard alone, its windows counted from its start", async (t) => {
  const whole = await hear(t, SAMPLE, 60, { audioSpecifier: "a:0" as const });
  const part = await hear(t, SAMPLE, 0, {
    audioSpecifier: "a:0" as const,
    startS: 30,
    endS: 60,
  });
  assert.equal(part.startS, 30);
  assert.ok(Math.abs(part.durationS - 30) < 0.1);
  const isSpokenInWhole = (timeS: number): boolean =>
    whole.windows.some(({ startS, endS }) => timeS >= startS && timeS <= endS);
  for (const { startS, endS } of part.windows) assert.ok(isSpokenInWhole(30 + (startS + endS) / 2));
});

test("silence, noise and music give no windows", async (t) => {
  for (const graph of ["anullsrc=r=44100", "anoisesrc=a=0.1:r=44100", "sine=f=440:r=44100"]) {
    const heard = await hear(t, await made(t, "quiet.wav", ...generated(graph), "-t", "10"), 10);
    assert.deepEqual(heard.windows, [], graph);
    assert.equal(heard.speechS, 0);
    assert.equal(heard.durationS, 10);
  }
});

test("a fifth of a second is heard without complaint, whatever is in it", async (t) => {
  const voice = await made(t, "short.wav", ...VOICE, "-t", "0.2", "-vn");
  const heard = await hear(t, voice, 0.2);
  assert.ok(Math.abs(heard.durationS - 0.2) < 0.001);
  assert.ok(heard.windows.every(({ startS, endS }) => startS >= 0 && endS <= heard.durationS));
});

test("a range behind the end of the sound has no sound and no windows", async (t) => {
  const path = await made(t, "ended.wav", ...generated("sine=f=440:r=16000"), "-t", "2");
  const heard = await hear(t, path, 0, { startS: 5, endS: 9 });
  assert.deepEqual([heard.durationS, heard.windows, heard.speechS], [0, [], 0]);
});

test("of a range without sound Silero tells no progress that is no number", async (t) => {
  const path = await made(t, "ended.wav", ...generated("sine=f=440:r=16000"), "-t", "2");
  const places = { modelsDir: await temporaryFolder(t), builtInDir: BUILT_IN_MODELS_DIR };
  const { bundles } = await scanBundles(places);
  const silero = bundles.find(({ manifest }) => manifest.family === "silero");
  assert.ok(silero !== undefined);
  const sileroPath = join(silero.folder, silero.manifest.files[0]?.path ?? "");
  const fractions: number[] = [];
  const onProgress = (fraction: number): unknown => fractions.push(fraction);
  const heard = await hear(t, path, 0, { startS: 5, endS: 9, sileroPath }, { onProgress });
  assert.deepEqual([heard.durationS, heard.windows, heard.speechS], [0, [], 0]);
  for (const fraction of fractions) assert.ok(fraction >= 0 && fraction <= 1, `${fraction}`);
});

test("a telephone's 8 kHz are heard like any other sound", async (t) => {
  const path = await made(
    t,
    "telephone.wav",
    ...VOICE,
    ...["-vn", "-af", "highpass=f=300,lowpass=f=3400", "-ac", "1", "-ar", "8000", "-c:a", "pcm_mulaw"],
  );
  const heard = await hear(t, path, 9);
  assert.ok(heard.speechS > 5, `${heard.speechS}`);
});

test("a dead channel and channels in anti-phase cost the voice nothing", async (t) => {
  const mono = await level(await hear(t, await made(t, "mono.wav", ...VOICE, "-vn", "-ac", "1"), 9));
  for (const [name, graph] of [
    ["dead right", "pan=stereo|c0=c0|c1=0*c0"],
    ["dead left", "pan=stereo|c0=0*c0|c1=c0"],
    ["anti-phase", "pan=stereo|c0=c0|c1=-1*c0"],
    ["both", "pan=stereo|c0=c0|c1=c0"],
  ] as const) {
    const path = await made(t, "stereo.wav", ...VOICE, "-vn", "-af", `aformat=channel_layouts=mono,${graph}`);
    const heard = await hear(t, path, 9, { channels: 2 });
    const ratioDb = 20 * Math.log10((await level(heard)) / mono);
    assert.ok(Math.abs(ratioDb) < 0.5, `${name}: ${ratioDb} dB`);
  }
});

test("a voice behind a change of the sound is found where it is, and its samples too", async (t) => {
  const folder = await temporaryFolder(t);
  const [film, advertisement, path] = ["film.ts", "spot.ts", "recording.ts"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const quiet = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=5.1", "-t", "10", "-c:a", "ac3"];
  await makeMedia(...quiet, film);
  await makeMedia(...VOICE, "-vn", "-ac", "2", "-c:a", "ac3", "-output_ts_offset", "10", advertisement);
  await writeFile(path, Buffer.concat([await readFile(film), await readFile(advertisement)]));
  const heard = await hear(t, path, 19, { channels: 6 });
  assert.ok(Math.abs(heard.durationS - 19) < 0.1, `${heard.durationS}`);
  assert.ok(heard.speechS > 5, `${heard.speechS}`);
  const [first, last] = [heard.windows[0]?.startS ?? 0, heard.windows.at(-1)?.endS ?? 0];
  assert.ok(first > 9.5 && first < 13 && last > 16, `${first} to ${last} s`);
  const { size } = await stat(heard.samplesPath);
  assert.ok(Math.abs(size - 2 * 16_000 * heard.durationS) <= 1_024);
});

test("an hour is heard in one go, with windows up to its end", async (t) => {
  const folder = await temporaryFolder(t);
  const loop = join(folder, "loop.m4a");
  await makeMedia(...VOICE, "-vn", "-ac", "1", "-ar", "16000", "-c:a", "aac", loop);
  const hour = join(folder, "hour.m4a");
  await makeMedia("-stream_loop", "399", "-i", loop, "-c", "copy", hour);
  const fractions: number[] = [];
  const onProgress = (fraction: number): unknown => fractions.push(fraction);
  const heard = await hear(t, hour, 3_600, { maxWindowS: 30 }, { onProgress });
  assert.ok(heard.durationS > 3_590, `${heard.durationS}`);
  assert.ok((heard.windows.at(-1)?.endS ?? 0) > 3_570);
  assert.ok(heard.windows.every(({ startS, endS }) => endS > startS && endS - startS <= 30 + 1e-9));
  assert.ok(fractions.length > 100 && fractions.every((fraction) => fraction > 0 && fraction <= 1));
});

test("Silero VAD finds the voice where it is installed", { skip: SILERO.skip }, async (t) => {
  const heard = await hear(t, SAMPLE, 92, { audioSpecifier: "a:0" as const, sileroPath: SILERO.path });
  assert.ok(heard.speechS > 65 && heard.speechS < 85, `${heard.speechS}`);
});

test("an abort ends the hearing with the caller's reason", async (t) => {
  const path = await made(t, "long.wav", ...generated("sine=f=500:r=8000"), "-t", "600");
  const controller = new AbortController();
  const reason = new Error("not wanted any more");
  const onProgress = (): void => controller.abort(reason);
  await assert.rejects(hear(t, path, 600, {}, { signal: controller.signal, onProgress }), reason);
});

test("a stream that is not there is refused as unsupported", async (t) => {
  const path = await made(t, "broken.wav", ...generated("sine=f=500"), "-t", "1");
  await assert.rejects(hear(t, path, 1, { audioSpecifier: "a:5" as const }), {
    code: "SOURCE_UNSUPPORTED",
  });
});
