// What leads up to a sentence in other languages, in one word or more, and is no part of what is quoted.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpeechLanguage } from "../../../../../media-node/clips/language/speech-language.ts";
import { openingQuality } from "../../../../../media-node/clips/sentences/sentence-openings.ts";
import { splitSentences } from "../../../../../media-node/clips/sentences/sentences.ts";
import { readableWords } from "../../../../../media-node/clips/titles/readable-text.ts";

function spoken(line: string, language: SpeechLanguage) {
  const words = line.split(" ").map((text, index) => ({ text, startS: index, endS: index + 1 }));
  return splitSentences(words, undefined, language);
}

function quoted(line: string, language: SpeechLanguage): string {
  const text = spoken(line, language);
  return readableWords(text, 0, text.words.length, line.endsWith("?"));
}

test("what says no more than “you know” and “I mean” is left out before a sentence", () => {
  for (const [language, line, expected] of [
    ["de", "Weißt du, die Bienen schlafen im Keller.", "Die Bienen schlafen im Keller."],
    ["de", "Ich meine, die Bienen schlafen im Keller.", "Die Bienen schlafen im Keller."],
    ["es", "Sabes, las abejas duermen en el sótano.", "Las abejas duermen en el sótano."],
    ["es", "O sea, las abejas duermen en el sótano.", "Las abejas duermen en el sótano."],
    ["es", "Así que las abejas duermen en el sótano.", "Las abejas duermen en el sótano."],
    ["fr", "Genre, les abeilles dorment dans la cave.", "Les abeilles dorment dans la cave."],
    ["fr", "Du coup les abeilles dorment dans la cave.", "Les abeilles dorment dans la cave."],
    ["it", "Cioè, le api dormono in cantina con noi.", "Le api dormono in cantina con noi."],
    ["pt", "Quer dizer, as abelhas dormem no porão.", "As abelhas dormem no porão."],
    ["nl", "Weet je, de bijen slapen in de kelder.", "De bijen slapen in de kelder."],
  ] as const)
    assert.equal(quoted(line, language), expected, line);
});

test("what a clause needs before it stays", () => {
  for (const [language, line] of [
    ["de", "Weißt du, wo die Bienen im Winter schlafen?"],
    ["de", "Ich meine, dass die Bienen schlafen."],
    ["es", "Sabes, por qué duermen las abejas?"],
    ["es", "Así duermen las abejas en el sótano."],
    ["nl", "Weet je, waar de bijen slapen?"],
  ] as const)
    assert.equal(quoted(line, language), line, line);
});

test("two words that go on together with what was said are a sign as one word is", () => {
  for (const [language, line, sign] of [
    ["es", "Así que las abejas duermen.", "so"],
    ["es", "Así duermen las abejas.", "~"],
    ["es", "Por eso duermen las abejas.", "so"],
    ["fr", "Du coup les abeilles dorment.", "so"],
    ["fr", "Il dort toujours dans la cave.", "he"],
    ["fr", "Il y a des abeilles dans la cave.", "there"],
    ["fr", "Il faut des abeilles dans la cave.", "there"],
    ["it", "Per questo le api dormono.", "so"],
    ["it", "Per noi le api dormono.", "in"],
  ] as const)
    assert.equal(spoken(line, language).signs[0], sign, line);
});

test("a German noun is no name by which a clip begins better", () => {
  const opens = (line: string): number => openingQuality(spoken(line, "de"), 0);
  assert.equal(opens("Wir haben die Bienen im Keller."), opens("Wir haben die bienen im keller."));
});
