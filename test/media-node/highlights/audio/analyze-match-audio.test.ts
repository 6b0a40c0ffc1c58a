import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { analyzeMatchAudio } from "../../../../media-node/highlights/audio/analyze-match-audio.ts";
import type { MatchAudio } from "../../../../media-node/highlights/audio/match-audio.ts";
import type { AnalyzeAudioInput } from "../../../../media-node/senses/audio/analyze-audio.ts";
import { findPauses } from "../../../../media-node/signal/pauses.ts";
import { closeThreads } from "../../../../media-node/threads/run-in-thread.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import {
  between,
  crowd,
  highest,
  hit,
  int16Samples,
  layered,
  outside,
  swell,
  whistle,
  withGain,
} from "../../../support/matches/match-signals.ts";
import { FFMPEG, generated, makeMedia } from "../../../support/media/media-fixture.ts";
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
): Promise<MatchAudio> {
  return analyzeMatchAudio({
    ffmpeg: FFMPEG,
    sourcePath,
    audioSpecifier: "a:0" as const,
    range: { startS: 0, endS },
    signal: AbortSignal.timeout(60_000),
    ...changes,
  });
}

/** A swell from 60 s to 70 s, a whistle at 30.2 s, a hit at 59.3 s. */
function match(): Float32Array {
  const swelling = withGain(crowd(1, 120), swell(60, 70, 10));
  return layered(swelling, [30.2, whistle(0.6, -26)], [59.3, hit(2)]);
}

test("what happens in a lossy stereo file is heard when it happens, on the source's clock", async (t) => {
  const folder = await temporaryFolder(t);
  const [raw, path] = [join(folder, "match.s16"), join(folder, "match.mp4")];
  await writeFile(raw, int16Samples(match()));
  await makeMedia(
    ...["-f", "s16le", "-ar", "16000", "-ac", "1", "-i", raw],
    ...["-ac", "2", "-ar", "48000", "-c:a", "aac", "-b:a", "96k", path],
  );
  const whole = (await hear(path, 120)).curves;
  assert.ok(Math.min(...between(whole.crowd, 61.5, 68.5)) > 0.8);
  assert.ok(highest(outside(whole.crowd, 59.5, 70.5)) < 0.1);
  assert.ok(highest(between(whole.whistle, 30, 31)) >= 0.5);
  assert.equal(highest(outside(whole.whistle, 30, 31.5)), 0);
  assert.ok(highest(between(whole.impact, 59, 60)) > 0.7);
  const { audio, curves } = await hear(path, 120, { range: { startS: 20.3, endS: 110.3 } });
  assert.equal(audio.startS, 19.3);
  assert.equal(curves.crowd.length, 180);
  assert.ok(highest(between(curves.whistle, 9.5, 11)) >= 0.5);
  assert.equal(highest(outside(curves.whistle, 9.5, 11)), 0);
  assert.ok(Math.min(...between(curves.crowd, 41.5, 48)) > 0.8);
});

test("the analysis that comes with the curves knows the pauses", async (t) => {
  const path = join(await temporaryFolder(t), "bursts.m4a");
  const bursts = "aevalsrc='0.3*sin(2*PI*500*t)*lt(mod(t,2),1.5)':s=44100:d=20";
  await makeMedia(...generated(bursts), "-c:a", "aac", path);
  const { audio } = await hear(path, 20);
  const pauses = findPauses(audio).filter((pause) => pause.depthDb > 15 && pause.startS > 0);
  assert.ok(pauses.length >= 9);
  for (const [index, pause] of pauses.slice(0, 9).entries()) {
    assert.ok(Math.abs(pause.startS - (2 * index + 1.5)) < 0.06, `${index}: ${pause.startS}`);
  }
});

test("a real voice has a pitch and a pace where it speaks", {
  skip: sharedData("speech/jfk.wav").skip,
}, async () => {
  const { curves } = await hear(sharedData("speech/jfk.wav").path, 11);
  for (const name of ["voicePitch", "voiceRate"] as const) {
    const known = [...curves[name]].filter((value) => !Number.isNaN(value));
    assert.ok(known.length >= 12, `${name} knows ${known.length} ticks of 22`);
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    assert.ok(mean < 0.3, `${name} ${curves[name]}`);
  }
  assert.equal(highest([...curves.whistle]), 0);
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

test("a stream that is not there is refused as unsupported", async (t) => {
  const path = join(await temporaryFolder(t), "video.mp4");
  await makeMedia(...generated("color=c=red:s=16x16:d=1"), "-c:v", "libx264", path);
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
