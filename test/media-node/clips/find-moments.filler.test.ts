// Filler before the first sentence of clips, in a talk every sentence of which begins with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Moment } from "../../../media-node/clips/explain-moments.ts";
import { findMoments } from "../../../media-node/clips/find-moments.ts";
import { builtInJudge, builtInScorer } from "../../support/models/virality.ts";
import { makeTalk } from "../../support/talks/synthetic-talk.ts";
import { SLEEP_TALK } from "../../support/talks/talk-texts.ts";

const SENTENCE_STARTS = /(?<=^|[.?!] )(?=\p{Lu})/gu;
const parts = SLEEP_TALK.map((part) => ({ ...part, text: part.text.replaceAll(SENTENCE_STARTS, "Well, ") }));
const { words, audio, range } = makeTalk(parts);
const INPUT = {
  audio,
  range,
  video: null,
  clipCount: 5,
  clipLengthS: { min: 12, max: 45 },
  scoreFeatures: await builtInScorer(),
  judgeText: await builtInJudge(),
};

function firstWords(moments: readonly Moment[]): (string | undefined)[] {
  return moments.map((moment) => words.find(({ startS }) => startS >= moment.startS)?.text);
}

test("filler is cut off where words have times of their own", async () => {
  const first = firstWords(await findMoments({ ...INPUT, words, cues: [] }));
  assert.equal(first.length, 5);
  assert.ok(!first.includes("Well,"), first.join());
});

test("it stays where times of words are only estimated", async () => {
  assert.ok(firstWords(await findMoments({ ...INPUT, cues: words })).includes("Well,"));
});
