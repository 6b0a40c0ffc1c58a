import assert from "node:assert/strict";
import { test } from "node:test";
import { isBareQuestion, isRealQuestion } from "../../../../media-node/clips/sentences/questions.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

function asks(text: string, isPunctuated = true): boolean {
  // Marks in enough words make the text one with punctuation.
  const { words } = makeTalk([{ name: "part", kind: "body", text }], { isPunctuated });
  const spoken = splitSentences(words);
  return isRealQuestion(spoken, spoken.sentences.length - 1);
}

for (const question of [
  "Why do bees dance in the dark?",
  "So what happens to the honey in winter?",
  "Maria, how many hives do you have?",
  "But when the queen dies, who takes over?",
  "At what point does a swarm decide to leave?",
  "I have to ask, do bees ever sleep?",
  "What makes a good beekeeper, would you say?",
  "What went wrong that summer?",
  "Did you say “no” to all of them?",
]) {
  test(`asks something: ${question}`, () => assert.equal(asks(question), true));
}

for (const other of [
  "And you could find which of those hives is similar to yours, right?",
  "It is colder than last year, isn't it?",
  "They all came back in spring, you know?",
  "So you moved to the mountains?",
  "How are you doing, Chris?",
  "How's it going?",
  "Can you hear me now?",
  "Does that make sense?",
  "Right?",
  "Did they?",
  "Any comments on that, Chris?",
  'My father said, "What are you doing up there?"',
  "How it works is beyond me, you know what I mean?",
]) {
  test(`asks nothing: ${other}`, () => assert.equal(asks(other), false));
}

test("words without marks are told by their form", () => {
  assert.equal(asks("how do bees find their way home", false), true);
  assert.equal(asks("how are you doing today", false), false);
  assert.equal(asks("bees find their way home", false), false);
});

/** Whether words without marks, spoken evenly but for silences at bars, are a question and nothing else. */
function isBare(said: string): boolean {
  let timeS = 0;
  const words = said.split(" ").flatMap((text) => {
    timeS += 0.25;
    return text === "|" ? [] : [{ text, startS: timeS - 0.25, endS: timeS }];
  });
  return isBareQuestion(splitSentences(words), 0);
}

test("a question without marks is one and nothing else where nothing is joined to it", () => {
  for (const question of ["why do bees dance in the dark", "did you see the old hive", "where's the queen"])
    assert.equal(isBare(question), true, question);
  for (const other of [
    "do you sell honey and they gave me nine jars",
    "where's the queen because this hive is different",
    "was coming out of the hive",
    "are you ready for the | 95",
  ])
    assert.equal(isBare(other), false, other);
});
