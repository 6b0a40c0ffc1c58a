import assert from "node:assert/strict";
import { test } from "node:test";
import { measureTitles } from "../../../bench/moments/measure-titles.ts";
import { splitSentences } from "../../../media-node/clips/sentences/sentences.ts";
import type { GradedClip } from "../../support/talks/graded-clauses.ts";
import { ratingsOf } from "../../support/talks/titled-talk.ts";
import { wordsOfCues } from "../../support/talks/words-of-cues.ts";

const WORDS = wordsOfCues([
  { startS: 0, endS: 4, text: "Bees survive the winter without any sleep." },
  { startS: 4, endS: 8, text: "Old queens never leave a burning hive." },
]);
const CLIP: GradedClip = {
  conversation: "bees-1",
  firstWord: 0,
  endWord: 14,
  clauses: [
    { from: 0, to: 7, grade: "best" },
    { from: 7, to: 14, grade: "refused" },
  ],
};

test("titles have the grade of their clause, with the judge and by rules alone", async () => {
  const prefers = (word: string) => async (words: Parameters<typeof splitSentences>[0]) =>
    ratingsOf(splitSentences(words), { [word]: { opens: 9 } });
  const [bees] = await measureTitles(WORDS, [CLIP], [], prefers("Bees"));
  const [queens] = await measureTitles(WORDS, [CLIP], [], prefers("Old"));
  assert.deepEqual([bees?.rated, queens?.rated], ["best", "refused"]);
  assert.equal(bees?.byRules, queens?.byRules);
});

test("a clause that was not graded is told apart, and a clip without any", async () => {
  const ungraded = { ...CLIP, clauses: [] };
  assert.deepEqual(await measureTitles(WORDS, [ungraded], [], async () => null), [
    { rated: "ungraded", byRules: "ungraded" },
  ]);
  const cues = [{ startS: 0, endS: 4, text: "Of bees." }];
  const clip = { ...CLIP, endWord: 2 };
  assert.deepEqual(await measureTitles(wordsOfCues(cues), [clip], [], async () => null), [
    { rated: "none", byRules: "none" },
  ]);
});
