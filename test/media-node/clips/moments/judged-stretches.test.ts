// What single sentences are judged, as judgements of stretches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeStretches } from "../../../../media-node/clips/moments/judged-stretches.ts";
import { MOMENT_KINDS, type MomentKind } from "../../../../media-node/clips/sentences/moment-kinds.ts";
import type { SentenceJudgements } from "../../../../media-node/clips/sentences/sentence-judgements.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";

const LENGTHS_S = [1, 3, 2, 4];

/** Four sentences of two words, of 1, 3, 2 and 4 seconds. */
function sentences() {
  let startS = 0;
  const words = LENGTHS_S.flatMap((lengthS) => {
    const from = startS;
    startS += lengthS + 0.5;
    const middleS = from + lengthS / 2;
    return [
      { text: "Bees", startS: from, endS: middleS },
      { text: "dance.", startS: middleS, endS: from + lengthS },
    ];
  });
  return splitSentences(words).sentences;
}

function judgements(changes: Partial<SentenceJudgements> = {}): SentenceJudgements {
  const half = () => new Float32Array(4).fill(0.5);
  return {
    worth: half(),
    begins: half(),
    ends: half(),
    point: half(),
    skip: half(),
    interest: half(),
    kinds: new Float32Array(4 * MOMENT_KINDS.length).fill(0.1),
    ...changes,
  };
}

test("worth, interest and idleness are means over time", () => {
  const column = Float32Array.of(0, 1, 0, 1);
  const judged = judgeStretches(sentences(), judgements({ worth: column, interest: column, skip: column }));
  const { worth, interest, idle } = judged.read(0, 4);
  for (const mean of [worth, interest, idle]) assert.ok(Math.abs(mean - 0.7) < 1e-6, `${mean}`);
  assert.ok(Math.abs(judged.read(1, 3).worth - 0.6) < 1e-6);
});

test("a stretch begins with its first sentence and ends with its last", () => {
  const begins = Float32Array.of(0.1, 0.9, 0.2, 0.3);
  const ends = Float32Array.of(0.1, 0.2, 0.8, 0.3);
  const read = judgeStretches(sentences(), judgements({ begins, ends })).read(1, 3);
  assert.ok(Math.abs(read.begins - 0.9) < 1e-6 && Math.abs(read.ends - 0.8) < 1e-6);
});

test("its point is its strongest sentence, and more good sentences make it stronger, but less and less", () => {
  const point = Float32Array.of(0, 2, 1.9, 1.8);
  const judged = judgeStretches(sentences(), judgements({ point }));
  assert.equal(judged.pointOf(0, 4), 1);
  assert.equal(judged.pointOf(2, 4), 2);
  const [one, two, three] = [2, 3, 4].map((to) => judged.read(1, to).point) as [number, number, number];
  assert.ok(one < two && two < three && three - two < two - one);
});

test("a rare kind is told by more of it than usual", () => {
  const kinds = new Float32Array(4 * MOMENT_KINDS.length);
  for (let row = 0; row < 4; row += 1) {
    kinds[row * MOMENT_KINDS.length + MOMENT_KINDS.indexOf("claim")] = 0.5;
    kinds[row * MOMENT_KINDS.length + MOMENT_KINDS.indexOf("conflict")] = row === 3 ? 0.4 : 0.03;
  }
  const judged = judgeStretches(sentences(), judgements({ kinds }));
  assert.equal(judged.kindOf(0, 2), "claim");
  assert.equal(judged.kindOf(3, 4), "conflict");
});

/** Judgements of sentences that all have the same shares of kinds. */
function judgedOf(shares: Partial<Record<MomentKind, number>>) {
  const row = MOMENT_KINDS.map((kind) => shares[kind] ?? 0);
  const kinds = Float32Array.from([row, row, row, row].flat());
  return judgeStretches(sentences(), judgements({ kinds }));
}

test("a stretch is said to be of a kind only where it has much of it", () => {
  assert.equal(judgedOf({ joke: 0.5, claim: 0.3 }).toldKindOf(0, 4), "joke");
  const unsure = judgedOf({ joke: 0.35, claim: 0.3 });
  assert.equal(unsure.kindOf(0, 4), "joke");
  assert.equal(unsure.toldKindOf(0, 4), null);
});

test("what it has much of is said rather than what it has more of than is usual", () => {
  const judged = judgedOf({ advice: 0.25, claim: 0.5 });
  assert.equal(judged.kindOf(0, 4), "advice");
  assert.equal(judged.toldKindOf(0, 4), "claim");
});

test("a point however strong leaves every judgement a number", () => {
  const point = Float32Array.of(0.5, 2_000, 2_000, -2_000);
  const judged = judgeStretches(sentences(), judgements({ point }));
  assert.equal(judged.read(0, 4).point, 1);
  assert.ok(Number.isFinite(judged.read(3, 4).point));
});
