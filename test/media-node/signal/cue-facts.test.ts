import assert from "node:assert/strict";
import { test } from "node:test";
import { gatherCueFacts } from "../../../media-node/signal/cue-facts.ts";
import type { Cue } from "../../../media-node/signal/cues.ts";
import { type CutPoint, cutPoint } from "../../../media-node/signal/cut-point.ts";

const CUES: readonly Cue[] = [
  { startS: 0, endS: 2, text: "Why do three bees dance?" },
  { startS: 2, endS: 4, text: "They are" },
  { startS: 4, endS: 6, text: "telling others about flowers." },
  { startS: 6, endS: 8, text: "And that is it." },
];

function pointAt(timeS: number): CutPoint {
  return cutPoint({ startS: timeS, endS: timeS }, "gap", 0);
}

const POINTS = [0, 2, 4, 6, 8].map(pointAt);

test("a cut before a sentence opens one, a cut inside a sentence does not", () => {
  const { cuts } = gatherCueFacts(CUES, POINTS);
  assert.deepEqual(
    cuts.slice(0, 4).map((cut) => cut.opensSentence),
    [1, 1, 0, 1],
  );
});

test("a cut ends a sentence where the cue before it does", () => {
  const { cuts } = gatherCueFacts(CUES, POINTS);
  assert.deepEqual(
    cuts.map((cut) => cut.endsSentence),
    [0, 1, 0, 1, 1],
  );
});

test("a question and a number in the next cue are noticed", () => {
  const [first, second] = gatherCueFacts(CUES, POINTS).cuts;
  assert.deepEqual([first?.asksQuestion, first?.namesNumber], [true, true]);
  assert.deepEqual([second?.asksQuestion, second?.namesNumber], [false, false]);
  assert.ok((first?.catchiness ?? 0) > (second?.catchiness ?? 1));
});

test("cues without any punctuation leave open where sentences begin", () => {
  const bare = CUES.map((cue) => ({ ...cue, text: "some words" }));
  const { cuts } = gatherCueFacts(bare, POINTS);
  assert.ok((cuts[2]?.opensSentence ?? 0) > 0 && (cuts[2]?.opensSentence ?? 1) < 1);
});

test("long words inform more than short ones", () => {
  const facts = gatherCueFacts(CUES, POINTS);
  const [, from, middle, to, end] = facts.cuts;
  assert.ok(from && middle && to && end);
  assert.ok(facts.information(middle, to, 2) > facts.information(to, end, 2));
});

test("without cues every fact is neutral", () => {
  const facts = gatherCueFacts([], POINTS);
  assert.equal(facts.hasCues, false);
  assert.ok(facts.cuts.every((cut) => cut.catchiness === 0 && cut.endsSentence === 0));
});
