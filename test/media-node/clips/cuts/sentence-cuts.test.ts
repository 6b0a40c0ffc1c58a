// Where a source with words may be cut.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findSentenceCuts } from "../../../../media-node/clips/cuts/sentence-cuts.ts";
import { BOUNDARY, type Boundary } from "../../../../media-node/clips/sentences/moment-text.ts";
import type { Span } from "../../../../media-node/signal/span.ts";
import { readSentences } from "../../../support/talks/judged-talk.ts";

/** Sentences of 3 s with half a second between them: 0 to 3, 3.5 to 6.5, 7 to 10. */
const TEXT = readSentences([
  "Bees dance in the dark hive.",
  "Nobody taught them how to dance.",
  "They learn it without any help.",
]);

/** Words that end 0.2 s before the next one begins. */
const UNITS = TEXT.text.words.map((word) => ({ ...word, endS: word.startS + 0.3 }));

function cutsOf(range: Span, minBoundary: Boundary): number[] {
  const rules = { maxGapS: 6, minPauseS: 0.2, hasRangeEnds: false, minBoundary };
  const cuts = findSentenceCuts({ ...rules, audio: null, video: null, units: UNITS, text: TEXT, range });
  return cuts.map(({ startS }) => startS);
}

test("a source is cut before, between and after its sentences", () => {
  const cuts = cutsOf({ startS: 0, endS: 10 }, BOUNDARY.sentence);
  assert.ok(cuts.some((timeS) => timeS >= 2.8 && timeS <= 3.5) && cuts.some((timeS) => timeS >= 9.8));
});

test("where a range begins or ends inside a sentence, none is cut there while whole ones are wanted", () => {
  const range = { startS: 1.4, endS: 8.9 };
  const inside = (timeS: number): boolean => timeS < 2.7 || timeS > 7;
  assert.equal(cutsOf(range, BOUNDARY.sentence).filter(inside).length, 0);
  assert.ok(cutsOf(range, BOUNDARY.insideClause).filter(inside).length > 0);
});
