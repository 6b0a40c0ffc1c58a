// What is told where clips say what was to be left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { avoidedNotice } from "../../../../media-node/clips/wishes/avoided-notice.ts";
import type { SpokenWord } from "../../../../media-node/signal/spoken-word.ts";

/** One word a second. */
function spoken(text: string): SpokenWord[] {
  return text.split(" ").map((word, at) => ({ text: word, startS: at, endS: at + 0.8, confidence: 1 }));
}

const WORDS = spoken(
  "The bees were dancing today. We built a big house. A queen was in town. The old bee was there.",
);
const CLIPS = [
  { startS: 0, endS: 5 },
  { startS: 5, endS: 15 },
  { startS: 15, endS: 20 },
];

test("clips that say what was to be left out are counted, in whatever form it is said", () => {
  assert.equal(
    avoidedNotice(CLIPS, WORDS, "anything but bees"),
    "2 of the 3 clips still mention “bees”, which was to be left out.",
  );
  assert.equal(
    avoidedNotice(CLIPS, WORDS, "jokes, not about houses"),
    "1 of the 3 clips still mentions “houses”, which was to be left out.",
  );
  assert.equal(
    avoidedNotice(CLIPS.slice(0, 1), WORDS, "no bees or houses, please"),
    "The clip still mentions “bees”, which was to be left out.",
  );
  assert.equal(
    avoidedNotice(CLIPS, WORDS, "no bees or houses, please"),
    "3 of the 3 clips still mention “bees”, “houses”, which were to be left out.",
  );
});

test("nothing is told of what no sentence says whole, of kinds, and of what is wanted", () => {
  for (const prompt of [
    "anything but wasps",
    "not about queen bees",
    "no jokes",
    "clips about bees",
    "no sponsors",
    "",
    null,
  ])
    assert.equal(avoidedNotice(CLIPS, WORDS, prompt), null, `${prompt}`);
  assert.equal(avoidedNotice(CLIPS, [], "anything but bees"), null);
});
