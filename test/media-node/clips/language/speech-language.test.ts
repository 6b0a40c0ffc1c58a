// The language of what is said, told by its words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOfPart, languageOfWords } from "../../../../media-node/clips/language/speech-language.ts";
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

const RELATED = {
  Ukrainian: "Люди думають, що бджоли взимку сплять, але це неправда. І ну так от, я її там і залишив.",
  Bulgarian: "Тя беше най-добрата от всички. И да ви кажа, да не я пипате, да я оставите на мира.",
  Serbian: "Људи мисле да пчеле зими спавају, али то није тачно. И да вам кажем, да је не дирате.",
  Azerbaijani: "Yəni belə oldu ki, bir gün işdən evə gəldim və mətbəxdə bir kişi dayanmışdı.",
  Haitian:
    "Se konsa sa te ye, mwen te rive lakay mwen sot nan travay yon jou epi te gen yon mesye nan kizin nan.",
  Catalan:
    "I em diu que les abelles són a casa seva. Jo em penso que no, però la meva dona em va dir que sí.",
  Romanian:
    "Oamenii cred că albinele dorm iarna, dar nu este adevărat. Eu am avut o albină care nu a dormit.",
  Swedish:
    "i sverige gör man inte så utan man går hem en dag och då var det en man där som var en av de bästa",
  Norwegian:
    "Det er en av de tingene som gjør at man ikke kan si hva det er for en bie, og den var en av de beste.",
  Danish:
    "Det er en af de ting, der gør, at man ikke kan sige, hvad det er for en bi, og jeg var ked af det.",
  Hungarian: "Nekem volt egy méhem, amely soha nem aludt. De a többi is jó volt, és de a végén elment.",
};
for (const [name, said] of Object.entries(RELATED))
  test(`${name} is not read by a related language's words`, () => assert.equal(languageOf(said), "other"));

test("names that begin with articles, and one word again and again, are of no other language", () => {
  assert.equal(languageOf("Las Vegas, Los Angeles, El Paso, La Jolla, San Diego"), "en");
  assert.equal(languageOf("la la la la la la la la la no no no"), "en");
});

const wordsOf = (text: string) => text.split(" ").map((word) => ({ text: word }));

test("a part that clearly tells its own language is of that, and any other part of the whole's", () => {
  const english =
    "So what I learned from the bees is that you should never move an old hive in the winter, because the cold kills the queen.";
  const german =
    "Und dann haben wir gesagt, dass wir den Garten nicht mehr brauchen, weil die Bienen in den Wald gezogen sind, und das war schwer.";
  assert.equal(languageOfPart(wordsOf(english), "de"), "en");
  assert.equal(languageOfPart(wordsOf(german), "en"), "de");
  assert.equal(languageOfPart(wordsOf("Acacia, Robinia"), "de"), "de");
  assert.equal(languageOfPart(wordsOf("That is what it is."), "de"), "de", "too short to tell");
  const names = "Messi Xavi Iniesta Ramos Alonso Ozil Ronaldo Valdes Puyol Pique Busquets Alves Messi Xavi";
  assert.equal(languageOfPart(wordsOf(`${names} ${names}`), "es"), "es");
});
