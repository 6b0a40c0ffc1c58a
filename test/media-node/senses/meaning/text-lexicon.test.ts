import assert from "node:assert/strict";
import { test } from "node:test";
import { WORD, wordFlags, wordKey } from "../../../../media-node/senses/meaning/text-lexicon.ts";

function isNumber(word: string): boolean {
  return (wordFlags(wordKey(word)) & WORD.number) !== 0;
}

test("figures are numbers, however they are written", () => {
  for (const word of [
    "80",
    "$80",
    "US$5",
    "A$20",
    "80%",
    "1,500",
    "3.5",
    "10x",
    "20k",
    "1990s",
    "2nd",
    "nine",
    "“7”",
  ])
    assert.ok(isNumber(word), word);
});

test("names with a digit in them are none", () => {
  for (const word of ["B2", "S3", "x86", "mp4", "IPv6", "k8s", "3D", "3D-printed", "5G's", "2FA", "COVID-19"])
    assert.ok(!isNumber(word), word);
});
