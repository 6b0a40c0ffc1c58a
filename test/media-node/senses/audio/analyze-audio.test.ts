import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { findMoments } from "../../../../media-node/clips/find-moments.ts";
import { type AnalyzeAudioInput, analyzeAudio } from "../../../../media-node/senses/audio/analyze-audio.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { findPauses } from "../../../../media-node/signal/pauses.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { FFMPEG, generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { builtInScorer } from "../../../support/models/virality.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(async () => {
  await closeThreads();
  await assertNoChildren();
});

function hear(
  sourcePath: string,
  endS: number,
  changes: Partial<AnalyzeAudioInput> = {},
): Promise<AudioAnalysis> {
  return analyzeAudio({
    ffmpeg: FFMPEG,
    sourcePath,
    audioSpecifier: "a:0" as const,
    range: { startS: 0, endS },
    signal: AbortSignal.timeout(60_000),
    ...changes,
  });
}

/** Bursts of 1.5 s, then half a second of silence, again and again. */
const BURSTS = "aevalsrc='0.3*sin(2*PI*500*t)*lt(mod(t,2),1.5)':s=44100";

/** Pauses that lie inside the audio, not at its ends. */
function innerPauses(audio: AudioAnalysis) {
  return findPauses(audio).filter((pause) => pause.depthDb > 15 && pause.startS > audio.startS);
}

test("pauses of a file are found where they are, by their source times", async (t) => {
  const path = join(await temporaryFolder(t), "bursts.m4a");
  await makeMedia(...generated(`${BURSTS}:d=20`), "-c:a", "aac", path);
  const audio = await hear(path, 20);
  assert.equal(audio.startS, 0);
  for (const [index, pause] of innerPauses(audio).slice(0, 9).entries()) {
    assert.ok(Math.abs(pause.startS - (2 * index + 1.5)) < 0.06, `${index}: ${pause.startS}`);
    assert.ok(Math.abs(pause.endS - (2 * index + 2)) < 0.06, `${index}: ${pause.endS}`);
  }
});

test("a balanced microphone, whose two channels cancel each other, is heard as loud as one of them", async (t) => {
  const folder = await temporaryFolder(t);
  const [plain, balanced] = [join(folder, "plain.wav"), join(folder, "balanced.wav")];
  await makeMedia(...generated(`${BURSTS}:d=8`), plain);
  await makeMedia(...generated(`${BURSTS}:d=8`), "-af", "pan=stereo|c0=c0|c1=-1*c0", balanced);
  const [expected, audio] = [await hear(plain, 8, { channels: 1 }), await hear(balanced, 8)];
  assert.equal(audio.loudnessDb.length, expected.loudnessDb.length);
  audio.loudnessDb.forEach((level, hop) => {
    const alone = expected.loudnessDb[hop] ?? 0;
    assert.ok(
      Math.abs(Math.max(-60, level) - Math.max(-60, alone)) < 0.5,
      `${hop}: ${level} and ${alone} dB`,
    );
  });
  assert.equal(innerPauses(audio).length, innerPauses(expected).length);
});

test("a range is heard with a second of context, on the source's clock", async (t) => {
  const path = join(await temporaryFolder(t), "bursts.wav");
  await makeMedia(...generated(`${BURSTS}:d=20`), path);
  const audio = await hear(path, 12, { range: { startS: 6.5, endS: 12 } });
  assert.equal(audio.startS, 5.5);
  assert.equal(audio.loudnessDb.length, 375);
  assert.deepEqual(
    innerPauses(audio).map((pause) => Math.round(pause.startS * 10) / 10),
    [7.5, 9.5, 11.5],
  );
});

test("sound that starts late keeps the source's clock", async (t) => {
  const path = join(await temporaryFolder(t), "late.mp4");
  const video = generated("color=c=gray:s=64x64:r=10:d=10");
  await makeMedia(
    ...[...video, "-itsoffset", "3", ...generated("sine=f=500:d=7"), "-map", "0", "-map", "1"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path],
  );
  const { loudnessDb } = await hear(path, 10, { audioSpecifier: "a:0" as const });
  const onset = loudnessDb.findIndex((level) => level > -40);
  assert.ok(Math.abs(onset * 0.02 - 3) < 0.1, `onset at ${onset * 0.02} s`);
});

test("a gap in the middle of the stream keeps the clock of what follows", async (t) => {
  const path = join(await temporaryFolder(t), "gap.mkv");
  const gap = "sine=f=500:d=10,aselect='not(between(t,3,6))'";
  await makeMedia(...generated(gap), "-c:a", "pcm_s16le", path);
  const { loudnessDb } = await hear(path, 10);
  const silent = [...loudnessDb.keys()].filter((hop) => (loudnessDb[hop] ?? 0) < -60);
  assert.ok(Math.abs((silent[0] ?? 0) * 0.02 - 3) < 0.15, `silence from ${(silent[0] ?? 0) * 0.02} s`);
  const back = loudnessDb.findIndex((level, hop) => hop > 200 && level > -40);
  assert.ok(Math.abs(back * 0.02 - 6) < 0.15, `sound again at ${back * 0.02} s`);
});

test("sound that ends before the range gives a shorter analysis", async (t) => {
  const path = join(await temporaryFolder(t), "short.wav");
  await makeMedia(...generated("sine=f=500:d=4"), path);
  const audio = await hear(path, 60);
  assert.equal(audio.loudnessDb.length, 200);
});

test("progress goes up to the end", async (t) => {
  const path = join(await temporaryFolder(t), "long.wav");
  await makeMedia(...generated("sine=f=500:d=60:r=8000"), path);
  const fractions: number[] = [];
  await hear(path, 60, { onProgress: (fraction) => fractions.push(fraction) });
  assert.ok(fractions.length >= 3);
  assert.deepEqual(
    fractions,
    fractions.toSorted((a, b) => a - b),
  );
  assert.ok(fractions.every((fraction) => fraction > 0 && fraction <= 1));
});

test("a file that is no media is refused as unsupported", async (t) => {
  const path = join(await temporaryFolder(t), "broken.wav");
  await makeMedia(...generated("color=c=red:s=16x16:d=1"), "-c:v", "libx264", "-f", "mp4", path);
  await assert.rejects(hear(path, 10, { audioSpecifier: "a:5" as const }), { code: "SOURCE_UNSUPPORTED" });
});

test("an abort ends the hearing with the caller's reason", async (t) => {
  const path = join(await temporaryFolder(t), "long.wav");
  await makeMedia(...generated("sine=f=500:d=600:r=8000"), path);
  const controller = new AbortController();
  const reason = new Error("not wanted any more");
  const onProgress = (): void => controller.abort(reason);
  await assert.rejects(hear(path, 600, { signal: controller.signal, onProgress }), reason);
});

/** How far the level at `timeS` (30 ms to each side) lies below the loud parts of the four seconds around it, dB. */
function depthAt({ loudnessDb, hopS, startS }: AudioAnalysis, timeS: number): number {
  const hop = (timeS - startS) / hopS;
  const near = loudnessDb.slice(Math.max(0, Math.floor(hop - 1.5)), Math.ceil(hop + 1.5));
  const around = loudnessDb.slice(Math.max(0, Math.floor(hop - 100)), Math.ceil(hop + 100)).sort();
  return (around[Math.floor(around.length * 0.9)] ?? 0) - Math.max(...near);
}

/** Recordings of speech, with their lengths in seconds. */
const RECORDINGS = { "jfk.wav": 11, "two_cities.wav": 44.37 } as const;
for (const [name, endS] of Object.entries(RECORDINGS)) {
  const { path, skip } = sharedData(`speech/${name}`);
  test(`cuts of real speech fall into its pauses: ${name}`, { skip }, async () => {
    const audio = await hear(path, endS);
    const moments = await findMoments({
      scoreFeatures: await builtInScorer(),
      audio,
      video: null,
      cues: [],
      range: { startS: 0, endS },
      clipCount: 5,
      clipLengthS: { min: 5, max: 10 },
    });
    const cuts = moments.flatMap((moment) => [moment.startS, moment.endS]);
    for (const timeS of cuts.filter((cutS) => cutS > 0 && cutS < endS)) {
      const depthDb = depthAt(audio, timeS);
      assert.ok(depthDb > 14, `cut at ${timeS} s, only ${depthDb.toFixed(1)} dB below the speech`);
    }
  });
}
