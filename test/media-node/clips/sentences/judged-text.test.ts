import assert from "node:assert/strict";
import { test } from "node:test";
import { judgedText } from "../../../../media-node/clips/sentences/judged-text.ts";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { speakSentences } from "../../../support/talks/judged-talk.ts";
import { saidWithoutSpaces } from "../../../support/talks/unspaced-talk.ts";

function judged(sentences: readonly string[]): string[] {
  return judgedText(splitSentences(speakSentences(sentences))).sentences.map(({ text }) => text);
}

test("English is judged as it is said", () => {
  const said = ["The bees dance, and that tells them the way.", "What do they do in the winter?"];
  assert.deepEqual(judged(said), said);
});

test("a language that has a gloss is judged in English, sentence by sentence, with its marks", () => {
  assert.deepEqual(
    judged(["Wir haben das ganze Geld verloren.", "Weißt du, was dann passiert ist?", "Nichts!"]),
    ["we have the whole money lose.", "you know, what then happen is?", "nothing!"],
  );
});

test("what a guest says in English stays, and what is answered in the other language is read in English", () => {
  const german = "Das war für uns damals wirklich keine einfache Entscheidung.";
  const asked = new Array(8).fill(german);
  const answered = [
    "And that is what they told us, all of the time.",
    "You know, this was the worst die we ever made.",
    "They hat no idea what to do with it.",
    "But that is how it was, and we had to live with this.",
    "So what did we do with all of that?",
  ];
  const read = judged([...asked, ...answered, ...asked]);
  assert.deepEqual(read.slice(9, 12), answered.slice(1, 4));
  assert.equal(read[0], read[20]);
  assert.match(read[20] ?? "", /decision/);
});

test("what is written without spaces is parted before it is read in English", () => {
  const { sentences } = judgedText(
    splitSentences(saidWithoutSpaces("私は会社を辞めました。とても怖かったです。")),
  );
  assert.deepEqual(
    sentences.map(({ text }) => text),
    ["i company stop .", "very fear ."],
  );
});

test("a language that has none is judged as it is written", () => {
  const said = ["איבדנו את כל הכסף שלנו, אבל זה לא נורא.", "אתה יודע מה קרה אחר כך?"];
  assert.deepEqual(judged(said), said);
});
