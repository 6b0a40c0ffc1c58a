// Hashtags of clips in languages in which nothing beside a word says that it names a thing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTalk } from "../../../support/talks/titled-talk.ts";

/** What is said, and its tags: derived nouns as a dictionary has them, and names in the form that is shortest. */
const TAGGED = {
  cs: [
    "Podnikání je hlavně o trpělivosti. Bez zkušenosti se podnikání učí těžko. Ta zkušenost je drahá. Každý zákazník chce něco jiného.",
    ["#Podnikání", "#Zkušenost"],
  ],
  pl: [
    "Przedsiębiorczość to przede wszystkim cierpliwość. Bez cierpliwości nie ma przedsiębiorczości. W mieście nikt nas nie znał.",
    ["#Przedsiębiorczość", "#Cierpliwość"],
  ],
  ru: [
    "Предпринимательство это прежде всего терпение. Без терпения нет предпринимательства. Потом мы поехали домой.",
    ["#Предпринимательство", "#Терпение"],
  ],
  uk: [
    "Відповідальність лежить на мені. Без відповідальності немає довіри, і ця відповідальність важка.",
    ["#Відповідальність"],
  ],
  sv: [
    "Det handlar om förändring. Utan förändring dör ett företag. Friheten kostar, och den friheten ville jag ha.",
    ["#Förändring", "#Frihet"],
  ],
  da: [
    "Det handler om forandring. Uden forandring dør en virksomhed. Friheden koster noget, og den frihed ville jeg have.",
    ["#Forandring", "#Frihed"],
  ],
  no: [
    "Det handler om endring. Uten endring dør en bedrift. Friheten koster, og den friheten ville jeg ha.",
    ["#Endring", "#Frihet"],
  ],
  fi: [
    "Yrittäjyys vaatii aikaa. Ilman aikaa ei ole yrittäjyyttä. Helsingissä se oli helppoa, mutta koko Helsinki ei ole maailma, ja Helsingissä se loppui.",
    ["#Yrittäjyys", "#Helsinki"],
  ],
  hu: [
    "Ez a vállalkozás magányos munka. A vállalkozásban minden a türelemről szól. Nekünk Budapesten kezdődött, és akkor Budapest még olcsó volt 2015-ben.",
    ["#Vállalkozás", "#Budapest"],
  ],
  vi: [
    "Khách hàng không bao giờ nói điều họ thật sự cần. Tôi đã hỏi khách hàng rất nhiều lần, và công ty không có tiền.",
    ["#KháchHàng"],
  ],
  he: ["הקמתי את החברה בגיל שלושים. מכרתי את המכונית כדי להחזיק את החברה.", ["#חברה"]],
  fa: ["من شرکت را در جوانی راه انداختم. ماشین را فروختم تا شرکت را نگه دارم.", ["#شرکت"]],
} as const;

for (const [language, [said, tags]] of Object.entries(TAGGED))
  test(`nouns of ${language} that are said again and again are tags`, () => {
    const { hashtags } = describeTalk(said);
    for (const tag of tags) assert.ok(hashtags.includes(tag), `${tag}: ${hashtags.join(" ")}`);
  });

test("a syllable of Vietnamese is no tag, nor a year with its ending", () => {
  const { hashtags } = describeTalk(TAGGED.vi[0]);
  for (const tag of hashtags) assert.ok(!/^#(?:Khách|Hàng|Hỏi|Tiền)$/u.test(tag), tag);
  assert.ok(!describeTalk(TAGGED.hu[0]).hashtags.some((tag) => tag.startsWith("#2015")));
});

test("what is done to something that is only pointed at is no hashtag", () => {
  const french = describeTalk(
    "Tout dépend de la façon dont tu l'utilises. Si tu l'utilises bien, ils l'utilisaient déjà. L'abeille dort dans la cave et l'abeille mange.",
  );
  assert.ok(french.hashtags.includes("#Abeille"), french.hashtags.join(" "));
  assert.ok(!french.hashtags.some((tag) => /utilis/i.test(tag)), french.hashtags.join(" "));
});

test("words that stand in set phrases are no hashtags", () => {
  const german = describeTalk(
    "Meine Güte, wir waren zu Hause. Auf jeden Fall bin ich gern zu Hause, und die Bienen sind es auch.",
  );
  assert.ok(!german.hashtags.some((tag) => /Hause|Fall|Güte/.test(tag)), german.hashtags.join(" "));
});
