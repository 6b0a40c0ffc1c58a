import assert from "node:assert/strict";
import { test } from "node:test";
import { fillIn, plainText } from "../../../media-node/reel/reel-texts.ts";

const REEL = { title: "Derby", category: "AMERICAN_FOOTBALL", count: 8 } as const;

test("placeholders of the reel and of the moment are filled in", () => {
  const moment = { number: 3, reason: "Crowd roar", score: 87.4 };
  const text = "{number}/{count} {title}: {reason} ({score}), {category}, {moments}";
  assert.equal(fillIn(text, REEL, moment), "3/8 Derby: Crowd roar (87), American football, 8 moments");
});

test("a card has no moment, so that a moment's placeholders are left empty there", () => {
  assert.equal(fillIn("{title} {number}{reason}", REEL), "Derby");
});

test("braces that name nothing stay as they were written", () => {
  assert.equal(fillIn("{title} {nothing} {toString}", REEL), "Derby {nothing} {toString}");
});

test("a title that looks like a placeholder is not filled in again", () => {
  assert.equal(fillIn("{title}", { ...REEL, title: "{category} {count}" }), "{category} {count}");
});

test("a reel without a title, or with one of blanks, is called Highlights", () => {
  assert.equal(fillIn("{title}", { ...REEL, title: null }), "Highlights");
  assert.equal(fillIn("{title}", { ...REEL, title: " \u0000\u202e \n" }), "Highlights");
  assert.equal(fillIn("{title}", { ...REEL, title: "\u200b" }), "Highlights");
});

test("a reel of one moment says “1 moment”", () => {
  assert.equal(fillIn("{moments}", { ...REEL, count: 1 }), "1 moment");
});

test("a text of any length ends after some 300 characters, between whole ones", () => {
  const family = "👨‍👩‍👧";
  const text = plainText(family.repeat(5_000));
  assert.equal(text, family.repeat(300));
});

test("what is no match is called no sport", () => {
  assert.equal(fillIn("{category} · {moments}", { ...REEL, category: null }), "Video · 8 moments");
});
