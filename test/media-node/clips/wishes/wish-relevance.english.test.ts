// Subjects of prompts in English that look like words of other languages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { topicOf as topicNamed } from "../../../../media-node/clips/wishes/wish-relevance.ts";

test("an English subject keeps words that are little ones of other languages", () => {
  for (const prompt of [
    "AI",
    "war",
    "car",
    "car crash",
    "bees die",
    "parties",
    "pour over coffee",
    "dove soap",
    "door",
    "con artists",
    "the war in Ukraine",
    "art and design",
    "Le Mans car race",
    "come together",
    "Big Sur",
    "La Liga",
    "bees who die in a war",
    "pale ale",
    "pod racing",
    "jest and earnest",
    "mam and dad",
    "nic cage",
    "Ty and Tim",
    "Jak and Daxter",
    "jak of the year",
    "maga rally",
    "nyt wordle",
    "ott platforms",
    "amit shah speech",
    "kell brook",
    "diogo jota goals",
    "aki kaurismaki",
    "saa exam",
    "ez pass",
    "oma and opa",
    "von Neumann",
    "tai chi for beginners",
  ])
    assert.equal(topicNamed(prompt, null), prompt);
});

test("a word that is English too is taken off where others tell the language", () => {
  assert.equal(topicNamed("sur la guerre", null), "guerre");
  assert.equal(topicNamed("wann er über den Krieg redet", null), "Krieg");
  assert.equal(topicNamed("l'avenir de l'AI et la peur des gens, AI", null).includes("AI"), true);
  assert.equal(topicNamed("про кофе", null), "кофе");
  assert.equal(topicNamed("die Frage nach dem Tod", null), "Frage Tod");
});
