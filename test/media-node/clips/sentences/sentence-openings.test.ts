import assert from "node:assert/strict";
import { test } from "node:test";
import { isAnswered } from "../../../../media-node/clips/sentences/questions.ts";
import {
  closingQuality,
  isAnsweredNext,
  openingQuality,
  sentenceBounds,
  standsAlone,
} from "../../../../media-node/clips/sentences/sentence-openings.ts";
import { type SpokenText, splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { makeTalk } from "../../../support/talks/synthetic-talk.ts";

/** Turns are written as paragraphs. */
function conversation(...turns: readonly string[]): SpokenText {
  const { words } = makeTalk(turns.map((text, index) => ({ name: `turn ${index}`, kind: "body", text })));
  const begins = new Set<number>();
  let count = 0;
  for (const turn of turns) {
    begins.add(count);
    count += turn.split(" ").length;
  }
  return splitSentences(words.map((word, index) => ({ ...word, startsTurn: begins.has(index) })));
}

const BEFORE = "The house was built of wood.";

function opening(sentence: string): number {
  return openingQuality(conversation(`${BEFORE} ${sentence} The wood came from the hills.`), 1);
}

test("a sentence that goes on, replies or points back opens worse than one that stands alone", () => {
  const alone = opening("Bees choose a home by dancing.");
  for (const leaning of [
    "And bees choose a home by dancing.",
    "Because bees choose a home by dancing.",
    "Which is how bees choose a home.",
    "Or bees choose a home by dancing.",
    "Exactly, bees choose a home by dancing.",
    "They choose a home by dancing together.",
    "That's how bees choose a home.",
    "For example, bees choose a home.",
    "It chose a home by dancing.",
  ]) {
    assert.ok(opening(leaning) < 0.8 * alone, `${leaning} ${opening(leaning)} ${alone}`);
  }
});

test("a pronoun whose noun is in the same words does not lean", () => {
  const stands = (sentence: string): number => standsAlone(conversation(`${BEFORE} ${sentence}`), 1);
  assert.equal(stands("This company sells wood."), 1);
  assert.equal(stands("It's important to let bees sleep."), 1);
  assert.ok(stands("This is for wood.") < 1);
  assert.ok(stands("She sells wood.") < 1);
});

test("somebody who has heard nothing before it stumbles over a sentence that goes on, answers or points back", () => {
  const understood = (sentence: string): number =>
    sentenceBounds(conversation(`${BEFORE} ${sentence}`)).understoodFirst[1] ?? 0;
  assert.equal(understood("Young bees dance in the dark."), 1);
  for (const sentence of [
    "And young bees dance in the dark.",
    "Because young bees dance in the dark.",
    "For example, young bees dance in the dark.",
    "I love how they dance in the dark.",
    "I told you about that, young bees dance.",
    "The other reason is that young bees dance.",
    "The first one is that young bees dance.",
    "You've just said why young bees dance.",
    "Thirty million young bees, all in the dark.",
    "Young bees -- I mean, all bees dance.",
    "I also like to say that young bees dance.",
    "The second hive was given some sugar.",
    "You know, I kind of agree that young bees dance.",
    "I'm really glad that you brought young bees up.",
    "Young bees kept fighting that tendency in the dark.",
    "That old custom lets young bees dance.",
    "So this habit lets young bees dance.",
    "The other lesson is that young bees dance.",
    "Both dances end in the dark.",
    "A good example is the young bees' dance.",
    "It's not that the young bees dance.",
    "It's just because young bees dance.",
    "As for your bees, the young ones dance.",
    "When you mentioned the dark, the young bees danced.",
    "The one for the old bees lets young bees dance.",
    "One is to let the young bees dance.",
    "The third step lets young bees dance.",
    "The idea behind that is to let young bees dance.",
    "In fact, young bees dance in the dark.",
    "I love that idea, and young bees dance.",
    "Why young bees?",
    "...two million young bees dance in the dark.",
    "Ended up in the dark with young bees.",
    "I didn't have that though, and young bees did.",
    "For young bees in the dark, that's too cold.",
    "As an aside, I totally agree about young bees.",
    "To that point, young bees dance in the dark.",
    "The problem though is that young bees dance.",
    "There's a fun one called the young bees.",
    "I've done it once with young bees.",
    "Print that in the young bees' paper.",
    "It's like young bees in the dark.",
    "You're talking to young bees in the dark.",
  ]) {
    assert.ok(understood(sentence) < 0.9, `${sentence} ${understood(sentence)}`);
  }
  for (const sentence of [
    "I keep a hive that dances in the dark.",
    "There was this young bee in the dark.",
    "The first time in years when the young bees came, the old ones danced.",
    "Young bees danced in the second world war.",
    "The second half of the year is when young bees dance.",
    "Thanks to the dark, young bees dance.",
    "This summer the young bees dance.",
    "Both bees and wasps dance in the dark.",
    "Both of my young bees dance in the dark.",
    "It's not that hard to let young bees dance.",
    "The other day my young bees danced.",
    "The one time I came, the young bees danced.",
    "One of my young bees danced in the dark.",
    "Why do young bees dance?",
    "I think that in the dark young bees dance.",
    "It's like when young bees dance in the dark.",
    "There's no one who saw the young bees.",
    "When young bees dance in the dark, that's a sign.",
    "Put the young bees in the dark.",
  ]) {
    assert.equal(understood(sentence), 1, sentence);
  }
});

test("where a clip begins with a bare reply, a listener begins with what comes after it", () => {
  const understood = (said: string): number =>
    sentenceBounds(conversation(BEFORE, said)).understoodFirst[1] ?? 0;
  for (const reply of ["Okay.", "Right, exactly.", "You know, I kind of agree.", "I know, right?"]) {
    assert.ok(understood(`${reply} So they dance in the dark.`) < 0.3, reply);
    assert.ok(understood(`${reply} Young bees dance in the dark.`) > 0.3, reply);
  }
  assert.equal(understood("Young bees do. So they dance in the dark."), 1);
});

test("what begins a turn opens better than what goes on in one", () => {
  const within = conversation(`${BEFORE} So bees choose a home by dancing.`);
  const begun = conversation(BEFORE, "So bees choose a home by dancing.");
  assert.ok(openingQuality(begun, 1) > openingQuality(within, 1));
});

test("the middle of a quotation opens badly", () => {
  const quoted = conversation(`${BEFORE} She said, "Go home. Bees choose a home by dancing."`);
  assert.ok(openingQuality(quoted, 2) < opening("Bees choose a home by dancing."));
});

test("an ellipsis, a question, a wind-down and a quotation that goes on close worse than a finished sentence", () => {
  const closing = (sentence: string, next = "I agree with all of it."): number =>
    closingQuality(conversation(`${BEFORE} ${sentence}`, next), 1);
  const finished = closing("The bees came home in spring.");
  for (const sentence of [
    "The bees came home in spring...",
    "Did the bees come home in spring?",
    "The bees came home, so yeah.",
    "The bees came home, or whatever.",
    "The bees came home in spring and--",
  ]) {
    assert.ok(closing(sentence) < 0.85 * finished, `${sentence} ${closing(sentence)} ${finished}`);
  }
});

test("a clip ends better where a speaker ends than where the same one goes on", () => {
  const ended = conversation(`${BEFORE} The bees came home.`, "My garden has many flowers in spring.");
  const goesOn = conversation(`${BEFORE} The bees came home. My garden has many flowers in spring.`);
  const explains = conversation(`${BEFORE} The bees came home. Because my garden has many flowers.`);
  assert.ok(closingQuality(ended, 1) > closingQuality(goesOn, 1));
  assert.ok(closingQuality(goesOn, 1) > closingQuality(explains, 1));
  const concludes = conversation(`${BEFORE} The bees came home. So that's why my garden has flowers.`);
  const begins = conversation(`${BEFORE} The bees came home. So my garden has many flowers now.`);
  assert.ok(closingQuality(begins, 1) > closingQuality(concludes, 1));
});

test("a tag is no question that is answered next", () => {
  const text = conversation("The bees came home, right?", "They did. What did they eat?", "Honey.");
  assert.deepEqual(
    text.sentences.map((_, index) => isAnsweredNext(text, index)),
    [false, false, true, false],
  );
});

test("a question is answered by another speaker, who says something, soon", () => {
  const isAnsweredByItsEnd = (text: SpokenText): boolean => isAnswered(text, 1, text.sentences.length);
  const answered = (...turns: readonly string[]): boolean =>
    isAnsweredByItsEnd(conversation(`${BEFORE} ${turns[0]}`, ...turns.slice(1)));
  const answer = "The young ones eat most of the honey before the winter comes.";
  assert.equal(answered("What do the bees eat?", answer), true);
  assert.equal(answered("What do the bees eat? I always forget it.", answer), true);
  assert.equal(answered(`What do the bees eat? ${answer}`), false);
  assert.equal(answered(`What do the bees eat? ${answer} ${answer} ${answer}`, answer), false);
  assert.equal(answered("What do the bees eat?", "Honey.", answer), true);
  assert.equal(answered("What do the bees eat?", "Honey.", "Yeah.", answer), false);
  assert.equal(answered("What do the bees eat?", "Did you ever see one of them eat in winter?"), false);
  assert.equal(answered("The bees came home, right?", answer), false);
  const quoted = conversation(`They ask, "We saw it. What do the bees eat? Who knows?"`, answer);
  assert.equal(isAnsweredByItsEnd(quoted), false);
});

test("where nothing tells the turns, what follows a question is its answer", () => {
  const { words } = makeTalk([
    {
      name: "talk",
      kind: "body",
      text: "What do the bees eat? The young ones eat most of the honey in winter.",
    },
  ]);
  const text = splitSentences(words);
  assert.equal(isAnswered(text, 0, text.sentences.length), true);
});

test("beyond the first and the last sentence nothing is known", () => {
  const text = conversation(BEFORE);
  assert.equal(openingQuality(text, 1), 0.4);
  assert.equal(closingQuality(text, -1), 0.4);
  assert.equal(openingQuality(splitSentences([]), 0), 0.4);
});
