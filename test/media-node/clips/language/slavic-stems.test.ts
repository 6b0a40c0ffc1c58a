// Which words of Slavic languages are one word, and which only look like it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stemsOfLanguage } from "../../../../media-node/clips/language/slavic-stems.ts";

const ONE_WORD = [
  ["pl", "strach strachu strachem strachy"],
  ["pl", "problem problemu problemy problemami"],
  ["pl", "szczęście szczęścia szczęściu"],
  ["pl", "zdjęcie zdjęcia zdjęciach"],
  ["pl", "uczucie uczucia uczuciach"],
  ["pl", "kobieta kobiety kobiecie"],
  ["cs", "problém problému problémy problémem"],
  ["cs", "peníze peněz penězích penězi"],
  ["ru", "деньги денег деньгах"],
  ["ru", "страх страха страхе страхом"],
  ["ru", "проблема проблемы проблем проблемами"],
  ["uk", "проблема проблеми проблем"],
  ["uk", "сім'я сім'ї сім'ю сім'єю"],
  ["uk", "здоров'я здоров'ю здоровий"],
] as const;
for (const [language, words] of ONE_WORD)
  test(`"${words}" are one word`, () => {
    const stems = words.split(" ").map(stemsOfLanguage(language));
    assert.equal(new Set(stems).size, 1, stems.join(" "));
  });

test("a number is no family, and what is long or more is neither debt nor pain", () => {
  const [ru, uk] = [stemsOfLanguage("ru"), stemsOfLanguage("uk")];
  assert.notEqual(uk("сім"), uk("сім'я"));
  assert.notEqual(ru("семь"), ru("семья"));
  assert.notEqual(ru("долго"), ru("долги"));
  assert.notEqual(ru("более"), ru("боли"));
  assert.notEqual(ru("целом"), ru("цели"));
});
