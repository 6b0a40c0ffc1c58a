import assert from "node:assert/strict";
import { test } from "node:test";
import { reactionsOf } from "../../../../media-node/clips/moments/audience-reactions.ts";
import { buildTimeline, tickAt } from "../../../../media-node/clips/moments/moment-timeline.ts";
import {
  chooseWindows,
  eventInterest,
  reactionClasses,
  reactionStrength,
} from "../../../../media-node/senses/audio-events/audio-events.ts";
import type { AudioAnalysis } from "../../../../media-node/signal/audio-analysis.ts";
import { sumBetween } from "../../../../media-node/signal/prefix-sum.ts";
import { levelAudio } from "../../../support/talks/flat-audio.ts";

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

function audioOf(durationS: number, levelDb: (timeS: number) => number): AudioAnalysis {
  const hops = durationS * 50;
  const loudnessDb = Float32Array.from({ length: hops }, (_, hop) => levelDb(hop / 50));
  return levelAudio(loudnessDb);
}

test("classes are found by AudioSet's names, and a model without them knows no reaction", () => {
  const { laughter, applause } = reactionClasses(["Speech", "Giggle", "Chuckle, chortle", "Clapping", "Dog"]);
  assert.deepEqual([laughter, applause], [[1, 2], [3]]);
  assert.deepEqual(reactionClasses(["yes", "no"]), { laughter: [], applause: [] });
});

test("the likeliest class of a reaction counts: nothing up to a tenth, all from a half on", () => {
  const logits = Float32Array.of(logit(0.9), logit(0.05), logit(0.3), logit(0.7));
  assert.equal(reactionStrength(logits, [1]), 0);
  assert.ok(Math.abs(reactionStrength(logits, [1, 2]) - 0.5) < 1e-6);
  assert.equal(reactionStrength(logits, [1, 2, 3]), 1);
  assert.equal(reactionStrength(logits, []), 0);
});

test("loud seconds without words are worth hearing most, then loud words, then nothing at all", () => {
  const audio = audioOf(60, (timeS) => (timeS < 20 ? -70 : -20));
  const words = [{ startS: 40, endS: 60 }];
  const interest = eventInterest(audio, words, { startS: 10, endS: 60 });
  assert.equal(interest.length, 50);
  assert.equal(interest[5], 0);
  assert.ok((interest[15] ?? 0) > 3 * (interest[45] ?? 0) && (interest[45] ?? 0) > 0);
});

test("a short source is heard whole, a long one where it is worth it, in order and never more than allowed", () => {
  assert.deepEqual(chooseWindows(new Float32Array(21), 5, 100), [0, 1, 2, 3]);
  assert.deepEqual(chooseWindows(new Float32Array(3), 5, 100), [0]);
  const interest = new Float32Array(7_200);
  interest.fill(10, 3_000, 3_010);
  interest.fill(5, 6_000, 6_010);
  const chosen = chooseWindows(interest, 5, 6);
  assert.deepEqual(chosen, [599, 600, 601, 1_199, 1_200, 1_201]);
  assert.equal(chooseWindows(interest, 5, 120).length, 120);
});

test("a laugh is placed where all windows over it heard it, and windows that were not heard say nothing", () => {
  const range = { startS: 100, endS: 160 };
  const timeline = buildTimeline(null, null, range);
  const strengths = new Float32Array(11);
  // The windows from 120 to 130 and from 125 to 135 heard it; the one from 145 to 155 too, whose neighbours were not.
  strengths.set([1, 0.8], 4);
  strengths.set([Number.NaN, 1, Number.NaN], 8);
  const none = new Float32Array(11);
  const { laughter, applause } = reactionsOf(timeline, {
    startS: 100,
    hopS: 5,
    laughter: strengths,
    applause: none,
  });
  const between = (fromS: number, toS: number): number =>
    sumBetween(laughter, tickAt(timeline, fromS), tickAt(timeline, toS)) / 10;
  assert.ok(Math.abs(between(125, 130) - 5 * 0.8) < 1e-3);
  assert.ok(between(100, 125) < 1e-6 && between(130, 145) < 1e-6);
  assert.ok(Math.abs(between(145, 155) - 10) < 1e-3);
  assert.ok(applause.every((sum) => sum === 0));
});
