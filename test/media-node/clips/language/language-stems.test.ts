// Which words of languages with cases are one word, and which only look like it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stemsOfLanguage } from "../../../../media-node/clips/language/language-stems.ts";

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
  ["pl", "poziom poziomu poziomie poziomy poziomów poziomem"],
  ["pl", "miasto miasta mieście miastem"],
  ["pl", "świat świata świecie światem"],
  ["pl", "las lasu lesie lasem"],
  ["pl", "most mosty moście"],
  ["pl", "wiatr wiatru wietrze"],
  ["fi", "raha rahaa rahan rahasta rahoista rahat rahalla"],
  ["fi", "vero verot veroista verojen veroja"],
  ["fi", "äiti äidin äidistä äidille äitiä"],
  ["fi", "yrittäjyys yrittäjyyden yrittäjyydestä yrittäjyyttä"],
  ["fi", "kaupunki kaupungin kaupungissa kaupunkia"],
  ["fi", "kissa kissat kissoista"],
  ["fi", "kirja kirjat kirjasta kirjoja"],
  ["fi", "yrittäjä yrittäjät yrittäjistä"],
  ["fi", "hinta hinnan hinnasta"],
  ["fi", "valta vallan vallasta"],
  ["fi", "eu eu:n eu:sta"],
  ["hu", "üzlet üzletet üzletről üzletek"],
  ["hu", "termék termékek termékről"],
  ["hu", "vállalat vállalatok vállalatról"],
  ["hu", "barát barátok baráttal"],
  ["hu", "gyerek gyerekek gyerekekről"],
  ["hu", "történet történetek történetről"],
  ["hu", "egyetem egyetemek egyetemen"],
  ["hu", "eu eu-ban eu-ról"],
  ["hu", "pénz pénzt pénzről pénzzel pénzem pénze"],
  ["hu", "vállalkozás vállalkozásban vállalkozásról vállalkozást"],
  ["hu", "anya anyám anyjáról anyját"],
  ["hu", "ügyfél ügyfelek ügyfeleket ügyfelekről"],
  ["hu", "iskola iskolában iskolák iskoláról"],
  ["el", "χρήμα χρήματα χρημάτων"],
  ["el", "πόλεμος πόλεμο πολέμου πόλεμοι"],
  ["el", "παιδί παιδιά παιδιού"],
  ["el", "βιβλίο βιβλία βιβλίου"],
  ["el", "εταιρεία εταιρείες εταιρειών"],
  ["el", "πελάτης πελάτες πελατών πελάτη"],
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

test("words that only look alike stay apart in languages with cases", () => {
  const [fi, hu, el, pl] = [
    stemsOfLanguage("fi"),
    stemsOfLanguage("hu"),
    stemsOfLanguage("el"),
    stemsOfLanguage("pl"),
  ];
  assert.notEqual(fi("vero"), fi("verkko"));
  assert.notEqual(fi("työ"), fi("tyttö"));
  assert.notEqual(hu("pénz"), hu("péntek"));
  assert.notEqual(hu("anya"), hu("apa"));
  assert.notEqual(hu("egyetem"), hu("egy"));
  assert.equal(hu("e-mail"), "e-mail");
  assert.notEqual(el("πόλεμος"), el("πόλη"));
  assert.notEqual(pl("miasto"), pl("miesiąc"));
});
