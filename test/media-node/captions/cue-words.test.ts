import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  separateCues,
  wordsInSteps,
  wordsOfCue,
  wordsWithin,
} from "../../../media-node/captions/cue-words.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { readTurnMarksInSteps } from "../../../media-node/source/subtitle-turns.ts";
import { joinWords } from "../../../shared/captions/subtitle-lines.ts";
import { runAtOnce } from "../../../shared/process/time-slices.ts";
import { wordsOfCues } from "../../support/talks/words-of-cues.ts";

test("words share their cue's time by their length", () => {
  const words = wordsOfCue({ startS: 10, endS: 13, text: "I understand" });
  assert.deepEqual(
    words.map((word) => word.text),
    ["I", "understand"],
  );
  assert.equal(words[0]?.startS, 10);
  assert.ok(Math.abs((words[0]?.endS ?? 0) - (10 + (3 * 2) / 13)) < 1e-9);
  assert.ok(Math.abs((words[1]?.endS ?? 0) - 13) < 1e-9);
});

test("cues of scripts without spaces have the words of a dictionary, which share their time", () => {
  const thai = wordsOfCue({ startS: 10, endS: 13, text: "เราไปโรงเรียน เดินไป" });
  assert.deepEqual(
    thai.map((word) => word.text),
    ["เรา", "ไป", "โรงเรียน", "เดิน", "ไป"],
  );
  assert.equal(thai[0]?.startS, 10);
  assert.ok(Math.abs((thai[0]?.endS ?? 0) - (10 + (3 * 3) / 21)) < 1e-9);
  assert.ok(Math.abs((thai.at(-1)?.endS ?? 0) - 13) < 1e-9);
  const chinese = wordsOfCue({ startS: 0, endS: 2, text: "今天我们要讨论问题。" });
  assert.deepEqual(
    chinese.map((word) => word.text),
    ["今天", "我们", "要", "讨论", "问题。"],
  );
});

test("turns within cues of scripts without spaces begin with their words", () => {
  const [cue] = runAtOnce(readTurnMarksInSteps([["- 今天我们要讨论问题。", "- 好，OK。"]]));
  const words = wordsOfCue({ startS: 0, endS: 3, ...(cue ?? { text: "" }) });
  const turns = (list: readonly SpokenWord[]): string[] =>
    list.filter(({ startsTurn }) => startsTurn === true).map(({ text }) => text);
  assert.deepEqual(turns(words), ["今天", "好，"]);
  const together = wordsOfCues([
    { startS: 0, endS: 3, text: "今天我们要讨论问题。", turnsAtWord: [0] },
    { startS: 0.1, endS: 3, text: "好，OK。", turnsAtWord: [0] },
  ]);
  assert.deepEqual(turns(together), ["今天", "好，"]);
});

test("a cue ends where the next begins", () => {
  const cues = separateCues([
    { startS: 0, endS: 5, text: "first" },
    { startS: 2, endS: 6, text: "second" },
  ]);
  assert.deepEqual(
    cues.map(({ startS, endS }) => [startS, endS]),
    [
      [0, 2],
      [2, 6],
    ],
  );
});

test("cues that begin together become one, and a repeated one is said once", () => {
  const two = separateCues([
    { startS: 0, endS: 2, text: "- Yes." },
    { startS: 0.1, endS: 3, text: "- No." },
  ]);
  assert.deepEqual(two, [{ startS: 0, endS: 3, text: "- Yes. - No." }]);
  const same = separateCues([
    { startS: 0, endS: 2, text: "Yes." },
    { startS: 0, endS: 2, text: "Yes." },
  ]);
  assert.deepEqual(same, [{ startS: 0, endS: 2, text: "Yes." }]);
  const layers = [
    { startS: 0, endS: 2, text: "Yes." },
    { startS: 0, endS: 2, text: "No." },
  ];
  assert.deepEqual(separateCues([...layers, ...layers]), separateCues(layers));
});

test("words are taken on the stretch's clock, by their middle", () => {
  const cues = [{ startS: 8, endS: 12, text: "one two three four" }];
  const words = wordsWithin(wordsOfCues(cues), { startS: 10, endS: 20 });
  assert.deepEqual(
    words.map((word) => word.text),
    ["three", "four"],
  );
  assert.ok(words.every((word) => word.startS >= 0 && word.endS <= 2));
});

test("a word belongs to one of two stretches that follow each other, and ends with its own", () => {
  const words: SpokenWord[] = [
    { text: "before", startS: 8, endS: 10.5 },
    { text: "between", startS: 9, endS: 11 },
    { text: "after", startS: 9.5, endS: 12 },
  ];
  assert.deepEqual(wordsWithin(words, { startS: 5, endS: 10 }), [{ text: "before", startS: 3, endS: 5 }]);
  assert.deepEqual(wordsWithin(words, { startS: 10, endS: 15 }), [
    { text: "between", startS: 0, endS: 1 },
    { text: "after", startS: 0, endS: 2 },
  ]);
});

test("of cues that say the same together the one that is shown longest tells until when", () => {
  const ends = (first: number, second: number) =>
    separateCues([
      { startS: 0, endS: first, text: "Yes." },
      { startS: 0.1, endS: second, text: "Yes." },
    ]);
  assert.deepEqual(ends(1, 3), [{ startS: 0, endS: 3, text: "Yes." }]);
  assert.deepEqual(ends(3, 1), [{ startS: 0, endS: 3, text: "Yes." }]);
});

test("times of words never go back, however the cues lie", () => {
  const cue = fc.record({
    startS: fc.double({ min: 0, max: 30, noNaN: true }),
    lengthS: fc.double({ min: 0.01, max: 9, noNaN: true }),
    text: fc.constantFrom("a", "two words", "three more words"),
  });
  fc.assert(
    fc.property(fc.array(cue, { maxLength: 12 }), (drawn) => {
      const cues = drawn.map(({ startS, lengthS, text }) => ({ startS, endS: startS + lengthS, text }));
      const words = wordsWithin(wordsOfCues(cues), { startS: 5, endS: 25 });
      for (const [index, word] of words.entries()) {
        assert.ok(word.endS >= word.startS && word.startS >= 0 && word.endS <= 20);
        assert.ok(word.startS >= (words[index - 1]?.startS ?? 0) - 1e-9);
      }
    }),
  );
});

test("of any number of cues that are shown at the same time, as much is taken as somebody could read", () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    startS: 1,
    endS: 4,
    text: `Yes ${index}.`,
    turnsAtWord: [0],
  }));
  const startedAt = process.cpuUsage();
  const words = wordsOfCues(many);
  const { user } = process.cpuUsage(startedAt);
  assert.deepEqual(
    words.slice(0, 4).map(({ text, startsTurn }) => [text, startsTurn]),
    [
      ["Yes", true],
      ["0.", false],
      ["Yes", true],
      ["1.", false],
    ],
  );
  const length = words.map(({ text }) => text).join(" ").length;
  assert.ok(length > 900 && length <= 1_000, `${length} characters`);
  assert.ok(user < 1_000_000, `${user / 1_000} ms`);
});

test("a space that a cue of such a script has stays before its word, whatever is cut off or joined", () => {
  const [first, second] = runAtOnce(
    readTurnMarksInSteps([["今天天气很好 我们出去玩吧", "你说呢"], ["去哪里　好吧 OK"]]),
  );
  const words = wordsOfCues([
    { startS: 0, endS: 3, ...(first ?? { text: "" }) },
    { startS: 3, endS: 5, ...(second ?? { text: "" }) },
  ]);
  assert.equal(joinWords(words), "今天天气很好 我们出去玩吧你说呢去哪里 好吧OK");
  const after = words.findIndex(({ text }) => text === "我们");
  const cut = wordsWithin(words, { startS: words[after]?.startS ?? 0, endS: 5 });
  assert.equal(joinWords(cut), "我们出去玩吧你说呢去哪里 好吧OK");
  const together = wordsOfCues([
    { startS: 0, endS: 3, text: "สวัสดีครับ ผมชื่อสมชาย" },
    { startS: 0.1, endS: 3, text: "ยินดีที่ได้รู้จัก" },
  ]);
  assert.equal(joinWords(together), "สวัสดีครับ ผมชื่อสมชายยินดีที่ได้รู้จัก");
});

test("words are found a cue a step, so that the dictionary of a long text keeps nobody waiting", () => {
  const text = "ผมคิดว่าคนไทยหลายคนคงเคยได้ยินเรื่องนี้มาก่อน";
  const cues = Array.from({ length: 50 }, (_, index) => ({ startS: 3 * index, endS: 3 * index + 2, text }));
  const steps = wordsInSteps(cues);
  for (let step = 0; step < cues.length; step += 1) assert.equal(steps.next().done, false);
  assert.deepEqual(steps.next(), { done: true, value: wordsOfCues(cues) });
});
