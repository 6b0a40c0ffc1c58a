// The language of what is said, told by its words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOfWords } from "../../../../media-node/clips/language/speech-language.ts";
import { unspacedWords } from "../../../../shared/captions/unspaced-words.ts";

function languageOf(text: string): string {
  return languageOfWords(
    text
      .split(" ")
      .flatMap(unspacedWords)
      .map((word) => ({ text: word })),
  );
}

const SAID = {
  de: "Die Bienen waren im Winter so laut, und das war mir nicht recht, also bin ich in den Garten.",
  es: "La gente cree que las abejas duermen en invierno, y no es así.",
  fr: "Les gens pensent que les abeilles dorment en hiver, et ce n'est pas vrai.",
  it: "La gente pensa che le api dormano in inverno, e non è così.",
  pt: "As pessoas acham que as abelhas dormem no inverno, e isso não é verdade.",
  nl: "Mensen denken dat de bijen in de winter slapen, en dat is niet zo.",
  ru: "Люди думают, что пчёлы зимой спят, и это неправда.",
  tr: "Herkes arılar kışın uyur sanıyor ama bu doğru değil, çünkü onlar hiç uyumaz.",
  ja: "みんなハチは冬に眠ると思っていますが、それは違います。",
  zh: "大家都以为蜜蜂冬天睡觉，其实不是。",
  ar: "الناس يظنون أن النحل ينام في الشتاء، وهذا ليس صحيحا.",
  en: "So what I did was, I took all of the money and I bought bees, and they were in a bad mood.",
};
for (const [language, said] of Object.entries(SAID))
  test(`some words tell ${language}`, () => assert.equal(languageOf(said), language));

test("terms of another language, and words that are in both, do not change it", () => {
  assert.equal(
    languageOf("Wir waren im Meeting, und der CEO hatte no idea, also war das Team in so einem Mood."),
    "de",
  );
  assert.equal(languageOf("With a partner, or a sponsor, or in a new show, or on a plane, or so."), "en");
});

test("what has no words that are known is no English, and of a few words nothing is claimed", () => {
  const polish =
    "Wszyscy myślą że pszczoły śpią zimą ale wcale tak nie jest bo one siedzą razem i grzeją królową aż przyjdzie wiosna potem znowu wylatują szukać kwiatów które rosną obok lasu gdzie mój dziadek zostawił ule dawno temu zanim jeszcze kupił tamten stary dom";
  assert.equal(languageOf(polish), "other");
  const withLittleWords =
    "No i właśnie o to chodzi, że ja wtedy nie wiedziałem, co mam robić. I poszedłem do szefa, i mówię mu, że ja to zrobię, ale do piątku. A on mi na to, że to za późno. No to ja mu mówię, że do czwartku to się nie da. To była dla mnie lekcja.";
  assert.equal(languageOf(withLittleWords), "other");
  assert.equal(languageOf("Acacia, Robinia"), "en");
  assert.equal(languageOf("ทุกคนคิดว่าผึ้งนอนหลับ"), "other");
});
