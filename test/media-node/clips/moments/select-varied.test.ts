// Sets of clips that are not all of one sort.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeStretches } from "../../../../media-node/clips/moments/judged-stretches.ts";
import type { Candidates } from "../../../../media-node/clips/moments/moment-candidates.ts";
import { selectVaried } from "../../../../media-node/clips/moments/select-varied.ts";
import type { MomentKind } from "../../../../media-node/clips/sentences/moment-kinds.ts";
import { cutPoint } from "../../../../media-node/signal/cut-point.ts";
import type { Span } from "../../../../media-node/signal/span.ts";
import { judgementsOfKinds, readSentences } from "../../../support/talks/judged-talk.ts";

const BEES = "Clever honey bees dance towards meadow flowers.";
const BEES_AGAIN = "Meadow honey bees remember flowers through winter.";
const MONEY = "Every central bank prints paper currency quietly.";
const SHIPS = "Wooden sailing ships crossed stormy northern oceans.";
/** Each sentence has seven words of half a second, and far behind it comes the next. */
const SENTENCE_S = 3.5;
const SILENCE_S = 12.5;
const EVERY_S = SENTENCE_S + SILENCE_S;
/** Candidates for each sentence, nearly alike, and how much later each begins. */
const ALIKE = 15;
const LATER_S = 0.02;

/** Candidates that each hold one sentence, or nearly: the first of each has its score, the others a little less. */
function talkOf(sentences: readonly string[], scores: readonly number[], kinds?: readonly MomentKind[]) {
  const text = readSentences(sentences, SILENCE_S);
  const rows = sentences.flatMap((_, index) =>
    Array.from({ length: ALIKE }, (_, later) => ({
      opensAt: (ALIKE + 1) * index + later,
      closesAt: (ALIKE + 1) * index + ALIKE,
      startS: EVERY_S * index + LATER_S * later,
      endS: EVERY_S * index + SENTENCE_S,
      score: (scores[index] ?? 0) * (1 - later / 1_000),
    })),
  );
  const times = new Set(rows.flatMap(({ startS, endS }) => [startS, endS]));
  const points = [...times]
    .toSorted((a, b) => a - b)
    .map((timeS) => cutPoint({ startS: timeS, endS: timeS }, "pause", 20));
  const candidates: Candidates = {
    opensAt: rows.map(({ opensAt }) => opensAt),
    closesAt: rows.map(({ closesAt }) => closesAt),
    startS: rows.map(({ startS }) => startS),
    endS: rows.map(({ endS }) => endS),
    score: rows.map(({ score }) => score),
  };
  const judged = kinds === undefined ? null : judgeStretches(text.text.sentences, judgementsOfKinds(kinds));
  const cuts = points.map((point) => text.factsAt(point));
  const rangeLengthS = EVERY_S * sentences.length;
  return { sources: { points, cuts, text, judged, rangeLengthS }, candidates };
}

/** The numbers of the chosen sentences. */
function chooseFrom(
  { sources, candidates }: ReturnType<typeof talkOf>,
  count: number,
  beside: readonly Span[] = [],
): number[] {
  const found = selectVaried(sources, candidates, { count, keepsDifferent: true, beside });
  return found.chosen.map((index) => Math.floor((found.candidates.startS[index] ?? 0) / EVERY_S));
}

test("a second clip of a subject gives way to one of another, although all that lies where it lies scores more", () => {
  assert.deepEqual(chooseFrom(talkOf([BEES, BEES_AGAIN, MONEY], [50, 48, 44]), 2), [0, 2]);
});

test("a second clip of a subject stays where it is much better than all others", () => {
  assert.deepEqual(chooseFrom(talkOf([BEES, BEES_AGAIN, MONEY], [50, 48, 10]), 2), [0, 1]);
});

test("beyond a third of the set, a clip of a kind gives way to one of another", () => {
  const kinds: MomentKind[] = ["joke", "joke", "story"];
  assert.deepEqual(chooseFrom(talkOf([BEES, MONEY, SHIPS], [50, 48, 46], kinds), 2), [0, 2]);
  assert.deepEqual(chooseFrom(talkOf([BEES, MONEY, SHIPS], [50, 48, 46]), 2), [0, 1]);
});

test("what is said again is left out, also where it was chosen before", () => {
  const talk = talkOf([BEES, MONEY, BEES, SHIPS], [50, 20, 49, 10]);
  assert.deepEqual(chooseFrom(talk, 2), [0, 1]);
  assert.deepEqual(chooseFrom(talk, 1, [{ startS: 0, endS: SENTENCE_S }]), [1]);
});

test("as many come as can, however alike their subjects and kinds are", () => {
  const kinds: MomentKind[] = ["joke", "joke", "joke"];
  assert.deepEqual(chooseFrom(talkOf([BEES, BEES_AGAIN, MONEY], [50, 48, 40], kinds), 3), [0, 1, 2]);
});
