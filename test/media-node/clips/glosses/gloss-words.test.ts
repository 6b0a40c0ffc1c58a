// Words of other languages in English, as a judge of English reads them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type GlossedLanguage, isGlossed } from "../../../../media-node/clips/glosses/gloss-sources.ts";
import { glossText, glossWords } from "../../../../media-node/clips/glosses/gloss-words.ts";

test("what is said in other languages is English word by word, with its marks", () => {
  const cases: readonly (readonly [GlossedLanguage, string, string])[] = [
    [
      "de",
      "Das größte Problem ist nicht die Technik, sondern dass die Leute nicht miteinander reden.",
      "the biggest problem is not the technology, but that the people not each other talk.",
    ],
    ["es", "¿Por qué nadie habla del dinero?", "why nobody talk of the money?"],
    ["fr", "On a perdu tous nos clients en deux semaines !", "we has lose all our customer in two week !"],
    [
      "it",
      "Dopo tre mesi l'azienda non aveva nemmeno un cliente.",
      "after three month the company not had even a customer.",
    ],
    ["nl", "Ik had nooit gedacht dat het zou werken.", "i had never think that the would work."],
    ["ru", "Мы потеряли все деньги за две недели.", "we lose all money for two week."],
    ["tr", "Şirketimiz iki yılda on kat büyüdü.", "company two year ten times grow."],
    ["ko", "우리는 그 돈을 모두 잃었습니다.", "we that money all lose."],
    ["ja", "私は会社を辞めて、とても怖かったです。", "i company stop , very fear ."],
    [
      "zh",
      "我们公司在一天之内损失了一百万，这是我的错。",
      "we company in one day in loss one million, this my wrong.",
    ],
    ["cs", "Ztratili jsme všechny peníze za dva týdny.", "lose are all money behind two week."],
    ["ro", "Am pierdut toți banii în două săptămâni.", "have lose all money in two week."],
    ["uk", "Ми втратили всі гроші за два тижні.", "we lose all money for two week."],
    ["fi", "Menetimme kaikki rahat kahdessa viikossa.", "lose all money two week."],
    ["hu", "Két hét alatt minden pénzünket elvesztettük.", "two week under all money lose."],
    ["id", "Kami kehilangan semua uang dalam dua minggu.", "we lose all money in two week."],
    ["hi", "हमने दो हफ्ते में सारा पैसा खो दिया।", "we two week in all money lose give."],
    ["el", "Χάσαμε όλα τα λεφτά μας σε δύο εβδομάδες.", "lose all the money us to two week."],
    ["sv", "Jag har aldrig berättat det för någon.", "i have never tell it for some."],
    ["da", "Vi havde ikke nogen kunder i tre måneder.", "we had not some customer in three month."],
    ["no", "Jeg visste ikke hva jeg skulle gjøre.", "i knew not what i would do."],
    ["pl", "Straciliśmy wszystkie pieniądze w dwa tygodnie.", "lose all money in two week."],
    ["pt", "Em dois anos a empresa cresceu dez vezes.", "in two year the company grow ten times."],
  ];
  for (const [language, sentence, english] of cases) assert.equal(glossText(sentence, language), english);
});

test("words that are known together have their English at the first, so that each word keeps its place", () => {
  assert.deepEqual(glossWords(["Zum", "Beispiel,", "weißt", "du?"], "de"), [
    "for example,",
    "",
    "you know?",
    "",
  ]);
  assert.deepEqual(glossWords(["Zum", "Arzt"], "de"), ["to", "doctor"]);
  assert.deepEqual(glossWords(["zum,", "Beispiel"], "de"), ["to,", "example"], "a mark parts them");
});

test("words that nothing is written between are told by what is known of them together", () => {
  assert.equal(glossText("失敗は大切", "ja"), "fail important");
  assert.equal(glossText("用 Kubernetes 部署「AI」模型。", "zh"), 'use kubernetes deploy "ai" model.');
});

test("names and English words stay, in plain letters, and so does what is no word", () => {
  assert.equal(
    glossText("Kubernetes lief bei Zalando – in der Cloud.", "de"),
    "kubernetes run at zalando – in the cloud.",
  );
  assert.equal(glossText("Zoë & 25 %", "nl"), "zoe & 25 %");
  assert.deepEqual(glossWords(["…", ""], "fr"), ["…", ""]);
});

test("of words in other letters that are not known it is said that they are some", () => {
  assert.equal(glossText("鬱陶しい会社", "ja"), "thing company");
  assert.equal(glossText("Мой ёжик любит вас.", "ru"), "my thing love you.");
  assert.equal(glossText("우리는 쏼라쏼라 회사.", "ko"), "we thing company.");
});

test("articles that are written onto a word, and words with hyphens, are taken apart", () => {
  assert.equal(glossText("l'entreprise", "fr"), "the company");
  assert.equal(glossText("l’équipe", "fr"), "the team");
  assert.equal(glossText("dell'amicizia", "it"), "of the friend");
  assert.equal(glossText("Kunden-Gespräche", "de"), "customer talk");
  assert.equal(glossText("dites-moi", "fr"), "say me");
});

test("German “es” is written onto a word, and no such word of another language is", () => {
  assert.equal(glossText("Wenn's reicht, haben's alle.", "de"), "if it enough, have it all.");
  assert.equal(glossText("Apple's Werbung", "de"), "apple's advertising");
  assert.equal(glossText("radio's", "nl"), "radio's");
});

test("what is quoted has marks that English writes", () => {
  assert.equal(glossText("«Jamais»,", "fr"), '"never",');
  assert.equal(glossText("„Niemals“, sagte er.", "de"), '"never“, said he.');
});

test("English itself and languages without a gloss have none", () => {
  assert.deepEqual((["en", "he", "th", "other"] as const).map(isGlossed), [false, false, false, false]);
  assert.ok(isGlossed("de"));
});

test("endless words cost no more than their letters, and of them nothing is known", () => {
  const letters = 200_000;
  for (const [language, letter] of [
    ["de", "n"],
    ["fr", "s"],
    ["ko", "가"],
    ["tr", "a"],
    ["pl", "-"],
  ] as const) {
    const word = letter.repeat(letters);
    assert.equal(glossWords([word], language)[0], language === "ko" ? "thing" : word);
  }
  assert.deepEqual(new Set(glossText("鬱".repeat(letters), "zh").split(" ")), new Set(["thing"]));
  assert.equal(glossText(`ja${"!".repeat(letters)}nein`, "de").length, letters + 6);
});
