// What silences say of the ends of sentences.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseEvidence } from "../../../../media-node/clips/marks/pause-evidence.ts";

/** Log-odds of words of which one in ten ends a sentence. */
function usual(count: number): Float64Array {
  return new Float64Array(count).fill(Math.log(0.1 / 0.9));
}

test("a longer silence says more, and a missing one that the sentence goes on", () => {
  const silencesS = Float64Array.from([0, 0, 0.1, 0, 0.4, 0, 0, 1, 0, 3]);
  const evidence = pauseEvidence(silencesS, usual(10));
  const [none = 0, , short = 0, , clear = 0, , , long = 0, , longest = 0] = evidence;
  assert.ok(none < 0 && none < short && short < clear && clear < long && long < longest);
  assert.ok(longest > 1 && longest < 4, `${longest}`);
});

test("who always pauses and who never does is told nothing by it", () => {
  for (const silenceS of [0, 0.5, 5]) {
    const evidence = pauseEvidence(new Float64Array(20).fill(silenceS), usual(20));
    assert.ok(evidence.every((value) => Math.abs(value) < 0.01));
  }
});

test("the same silence says less of somebody who pauses often", () => {
  const rare = new Float64Array(100);
  const often = Float64Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 0.5 : 0));
  rare[50] = 0.5;
  const [seldom = 0, usually = 0] = [rare, often].map((silences) => pauseEvidence(silences, usual(100))[50]);
  assert.ok(seldom > usually + 0.5, `${seldom} ${usually}`);
});

test("of a reader who pauses where sentences end the same pause says more than of one who pauses anywhere", () => {
  const ends = Float64Array.from({ length: 400 }, (_, at) => (at % 10 === 0 ? 4 : -6));
  const pausesAt = (isPause: (at: number) => boolean): Float64Array =>
    Float64Array.from({ length: 400 }, (_, at) => (isPause(at) ? 0.5 : 0));
  // Of one word, nobody knows whether a sentence ends behind it.
  ends[205] = 0;
  const [reader = 0, thinker = 0] = [
    pauseEvidence(
      pausesAt((at) => at % 10 === 0 || at === 205),
      ends,
    )[205],
    pauseEvidence(
      pausesAt((at) => at % 7 === 0 || at === 205),
      ends,
    )[205],
  ];
  assert.ok(reader > 3 && thinker < 0.5, `${reader} ${thinker}`);
});

test("overlaps, silences without end and words that are all sure give finite numbers", () => {
  const silencesS = Float64Array.from([-2, Number.POSITIVE_INFINITY, 1e9]);
  for (const logOdds of [-800, 800]) {
    const evidence = pauseEvidence(silencesS, new Float64Array(3).fill(logOdds));
    assert.ok(evidence.every(Number.isFinite), `${evidence}`);
  }
  assert.equal(pauseEvidence(new Float64Array(), new Float64Array()).length, 0);
});
