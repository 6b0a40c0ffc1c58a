import assert from "node:assert/strict";
import { test } from "node:test";
import { findReactions } from "../../../../media-node/clips/moments/audience-reactions.ts";
import { buildTimeline, tickAt } from "../../../../media-node/clips/moments/moment-timeline.ts";
import { sumBetween } from "../../../../media-node/signal/prefix-sum.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import type { SpokenWord } from "../../../../media-node/signal/spoken-word.ts";
import { audioOfWords } from "../../../support/talks/synthetic-talk.ts";

/** Speech with a gap of 3 s after every tenth word. */
function spokenWords(): SpokenWord[] {
  return Array.from({ length: 60 }, (_, index) => {
    const startS = 0.5 * index + 3 * Math.floor(index / 10);
    return { text: "word", startS, endS: startS + 0.4 };
  });
}

/** The gap after the tenth, twentieth … word. */
function gapAfter(words: readonly SpokenWord[], count: number) {
  return { startS: words[count - 1]?.endS ?? 0, endS: words[count]?.startS ?? 0 };
}

test("loud sound between words is laughter where it is rhythmic, applause where it is steady, and else nothing", () => {
  const words = spokenWords();
  const audio = audioOfWords(words, 60, 1);
  const random = seededRandom(3);
  const [laughed, clapped, quiet] = [gapAfter(words, 20), gapAfter(words, 40), gapAfter(words, 30)];
  const fill = ({ startS, endS }: { startS: number; endS: number }, level: (hop: number) => number): void => {
    for (let hop = Math.ceil(startS * 50); hop < Math.floor(endS * 50); hop += 1)
      audio.loudnessDb[hop] = level(hop);
  };
  fill(laughed, (hop) => (hop % 12 < 6 ? -22 : -36));
  for (let hop = Math.ceil(laughed.startS * 50); hop < laughed.endS * 50; hop += 12) audio.novelty[hop] = 200;
  fill(clapped, () => -24 + random());
  const timeline = buildTimeline(audio, null, { startS: 0, endS: 60 });
  const { laughter, applause } = findReactions(timeline, words);
  const inGap = (sums: Float64Array, gap: { startS: number; endS: number }): number =>
    sumBetween(sums, tickAt(timeline, gap.startS), tickAt(timeline, gap.endS));
  assert.ok(inGap(laughter, laughed) > 10 && inGap(applause, laughed) === 0);
  assert.ok(inGap(applause, clapped) > 10 && inGap(laughter, clapped) === 0);
  assert.deepEqual([inGap(laughter, quiet), inGap(applause, quiet)], [0, 0]);
});

test("music under the whole talk is neither", () => {
  const words = spokenWords();
  const audio = audioOfWords(words, 60, 1);
  audio.loudnessDb.forEach((level, hop) => {
    audio.loudnessDb[hop] = Math.max(level, -27);
  });
  const { laughter, applause } = findReactions(buildTimeline(audio, null, { startS: 0, endS: 60 }), words);
  assert.deepEqual([laughter.at(-1), applause.at(-1)], [0, 0]);
});
