import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf } from "../../../shared/captions/text-direction.ts";

test("a text is read as its language is, whatever name it begins with, and as most of its words are without one", () => {
  assert.equal(directionOf("YouTube هو موقع كبير"), "rtl");
  assert.equal(directionOf("iPhone 15 Pro Max هنا", "ar"), "rtl");
  assert.equal(directionOf("iPhone 15 Pro Max هنا"), "ltr");
  assert.equal(directionOf("שלום is how they greet each other", "en"), "ltr");
  assert.equal(directionOf("Windows بەکاردەهێنم هەموو ڕۆژێک", "ku"), "rtl");
});

test("a text of letters of one direction alone is read so in every language", () => {
  assert.equal(directionOf("Thank you very much.", "ar"), "ltr");
  assert.equal(directionOf("שלום", "en"), "rtl");
  assert.equal(directionOf("12:30", "he"), "ltr");
});
