// How much of a stranger's subtitles may stand in a stretch of a source.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cue } from "../../../media-node/signal/cues.ts";
import { withoutDenseInSteps } from "../../../media-node/source/dense-cues.ts";
import { splitWords } from "../../../shared/captions/spread-words.ts";
import { runAtOnce } from "../../../shared/process/time-slices.ts";

function withoutDense(cues: readonly Cue[]): Cue[] {
  return runAtOnce(withoutDenseInSteps(cues));
}

function cuesEvery(stepS: number, count: number, text: string): Cue[] {
  return Array.from({ length: count }, (_, index) => ({
    startS: index * stepS,
    endS: (index + 0.9) * stepS,
    text,
  }));
}

function wordsOf(cues: readonly Cue[]): number {
  return cues.reduce((sum, { text }) => sum + splitWords(text).length, 0);
}

test("fast talk in two languages is said", () => {
  const cues = cuesEvery(
    2,
    600,
    "They know the way to each of the old lime trees by now. 牠們現在知道每一棵老椴樹的路了。",
  );
  assert.equal(withoutDense(cues).length, cues.length);
});

test("a long text is said in the time in which it is shown, and not in half a second", () => {
  const [spoken] = cuesEvery(300, 1, "they know the way ".repeat(500));
  assert.equal(withoutDense([spoken as Cue]).length, 1);
  const next = { startS: 0.5, endS: 2, text: "yes" };
  assert.deepEqual(withoutDense([spoken as Cue, next]), [next]);
});

for (const [what, text] of [
  ["single letters", "b c d e ".repeat(1_200)],
  ["few letters at a time", "b c d e ".repeat(20)],
  ["signs", "一二三四五。".repeat(100)],
] as const) {
  test(`of ${what} without end, no clip gets more words than two people say at once`, () => {
    const cues = withoutDense(cuesEvery(0.5, 1_440, text));
    for (let fromS = 0; fromS < 720; fromS += 180) {
      const within = cues.filter(({ startS }) => startS >= fromS && startS < fromS + 180);
      assert.ok(wordsOf(within) <= 3_000, `${wordsOf(within)} words from ${fromS} s`);
    }
  });
}

test("what is too much in one place leaves the rest as it is", () => {
  const talk = cuesEvery(3, 100, "They know the way.");
  const sign = { startS: 150.2, endS: 150.6, text: "b ".repeat(2_000) };
  assert.deepEqual(withoutDense([sign, ...talk]), talk);
});

test("cues are looked at one a step, so that the dictionary of a long text keeps nobody waiting", () => {
  const cues = cuesEvery(3, 500, "ผมคิดว่าคนไทยหลายคนคงเคยได้ยินเรื่องนี้มาก่อน");
  const steps = withoutDenseInSteps(cues);
  for (let step = 0; step < cues.length; step += 1) assert.equal(steps.next().done, false);
  assert.deepEqual(steps.next(), { done: true, value: cues });
});
