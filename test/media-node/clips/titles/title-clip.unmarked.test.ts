// Titles of words without marks and capitals, as speech recognition gives them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { findTitle } from "../../../../media-node/clips/titles/find-title.ts";
import { addMissingMarks } from "../../../../media-node/clips/titles/missing-marks.ts";
import { titleOf } from "../../../support/talks/titled-talk.ts";

function titleOfUnmarked(said: string): string {
  return titleOf(said, { isPunctuated: false });
}

/** The words with the marks that they lack. */
function markedWords(said: string): string {
  const words = addMissingMarks(said.split(" ").map((key) => ({ key, mark: "" as const })));
  return words.map(({ key, mark }) => key + mark).join(" ");
}

test("two sentences that run together are no title, one of them is", () => {
  for (const [said, title] of [
    ["we would lose the old hive we would lose bees", "We would lose the old hive"],
    ["we looked into it it'll burn the hive in winter", "It'll burn the hive in winter"],
    ["let's just meet up he sold nine hives in winter", "He sold nine hives in winter"],
    ["the old hive burned down what is your opinion", "The old hive burned down"],
  ] as const)
    assert.equal(titleOfUnmarked(said), title);
});

test("what belongs together stays together without marks", () => {
  for (const said of [
    "every hive i've lost burned down",
    "i think we sold it she was glad",
    "if you look at it it's a hive",
    "i told him it was a hive",
    "the only reason it's a hive is the queen",
    "it's not just a hive it's a city",
    "we keep bees in someone's hive",
    "no bees ever leave their hive",
  ])
    assert.equal(markedWords(said), said);
});

test("a seam lies before a second subject, and before what is asked", () => {
  for (const said of [
    "you should. it was not nice",
    "we were going to. we don't have bees",
    "that is a hive. there's nothing in it",
    "i was working. i don't feel well",
    "they are up. what is your opinion",
    "they were like no, you will leave",
  ])
    assert.equal(markedWords(said.replaceAll(/[.,]/g, "")), said);
});

test("a word that only answers or calls is left out without marks", () => {
  for (const [said, title] of [
    ["no there's a terrible hive in every city", "There's a terrible hive in every city"],
    ["boy you're back to keeping bees", "You're back to keeping bees"],
  ] as const)
    assert.equal(titleOfUnmarked(said), title);
});

/** The title of words that are spoken evenly but for a short pause after the clause. */
function titleBeforePause(clause: string): string | undefined {
  const before = clause.split(" ");
  const after = "somewhere behind the tall trees of all of the valleys around this one old city".split(" ");
  const words = [...before, ...after].map((text, at) => {
    const startS = 0.25 * at + (at < before.length ? 0 : 0.22);
    return { text, startS, endS: startS + 0.25 };
  });
  return findTitle(splitSentences(words), { kind: null, pointS: null, ratings: null });
}

test("where nothing else is a title, a plain clause up to a pause is one", () => {
  assert.equal(titleBeforePause("the old hive lost nine swarms"), "The old hive lost nine swarms");
  assert.equal(titleBeforePause("the hive burned"), undefined);
});
