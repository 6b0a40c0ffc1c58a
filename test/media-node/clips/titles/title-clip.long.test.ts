// Talk that goes on without an end: no step of a title may look at all of it for each of its words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSentences } from "../../../../media-node/clips/sentences/sentences.ts";
import { findHashtags } from "../../../../media-node/clips/titles/clip-hashtags.ts";
import { findClauses } from "../../../../media-node/clips/titles/title-clauses.ts";
import { readUtterances, type TitleToken } from "../../../../media-node/clips/titles/title-tokens.ts";

function talkOf(count: number, textAt: (index: number) => string) {
  const words = Array.from({ length: count }, (_, index) => ({
    text: textAt(index),
    startS: index / 10,
    endS: (index + 1) / 10,
  }));
  return splitSentences(words);
}

/** A list that counts how often one of its elements is read. */
function counted<T>(list: readonly T[]): { readonly list: readonly T[]; reads: () => number } {
  let reads = 0;
  const watched = new Proxy(list, {
    get(target, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name);
    },
  });
  return { list: watched, reads: () => reads };
}

test("sentences that only their length parted are joined up to a minute's talk, and none is lost", () => {
  const utterances = readUtterances(talkOf(5_000, (index) => "bcdfgh".charAt(index % 6)));
  assert.ok(Math.max(...utterances.map(({ tokens }) => tokens.length)) < 400);
  const words = utterances.flatMap(({ tokens }) => tokens.map(({ word }) => word));
  assert.deepEqual(words, [...words.keys()]);
  assert.equal(words.length, 5_000);
});

test("clauses are looked for in a number of steps that grows with the words alone", () => {
  const keys = ["and", "the", "hive"];
  const stepsOf = (count: number): number => {
    const tokens = Array.from({ length: count }, (_, word): TitleToken => {
      const key = keys[word % keys.length] ?? "";
      return { word, text: key, key, flags: 0, mark: "" };
    });
    const { list, reads } = counted(tokens);
    const rest = { firstSentence: 0, endSentence: 1, hasStart: true, hasEnd: true, trailsOff: false };
    findClauses({ tokens: list, ...rest }, false);
    return reads();
  };
  assert.ok(stepsOf(2_000) < 2.5 * stepsOf(1_000), `${stepsOf(1_000)} and ${stepsOf(2_000)} steps`);
});

test("names are told from beginnings of sentences without a search for each word", () => {
  const text = talkOf(2_000, (index) => `${"BCDFGH".charAt(index % 6)}ee.`);
  const { list, reads } = counted(text.sentences);
  findHashtags({ text: { ...text, sentences: list }, title: "Bees", videoTitle: null, kind: null });
  assert.ok(reads() < 20 * text.sentences.length, `${reads()} reads`);
});
