import assert from "node:assert/strict";
import { test } from "node:test";
import { edgeFaults, sentencesOf, titleFaults } from "../../../bench/moments/clip-edges.ts";
import { aroundLongestSentences, evenlySpaced } from "../../../bench/moments/plain-choices.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";

/** A word a second. */
function spoken(text: string): SpokenWord[] {
  return text.split(" ").map((word, index) => ({ text: word, startS: index, endS: index + 1 }));
}

/** The names of all that is wrong. */
function wrong(faults: object): string[] {
  return Object.entries(faults).flatMap(([name, has]) => (has === true ? [name] : []));
}

function edges(text: string, before?: string): string[] {
  return wrong(edgeFaults(spoken(text), before === undefined ? undefined : spoken(before)[0]));
}

test("sentences end at their marks and where somebody breaks off", () => {
  const texts = sentencesOf(spoken('Nobody knew. "Why?" We asked... and asked -- and left')).map(
    ({ text }) => text,
  );
  assert.deepEqual(texts, ["Nobody knew.", '"Why?"', "We asked...", "and asked --", "and left"]);
});

test("a clip of whole sentences that lean on nothing has no faults", () => {
  assert.deepEqual(edges("Bread needs time. Give it a night.", "done."), []);
  assert.deepEqual(edges("Well, bread needs time.", "ovens--"), []);
});

test("a clip that begins in mid-thought is told by its first word behind fillers, or by the word before", () => {
  assert.deepEqual(edges("So bread needs time."), ["beginsInMidThought"]);
  assert.deepEqual(edges("Yeah, but bread needs time."), ["beginsInMidThought"]);
  assert.deepEqual(edges("bread needs time.", "good"), ["beginsInMidThought"]);
  assert.deepEqual(edges("That needs time."), ["beginsWithPointer"]);
  assert.deepEqual(edges("It's bread that needs time."), ["beginsWithPointer"]);
});

test("a clip that ends on a question, breaks off or trails away does not end well", () => {
  assert.deepEqual(edges("Bread needs time. How long?"), ["endsWithQuestion"]);
  assert.deepEqual(edges("Bread needs time, and..."), ["endsUnfinished"]);
  assert.deepEqual(edges("Bread needs time. The oven --"), ["endsUnfinished"]);
  assert.deepEqual(edges("Bread needs time. The oven"), ["endsUnfinished"]);
  assert.deepEqual(edges('Who bakes? "Everybody!"'), ["beginsWithQuestion"]);
});

test("titles are judged by their marks, their first word and their length", () => {
  assert.deepEqual(wrong(titleFaults("Why bread needs a night")), []);
  assert.deepEqual(wrong(titleFaults("“Give it a night” (or two)")), []);
  assert.deepEqual(wrong(titleFaults("Bread needs more time than…")), ["isCut"]);
  assert.deepEqual(wrong(titleFaults('A "night for bread')), ["isUnbalanced"]);
  assert.deepEqual(wrong(titleFaults("Because bread needs time")), ["beginsInMidThought"]);
  assert.deepEqual(wrong(titleFaults("Bread wins")), ["isTooShort"]);
  assert.deepEqual(
    wrong(titleFaults("One two three four five six seven eight nine ten eleven twelve thirteen")),
    ["isTooLong"],
  );
});

test("evenly spaced stretches lie in the middles of equal parts", () => {
  assert.deepEqual(evenlySpaced({ startS: 0, endS: 400 }, 2), [
    { startS: 80, endS: 120 },
    { startS: 280, endS: 320 },
  ]);
});

test("the longest sentences are taken with what surrounds them, and never twice", () => {
  const sentence = (words: number): string => `${"word ".repeat(words - 1)}end.`;
  const words = spoken([30, 20, 10, 40].map(sentence).join(" "));
  assert.deepEqual(aroundLongestSentences(words, 8), [
    { startS: 60, endS: 100 },
    { startS: -5, endS: 35 },
  ]);
});
