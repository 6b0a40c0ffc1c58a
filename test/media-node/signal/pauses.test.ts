import assert from "node:assert/strict";
import { test } from "node:test";
import type { AudioAnalysis } from "../../../media-node/signal/audio-analysis.ts";
import { findPauses, quietestNear } from "../../../media-node/signal/pauses.ts";
import { makeSpeech } from "../../support/talks/synthetic-speech.ts";

function audioOf(levels: readonly number[], startS = 0): AudioAnalysis {
  const loudnessDb = Float32Array.from(levels);
  const speech = new Uint8Array(levels.length);
  return { startS, hopS: 0.02, loudnessDb, speech, novelty: speech, pitch: speech, voiceSounds: speech };
}

function levels(...parts: readonly (readonly [levelDb: number, hops: number])[]): number[] {
  return parts.flatMap(([levelDb, hops]) => Array<number>(hops).fill(levelDb));
}

test("a pause is found to the hop, on the source's clock", () => {
  const [pause, ...others] = findPauses(audioOf(levels([-20, 100], [-60, 20], [-20, 100]), 30));
  assert.deepEqual(others, []);
  assert.ok(pause !== undefined);
  assert.ok(Math.abs(pause.startS - 32) < 1e-9 && Math.abs(pause.endS - 32.4) < 1e-9);
  assert.ok(Math.abs(pause.depthDb - 40) < 1.5);
});

test("a dip shorter than 120 ms is part of a word", () => {
  assert.deepEqual(findPauses(audioOf(levels([-20, 100], [-60, 5], [-20, 100]))), []);
});

test("steady noise has no pauses, however it flickers", () => {
  const noise = Array.from({ length: 3_000 }, (_, hop) => -30 + 3 * Math.sin(hop / 10));
  assert.deepEqual(findPauses(audioOf(noise)), []);
});

test("the threshold follows a voice that grows quieter", () => {
  const loud = Array.from({ length: 20 }, () => levels([-15, 80], [-50, 20])).flat();
  const quiet = Array.from({ length: 20 }, () => levels([-45, 80], [-75, 20])).flat();
  const pauses = findPauses(audioOf([...loud, ...quiet]));
  assert.equal(pauses.filter((pause) => pause.startS > 60).length, 10);
});

test("pauses of made-up speech never touch a phrase", () => {
  const { audio, phrases } = makeSpeech(5, 60);
  for (const pause of findPauses(audio)) {
    const cut = phrases.find(
      (phrase) => phrase.startS < pause.endS - 1e-6 && phrase.endS > pause.startS + 1e-6,
    );
    assert.equal(cut, undefined, `${pause.startS} to ${pause.endS}`);
  }
});

test("silence is one pause from end to end", () => {
  const pauses = findPauses(audioOf(levels([-100, 200])));
  assert.deepEqual([pauses.length, pauses[0]?.startS, pauses[0]?.endS], [1, 0, 4]);
});

test("the quietest place near a time is found within reach and no further", () => {
  const audio = audioOf(levels([-20, 50], [-30, 4], [-20, 50], [-80, 4], [-20, 50]));
  assert.ok(Math.abs(quietestNear(audio, 1.3, 0.75) - 1.04) < 0.03);
});
