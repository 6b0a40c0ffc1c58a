// What is judged of a stretch whose cuts may go through sentences.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  judgeBetween,
  kindBetween,
  pointBetween,
  toldKindBetween,
} from "../../../../media-node/clips/moments/judged-cuts.ts";
import { judgeStretches } from "../../../../media-node/clips/moments/judged-stretches.ts";
import { judgementsOfKinds, readSentences } from "../../../support/talks/judged-talk.ts";

const TEXT = readSentences(["Bees dance in the dark.", "Nobody taught them how.", "They learn it alone."]);
const JUDGED = judgeStretches(TEXT.text.sentences, {
  ...judgementsOfKinds(["joke", "story", "claim"]),
  point: Float32Array.of(2, 1, 0),
});

/** The cut before a word, by its number. */
function before(word: number) {
  const timeS = TEXT.text.words[word]?.startS ?? Number.POSITIVE_INFINITY;
  return TEXT.factsAt({ startS: timeS, endS: timeS });
}

test("between sentences a stretch begins and ends as its first and last do", () => {
  const said = judgeBetween(JUDGED, before(0), before(9));
  assert.deepEqual([said?.begins, said?.ends], [0.5, 0.5]);
  assert.equal(pointBetween(JUDGED, before(0), before(9)), 0);
});

test("a cut inside a sentence neither begins nor ends anything well", () => {
  const said = judgeBetween(JUDGED, before(2), before(11));
  assert.deepEqual([said?.begins, said?.ends], [0, 0]);
});

test("the point is a sentence that the stretch has as a whole", () => {
  assert.equal(pointBetween(JUDGED, before(2), before(9)), 1);
  assert.equal(pointBetween(JUDGED, before(2), before(5)), null);
});

test("where no sentence ends, or nothing was judged, nothing is known", () => {
  assert.equal(judgeBetween(JUDGED, before(1), before(3)), null);
  assert.equal(kindBetween(JUDGED, before(1), before(3)), null);
  assert.equal(toldKindBetween(JUDGED, before(1), before(3)), null);
  assert.equal(toldKindBetween(null, before(0), before(9)), null);
  assert.equal(judgeBetween(null, before(0), before(9)), null);
  assert.equal(pointBetween(null, before(0), before(9)), null);
});
