// Which words are told to be nouns by their endings, and as what they are named.
import assert from "node:assert/strict";
import { test } from "node:test";
import { derivedNoun } from "../../../../../media-node/clips/titles/languages/derived-nouns.ts";

test("a noun is named as a dictionary has it, a company no less than an opinion", () => {
  for (const [language, said, named] of [
    ["ru", "компании", "компания"],
    ["ru", "компаний", "компания"],
    ["ru", "мнения", "мнение"],
    ["ru", "скорости", "скорость"],
    ["uk", "знання", "знання"],
    ["uk", "навчанні", "навчання"],
    ["uk", "вартості", "вартість"],
    ["pl", "kampanię", "kampania"],
    ["pl", "pytania", "pytanie"],
    ["fi", "onnellisuuden", "onnellisuus"],
    ["sv", "förändringen", "förändring"],
    ["da", "forsikringen", "forsikring"],
  ] as const)
    assert.equal(derivedNoun(language, said), named, said);
});

test("what ends like a noun and is an adjective, an adverb, a verb or a country is not told by its ending", () => {
  for (const [language, said] of [
    ["ru", "прости"],
    ["ru", "Германия"],
    ["ru", "Испания"],
    ["uk", "останні"],
    ["uk", "щоденні"],
    ["uk", "прості"],
    ["pl", "prości"],
    ["pl", "Hiszpania"],
    ["fi", "uudessa"],
    ["fi", "kuuden"],
    ["fi", "muutta"],
    ["sv", "omkring"],
    ["da", "omkring"],
    ["no", "omkring"],
  ] as const)
    assert.equal(derivedNoun(language, said), null, said);
});
