// Marks and capitals, from logits that say plainly what they mean.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MARK_LOGITS } from "../../../../media-node/clips/marks/mark-network.ts";
import { type SaidText, writeMarks } from "../../../../media-node/clips/marks/write-marks.ts";
import type { SpokenWord } from "../../../../media-node/signal/spoken-word.ts";

const MARKS = ["", ",", ".", "?"];
const LETTERS = ["small", "capital", "capitals"];

interface Said {
  readonly mark?: string;
  readonly letters?: string;
  /** Of the logit of what is said; the others are 0. */
  readonly logit?: number;
}

function logitsOf(said: readonly Said[]): Float32Array {
  return Float32Array.from(
    said.flatMap(({ mark = "", letters = "small", logit = 5 }) => [
      ...MARKS.map((each) => (each === mark ? logit : 0)),
      ...LETTERS.map((each) => (each === letters ? 5 : 0)),
    ]),
  );
}

/** Words of 0.3 s one after the other; `gapsS` are the silences before words, by their number. */
function spoken(text: string, gapsS: Readonly<Record<number, number>> = {}): SpokenWord[] {
  let startS = 0;
  return text.split(" ").map((each, index) => {
    startS += gapsS[index] ?? 0;
    const word = { text: each, startS, endS: startS + 0.3 };
    startS += 0.3;
    return word;
  });
}

function saidText(words: readonly SpokenWord[]): SaidText {
  return {
    texts: words.map(({ text }) => text),
    startsS: Float64Array.from(words, ({ startS }) => startS),
    endsS: Float64Array.from(words, ({ endS }) => endS),
    turns: Uint8Array.from(words, ({ startsTurn }) => Number(startsTurn === true)),
  };
}

/** Text with marks from plain text and what is said of some of its words, by their number. */
function written(words: readonly SpokenWord[], said: Readonly<Record<number, Said>> = {}): string {
  const rows = words.map((_, index) => said[index] ?? {});
  return writeMarks(saidText(words), logitsOf(rows)).join(" ");
}

test("marks stand behind words, and sentences begin with a capital", () => {
  const words = spoken("do they dance yes in the dark they do");
  assert.equal(
    written(words, { 2: { mark: "?" }, 3: { mark: "," }, 6: { mark: "." } }),
    "Do they dance? Yes, in the dark. They do",
  );
});

test("names have capitals, and what is spelt out has all of them; I is always one", () => {
  const words = spoken("so i'd ask anna's bank about html5's and kubernetes");
  const said = {
    3: { letters: "capital" },
    6: { letters: "capitals" },
    8: { letters: "capitals" },
  };
  assert.equal(written(words, said), "So I'd ask Anna's bank about HTML5's and Kubernetes");
});

test("a text that has capitals keeps its letters, but for the first ones of sentences", () => {
  const words = spoken("the bees of Anna dance in the dark they do");
  assert.equal(
    written(words, { 1: { letters: "capital" }, 7: { mark: "." } }),
    "The bees of Anna dance in the dark. They do",
  );
});

test("marks that a text has stay; signs and closing quotation marks get one behind them", () => {
  const words = spoken('so it grew by 50% then, he said "yes" in c++ and went');
  const stops = { 4: { mark: "." }, 5: { mark: "." }, 8: { mark: "." }, 10: { mark: "." } };
  assert.equal(
    written(words, stops),
    'So it grew by 50%. Then, he said "yes". In c++. And went.'.replace("went.", "went"),
  );
});

test("a stop that a text has ends a sentence where the network says so, and abbreviates elsewhere", () => {
  const words = spoken("in the u.s. economy at 5 a.m. they left");
  assert.equal(written(words, { 6: { mark: "." } }), "In the u.s. economy at 5 a.m. They left");
  assert.equal(written(spoken("stop! they left"), {}), "Stop! They left");
});

test("behind a word of another script a pause ends a sentence", () => {
  const words = spoken("they went to москва then home", { 4: 1 });
  const said = logitsOf(words.map(() => ({})));
  said.fill(Number.NaN, 3 * MARK_LOGITS, 4 * MARK_LOGITS);
  assert.equal(writeMarks(saidText(words), said).join(" "), "They went to москва. Then home");
});

test("a pause ends a sentence that may end there, and does not end one that goes on", () => {
  const slow = spoken("we saw them dance then they left for the day and then we went", { 4: 1 });
  const doubtful = { 3: { mark: "", logit: 1.5 } };
  assert.equal(written(slow, doubtful), "We saw them dance. Then they left for the day and then we went");
  const fast = spoken("we saw them dance then they left for the day and then we went");
  assert.equal(written(fast, doubtful), "We saw them dance then they left for the day and then we went");
  assert.equal(written(slow), "We saw them dance then they left for the day and then we went");
});

test("a sentence ends where another one begins to speak, and not wherever somebody stops to think", () => {
  const words = spoken("do they yes they do and here it goes on", { 5: 3 });
  const turns = words.map((word, index) => ({ ...word, startsTurn: index === 2 }));
  assert.equal(written(turns, { 1: { mark: "?", logit: -1 } }), "Do they. Yes they do and here it goes on");
  assert.equal(written(turns, { 1: { mark: "?" } }), "Do they? Yes they do and here it goes on");
});

test("names are written as their owners write them, addresses and abbreviations in small letters", () => {
  const words = spoken("iphones are on youtube's api e.g. www.example.com a.m. i.e. ok");
  const capitals = { letters: "capitals" };
  const said = Object.fromEntries(words.map((_, index) => [index, capitals]).slice(3));
  assert.equal(written(words, said), "iPhones are on YouTube's API e.g. www.example.com a.m. i.e. OK");
  assert.equal(written(spoken("The Api of Anna on Youtube")), "The Api of Anna on Youtube");
});

test("a word that has capitals within keeps its letters where a sentence begins, and so does an address", () => {
  const stops = { 4: { mark: "." }, 7: { mark: "." } };
  const cased = spoken("iPhone sales in Germany rose macOS did not eBay and Apple are happy");
  assert.equal(
    written(cased, stops),
    "iPhone sales in Germany rose. macOS did not. eBay and Apple are happy",
  );
  const small = spoken("xG is what they say google.com's page is mcDonald's too", {});
  assert.equal(
    written(small, { 4: { mark: "." } }),
    "xG is what they say. google.com's page is mcDonald's too",
  );
});
