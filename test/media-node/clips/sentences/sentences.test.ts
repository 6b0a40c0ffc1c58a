import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isAnsweredNext, openingQuality } from "../../../../media-node/clips/sentences/sentence-openings.ts";
import {
  markSentenceEnds,
  type SpokenText,
  splitSentences,
  textBetween,
} from "../../../../media-node/clips/sentences/sentences.ts";
import { topicBreaks } from "../../../../media-node/clips/sentences/topic-breaks.ts";
import type { SpokenWord } from "../../../../media-node/signal/spoken-word.ts";
import { speakSentences } from "../../../support/talks/judged-talk.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";
import { SLEEP_TALK } from "../../../support/talks/talk-texts.ts";

function spoken(text: string, isPunctuated = true): SpokenText {
  return splitSentences(makeTalk([{ name: "part", kind: "body", text }], { isPunctuated }).words);
}

function sentencesOf(text: SpokenText): string[] {
  return text.sentences.map(({ firstWord, endWord }) => textBetween(text, firstWord, endWord));
}

test("marks end sentences, abbreviations do not", () => {
  const text = spoken("We met Dr. Bee at 3 p.m. sharp. It was e.g. very late! Was it? Yes…");
  assert.deepEqual(sentencesOf(text), [
    "We met Dr. Bee at 3 p.m. sharp.",
    "It was e.g. very late!",
    "Was it?",
    "Yes…",
  ]);
  assert.deepEqual(
    text.sentences.map(({ isQuestion }) => isQuestion),
    [false, false, true, false],
  );
});

test("abbreviations at the end of a sentence, decimals and names with dots are told by what follows", () => {
  const parts = [
    "Bees vs. wasps, hives, e.g. old ones, etc.",
    "Node.js has 2.5 million users in the U.S. alone.",
    "No.",
    "It is hive No. 5.",
  ];
  assert.deepEqual(sentencesOf(spoken(parts.join(" "))), parts);
});

test("a sentence that trails off or is interrupted is known as such, and one that goes on is one", () => {
  const talk = makeTalk([
    {
      name: "part",
      kind: "body",
      text: "I thought... maybe not. It was -- I mean, late. We could have... Then it rained. I wanted to-- No!",
    },
  ]);
  const words = talk.words.map((word) => (word.text === "No!" ? { ...word, startsTurn: true } : word));
  const text = splitSentences(words);
  assert.deepEqual(
    sentencesOf(text).map((sentence, index) => [sentence, text.sentences[index]?.endsAs]),
    [
      ["I thought... maybe not.", "mark"],
      ["It was -- I mean, late.", "mark"],
      ["We could have...", "trail"],
      ["Then it rained.", "mark"],
      ["I wanted to--", "interruption"],
      ["No!", "mark"],
    ],
  );
});

test("another speaker ends a sentence without any mark", () => {
  const { words } = makeTalk([{ name: "part", kind: "body", text: "It rained. We went to No way. Really?" }]);
  const text = splitSentences(
    words.map((word) => (word.text === "No" ? { ...word, startsTurn: true } : word)),
  );
  assert.deepEqual(sentencesOf(text), ["It rained.", "We went to", "No way.", "Really?"]);
  assert.deepEqual(
    text.sentences.map(({ endsAs, startsTurn }) => [endsAs, startsTurn]),
    [
      ["mark", 1],
      ["interruption", 0.5],
      ["mark", 1],
      ["mark", 0.5],
    ],
  );
});

test("a quotation holds together, and a mark that is never closed quotes nothing", () => {
  const text = spoken(
    'She said, "I can\'t. It is late." "Stop!" he said. Then he left. He cried, "Come back. It rained.',
  );
  assert.deepEqual(
    sentencesOf(text).map((sentence, index) => [sentence, text.sentences[index]?.beginsInQuotation]),
    [
      ["She said, \"I can't.", false],
      ['It is late."', true],
      ['"Stop!" he said.', false],
      ["Then he left.", false],
      ['He cried, "Come back.', false],
      ["It rained.", false],
    ],
  );
  assert.equal(text.sentences[0]?.endsInQuotation, true);
});

test("without marks pauses end sentences, where a thought can end and another begin", () => {
  const parts = [
    "They have no map and no boss.",
    "How do they choose their home?",
    "When twenty scouts meet at one hollow, the vote is over.",
    "What was learned during the day is replayed at night.",
    "Two hundred bees went up to the roof and looked at the sky.",
    "That is all which happened on the first day of the long summer.",
  ];
  const text = spoken(parts.join(" "), false);
  assert.deepEqual(
    sentencesOf(text),
    parts.map((part) => part.toLowerCase().replaceAll(/[.,?]/g, "")),
  );
  assert.deepEqual(
    text.sentences.map(({ isQuestion }) => isQuestion),
    [false, true, false, false, false, false],
  );
});

test("every word is in one sentence, and none is longer than sixty words, or thirty without marks", () => {
  const word = fc.constantFrom("and", "so", "bees", "house.", "why", "the", "is", "love?", "um,");
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 200 }), fc.boolean(), (words, isPunctuated) => {
      const { sentences } = spoken(words.join(" "), isPunctuated);
      assert.equal(sentences[0]?.firstWord, 0);
      assert.equal(sentences.at(-1)?.endWord, words.length);
      sentences.slice(1).forEach(({ firstWord }, index) => {
        assert.equal(firstWord, sentences[index]?.endWord);
      });
      const maxWords = isPunctuated ? 60 : 30;
      assert.ok(
        sentences.every(({ firstWord, endWord }) => endWord - firstWord <= maxWords && endWord > firstWord),
      );
    }),
  );
});

/** How well the second of two sentences opens a clip. */
function opening(sentence: string, before = "The house was built of wood."): number {
  return openingQuality(spoken(`${before} ${sentence}`), 1);
}

test("an opening that leans on what was said before is worse than one that stands alone", () => {
  const alone = opening("Bees choose a home by dancing.");
  for (const leaning of [
    "And so he went away.",
    "Because of that we stayed.",
    "But then it broke.",
    "They hold an election.",
    "Therefore nobody came.",
    "After that the house fell.",
  ]) {
    assert.ok(opening(leaning) < 0.6 * alone, leaning);
  }
  assert.ok(opening("But what if two scouts disagree?") > opening("But two scouts may disagree."));
  assert.ok(opening("It is the sun.", "What do they look for?") < opening("It is the sun."));
});

test("a question belongs with the sentence after it, unless a long pause lies between", () => {
  const text = spoken("Why do they dance? They tell the way. It works.");
  assert.deepEqual(
    [0, 1].map((index) => isAnsweredNext(text, index)),
    [true, false],
  );
});

test("a talk breaks where its parts do", () => {
  const talk = makeTalk(SLEEP_TALK, { seed: 2 });
  const text = splitSentences(talk.words);
  const breaks = topicBreaks(text);
  const atParts = talk.parts.map(
    ({ startS }) => breaks[text.sentences.findIndex((each) => each.startS >= startS - 0.01)] ?? 0,
  );
  const mean = breaks.reduce((sum, each) => sum + each, 0) / breaks.length;
  assert.ok(
    atParts.every((each) => each > mean),
    atParts.join(" "),
  );
  assert.ok(mean < 0.3, `${mean}`);
});

test("where the text has no marks, words are marked that end a sentence, and not one that stands alone or only ends what is too long", () => {
  const ends = (words: readonly SpokenWord[]): string[] =>
    markSentenceEnds(words).flatMap(({ text, endsSentence }) => (endsSentence === true ? [text] : []));
  const said = ["bees dance in the hive", "nobody taught them", "they learn it by themselves"];
  assert.deepEqual(ends(speakSentences(said)), ["hive", "them", "themselves"]);
  assert.deepEqual(ends(speakSentences(said.map((sentence) => `${sentence}.`))), []);
  const alone = speakSentences(["they all dance", "after", "every trip"]);
  assert.deepEqual(ends(alone), ["dance", "trip"]);
  const later = alone.map((word, at) =>
    at < 4 ? word : { ...word, startS: word.startS + 1, endS: word.endS + 1 },
  );
  assert.deepEqual(ends(later), ["after", "trip"]);
  const first = speakSentences(["okay", "they all dance", "after every trip"]);
  const late = first.map((word) => ({ ...word, startS: word.startS + 5, endS: word.endS + 5 }));
  assert.deepEqual(
    [ends(first), ends(late)],
    [
      ["dance", "trip"],
      ["dance", "trip"],
    ],
  );
  assert.deepEqual(ends(speakSentences([`${"bee ".repeat(70)}end`])), ["end"]);
});

const UNMARKED = {
  German: [
    "das habe ich damals gar nicht",
    "wir fangen morgen mit der Arbeit an",
    "dann macht er abends das Licht aus",
    "mein Onkel hört seinen Kindern nie zu",
    "was ist das denn",
    "er schläft jeden Abend auf dem Sofa ein",
    "und das weiß hier doch jeder",
    "wir sehen uns nächste Woche im Garten",
  ],
  Dutch: [
    "dat weet ik eigenlijk nog steeds niet",
    "mijn opa zet de kast morgen aan",
    "hij doet elke avond het licht uit",
    "en zo is het",
    "daar denk ik dan aan",
    "maar ik weet niet hoe ze doen dat",
    "we zien elkaar volgende week in de tuin",
  ],
  Italian: [
    "questa cosa mi piace davvero molto",
    "e anche per me è così",
    "poi siamo andati a casa mia",
    "le api non vengono più",
  ],
  Portuguese: ["eu gosto disso muito", "meu avô trabalhava muito", "as abelhas não vêm mais"],
  Spanish: ["las abejas de mi abuelo son así", "ya no queda ni uno", "y luego se van todas"],
  Turkish: ["bu çok güzel bir şey yani", "peki bu ne demek", "arılar kışın hiç uyumaz"],
};
for (const [language, said] of Object.entries(UNMARKED))
  test(`a pause ends a sentence of ${language} behind words that may end one`, () => {
    const words = speakSentences([...said, ...said]);
    assert.deepEqual(sentencesOf(splitSentences(words)), [...said, ...said]);
    const ends = markSentenceEnds(words).flatMap(({ endsSentence }, at) =>
      endsSentence === true ? [at] : [],
    );
    assert.equal(ends.length, 2 * said.length);
  });

test("no pause ends a sentence of other languages behind words that need more", () => {
  const said = [
    "wir haben das alte Haus und den",
    "Garten von meinem",
    "Onkel im Sommer verkauft und die Bienen auch",
  ];
  assert.deepEqual(sentencesOf(splitSentences(speakSentences(said))), [`${said[0]} ${said[1]}`, said[2]]);
});
