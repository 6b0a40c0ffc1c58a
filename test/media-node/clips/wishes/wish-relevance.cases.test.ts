// Subjects of prompts that stand in another case than in the talk.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readWishes } from "../../../../media-node/clips/wishes/wish-relevance.ts";
import { lexicalSimilarity } from "../../../../media-node/senses/meaning/text-similarity.ts";
import { readMomentText } from "../../../support/talks/read-moment-text.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

const IN_CASES = [
  [
    "uk",
    "покажи, де він говорить про війну",
    "Ми тоді жили в місті. Почалась війна, і все змінилось. Потім ми поїхали до моря.",
  ],
  [
    "ru",
    "про деньги и налоги",
    "Мы тогда жили в городе. Денег не было, а налогов было много. Потом мы поехали к морю.",
  ],
  [
    "pl",
    "fragmenty o wojnie",
    "Mieszkaliśmy wtedy w mieście. Wojna zmieniła wszystko, co mieliśmy. Potem pojechaliśmy nad morze.",
  ],
  [
    "cs",
    "o válce",
    "Bydleli jsme tehdy ve městě. Válka změnila všechno, co jsme měli. Potom jsme jeli k moři.",
  ],
  [
    "pl",
    "o wojnie",
    "Mieszkaliśmy wtedy w mieście. Wojna zmieniła wszystko, co mieliśmy. Potem pojechaliśmy nad morze.",
  ],
  [
    "fi",
    "näytä kohdat, joissa hän puhuu rahasta",
    "Me asuimme silloin maalla. Raha loppui, ja kaikki muuttui siitä. Sitten me menimme merelle.",
  ],
  [
    "hu",
    "ahol a pénzről beszél",
    "Akkor még vidéken laktunk. A pénz elfogyott, és minden megváltozott. Aztán elmentünk a tengerhez.",
  ],
  [
    "el",
    "για τον πόλεμο",
    "Τότε μέναμε στο χωριό. Ο πόλεμος άλλαξε όλα όσα είχαμε. Μετά πήγαμε στη θάλασσα.",
  ],
] as const;
for (const [language, prompt, said] of IN_CASES)
  test(`"${prompt}" finds its subject in another case of ${language}`, async () => {
    const { words } = makeTalk([{ name: "talk", kind: "body", text: said }], { isPunctuated: true });
    const moment = readMomentText(words);
    assert.equal(moment.text.language, language);
    const { topic } = await readWishes(lexicalSimilarity, moment, { prompt, title: null });
    assert.ok(topic !== null && topic[1] === Math.max(...topic) && topic[1] > 0.4);
  });
