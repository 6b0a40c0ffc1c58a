import assert from "node:assert/strict";
import { test } from "node:test";
import {
  correctWordTimes,
  orderedWords,
  type TimedTokenWord,
} from "../../../../media-node/speech/whisper/whisper-word-times.ts";

type Spec = readonly [text: string, startS: number, endS: number];

function timed(specs: readonly Spec[]): TimedTokenWord[] {
  return specs.map(([text, startS, endS]) => ({ text, startS, endS, tokenCount: 1, score: 0.5 }));
}

function corrected(
  specs: readonly Spec[],
  segments: readonly { startS: number; endS: number; count: number }[],
): Spec[] {
  const spans = segments.map(({ startS, endS, count }) => ({
    startS,
    endS,
    tokens: new Array<number>(count).fill(1),
  }));
  return correctWordTimes(timed(specs), spans).map(({ text, startS, endS }) => [
    text,
    Number(startS.toFixed(3)),
    Number(endS.toFixed(3)),
  ]);
}

test("believable times are left alone, and punctuation joins without its time", () => {
  const specs: Spec[] = [
    [" one", 0.2, 0.5],
    [" two", 0.5, 0.8],
    [",", 0.8, 1],
    [" three", 1, 1.4],
  ];
  assert.deepEqual(corrected(specs, [{ startS: 0.2, endS: 1.4, count: 4 }]), [
    [" one", 0.2, 0.5],
    [" two,", 0.5, 0.8],
    [" three", 1, 1.4],
  ]);
});

test("the word after the end of a sentence does not last through the pause", () => {
  const specs: Spec[] = [
    [" one", 0, 0.3],
    [" two", 0.3, 0.6],
    [".", 0.6, 0.9],
    [" three", 0.9, 5],
    [" four", 5, 5.3],
  ];
  // The median is 0.3 s; twice that is the longest.
  const [, , third] = corrected(specs, [{ startS: 0, endS: 5.3, count: 5 }]);
  assert.deepEqual(third, [" three", 4.4, 5]);
});

test("the first word of a segment does not begin in the pause before it", () => {
  const specs: Spec[] = [
    [" one", 0, 0.3],
    [" two", 0.3, 0.6],
    [" three", 0.6, 8],
    [" four", 8, 8.3],
    [" five", 8.3, 8.6],
  ];
  const words = corrected(specs, [
    { startS: 0, endS: 0.6, count: 2 },
    { startS: 7.2, endS: 8.6, count: 3 },
  ]);
  assert.deepEqual(words[2], [" three", 7.4, 8]);
});

test("a pause that attention gave to the first two words is cut between them", () => {
  const specs: Spec[] = [
    [" one", 0, 0.3],
    [" two", 0.3, 0.6],
    [" three", 0.6, 3],
    [" four", 3, 8],
    [" five", 8, 8.3],
    [" six", 8.3, 8.6],
    [" seven", 8.6, 8.9],
  ];
  const words = corrected(specs, [
    { startS: 0, endS: 0.6, count: 2 },
    { startS: 6, endS: 8.9, count: 5 },
  ]);
  assert.deepEqual(words[2], [" three", 6.8, 7.4]);
  assert.deepEqual(words[3], [" four", 7.4, 8]);
});

test("the last word of a segment yields to the segment's end", () => {
  const specs: Spec[] = [
    [" one", 0, 0.3],
    [" two", 0.3, 0.6],
    [" three", 0.6, 4],
  ];
  const words = corrected(specs, [{ startS: 0, endS: 1, count: 3 }]);
  assert.deepEqual(words[2], [" three", 0.6, 1]);
});

test("words without any length are only merged", () => {
  const specs: Spec[] = [
    [" one", 1, 1],
    ["!", 1, 1],
  ];
  assert.deepEqual(corrected(specs, [{ startS: 0, endS: 2, count: 2 }]), [[" one!", 1, 1]]);
});

test("words come in order, inside the window, and with the spaces that are written where their script has none", () => {
  const specs: Spec[] = [
    [" 今天", 0.2, 0.5],
    ["很好", 0.4, 0.8],
    [" ", 0.8, 0.8],
    [" 我们", 0.9, 1.2],
    ["用", 1.2, 1.3],
    [" Python", 1.3, 1.6],
    ["\u3000写", 1.6, 1.7],
    ["吧", 1.7, 2.4],
  ];
  assert.deepEqual(orderedWords(timed(specs), 2), [
    { text: "今天", startS: 0.2, endS: 0.5, score: 0.5 },
    { text: "很好", startS: 0.5, endS: 0.8, score: 0.5 },
    { text: "我们", startS: 0.9, endS: 1.2, score: 0.5, followsSpace: true },
    { text: "用", startS: 1.2, endS: 1.3, score: 0.5 },
    { text: "Python", startS: 1.3, endS: 1.6, score: 0.5 },
    { text: "写", startS: 1.6, endS: 1.7, score: 0.5 },
    { text: "吧", startS: 1.7, endS: 2, score: 0.5 },
  ]);
  const english: Spec[] = [
    [" one", 0, 0.5],
    [" two.", 0.5, 1],
  ];
  assert.ok(orderedWords(timed(english), 2).every((word) => !("followsSpace" in word)));
});
