// As many clips come as were asked for, wherever that many stretches of the asked length lie beside each other between
// words: counted by a second, simpler program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FindMomentsInput, findMoments } from "../../../media-node/clips/find-moments.ts";
import type { SpokenText } from "../../../media-node/clips/sentences/sentences.ts";
import type { VideoAnalysis } from "../../../media-node/framing/shots/video-analysis.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import type { Span } from "../../../media-node/signal/span.ts";
import { builtInJudge, builtInScorer } from "../../support/models/virality.ts";
import { sharedData } from "../../support/shared-data.ts";
import { flatAudio } from "../../support/talks/flat-audio.ts";
import { readCues } from "../../support/talks/marked-moments.ts";
import { audioOfWords, makeTalk } from "../../support/talks/synthetic-talk.ts";
import { MONEY_TALK, SLEEP_TALK } from "../../support/talks/talk-texts.ts";
import { wordsOfCues } from "../../support/talks/words-of-cues.ts";

const scoreFeatures = await builtInScorer();
const judge = await builtInJudge();
const LENGTHS = [
  [5, 6],
  [5, 15],
  [7, 8],
  [10, 20],
  [15, 16],
  [15, 60],
  [20, 30],
  [30, 45],
  [60, 180],
] as const;

const judged = new Map<string, ReturnType<typeof judge>>();

/** What the judge says of a text, which is asked once: most runs are about the same one. */
function judgeText(text: SpokenText): ReturnType<typeof judge> {
  const key = JSON.stringify(text);
  const known = judged.get(key) ?? judge(text);
  judged.set(key, known);
  return known;
}

/** A picture of which nothing is known. */
function unknownVideo(lengthS: number): VideoAnalysis {
  const motion = new Float32Array(2 * Math.ceil(lengthS)).fill(-1);
  return { startS: 0, hopS: 0.5, motion, shotChangesS: new Float64Array(), frameCount: 0 };
}

type Asked = Pick<FindMomentsInput, "range" | "clipCount" | "clipLengthS">;

/** Each length in turn, in a range that its clips would fill to three quarters or more, or that has no room for all of them. */
function ask(random: () => number, lengthS: number, run: number): Asked {
  const [min, max] = LENGTHS[run % LENGTHS.length] ?? [15, 60];
  const clipCount = 1 + Math.floor(random() * 20);
  const wantedS = Math.min(lengthS - 1, Math.max(min + 1, min * clipCount * (0.9 + 0.45 * random())));
  const startS = random() * (lengthS - wantedS);
  return { range: { startS, endS: startS + wantedS }, clipCount, clipLengthS: { min, max } };
}

/** Where nothing is said, clipped to the range. */
function gapsBetween(units: readonly Span[], { startS, endS }: Span): Span[] {
  const gaps: Span[] = [];
  let fromS = startS;
  for (const unit of units.toSorted((a, b) => a.startS - b.startS)) {
    if (unit.endS <= startS || unit.startS >= endS || unit.endS <= unit.startS) continue;
    if (unit.startS >= fromS) gaps.push({ startS: fromS, endS: unit.startS });
    fromS = Math.max(fromS, unit.endS);
  }
  return fromS <= endS ? [...gaps, { startS: fromS, endS }] : gaps;
}

/** How many stretches fit, each ending as early as can be: to be had without using the last 2 ms of any gap. */
function countThatFit(units: readonly Span[], { range, clipCount, clipLengthS }: Asked): number {
  const gaps = gapsBetween(units, range);
  const { min, max } = { min: clipLengthS.min + 0.002, max: clipLengthS.max - 0.002 };
  let count = 0;
  for (let fromS = range.startS; count < clipCount; count += 1) {
    const ends = gaps.flatMap((opens) => {
      const startS = Math.max(opens.startS, fromS);
      const closes = gaps.find(({ endS }) => endS >= startS + min);
      const endS = Math.max(closes?.startS ?? Number.POSITIVE_INFINITY, startS + min);
      return startS > opens.endS || endS > opens.endS + max ? [] : [endS];
    });
    const endS = Math.min(...ends);
    if (endS === Number.POSITIVE_INFINITY) break;
    fromS = endS;
  }
  return count;
}

async function foundIn(changes: Asked & Partial<FindMomentsInput>): Promise<number> {
  const silent = { audio: null, video: unknownVideo(changes.range.endS), cues: [] };
  try {
    const moments = await findMoments({ ...silent, scoreFeatures, judgeText, ...changes });
    assertLegal(moments, changes, changes.words ?? changes.cues ?? []);
    return moments.length;
  } catch (error) {
    assert.equal((error as { code?: string }).code, "NO_MOMENTS_FOUND", String(error));
    return 0;
  }
}

/** Within range and length, beside each other, through no word; a little off the length only where none has it. */
function assertLegal(moments: readonly Span[], asked: Asked, units: readonly Span[]): void {
  const { range, clipLengthS } = asked;
  const toleranceS = countThatFit(units, asked) === 0 ? 0.301 : 1e-6;
  const byTime = moments.toSorted((a, b) => a.startS - b.startS);
  for (const [index, { startS, endS }] of byTime.entries()) {
    assert.ok(startS >= range.startS - 0.001 && endS <= range.endS + 0.001);
    assert.ok(startS >= (byTime[index - 1]?.endS ?? 0) - 1e-6, "clips overlap");
    assert.ok(endS - startS >= clipLengthS.min - toleranceS && endS - startS <= clipLengthS.max + toleranceS);
    for (const timeS of [startS, endS]) {
      const cut = units.find((unit) => unit.startS < timeS - 0.0015 && unit.endS > timeS + 0.0015);
      assert.equal(cut, undefined, `the cut at ${timeS} goes through ${JSON.stringify(cut)}`);
    }
  }
}

const TALK = makeTalk([...MONEY_TALK, ...SLEEP_TALK], { seed: 2 });

test("words: all clips come wherever so many fit between them, with sound or without", async () => {
  const random = seededRandom(11);
  for (let run = 0; run < 4 * LENGTHS.length; run += 1) {
    const asked = ask(random, TALK.range.endS, run);
    const { audio, words } = TALK;
    const found = await foundIn({ ...asked, words, ...(run % 2 === 0 ? { audio } : {}) });
    assert.ok(found >= countThatFit(words, asked), `run ${run}, ${JSON.stringify(asked)}: ${found}`);
  }
});

test("words that touch each other: all clips come wherever so many fit", async () => {
  const random = seededRandom(12);
  for (let run = 0; run < 2 * LENGTHS.length; run += 1) {
    let timeS = random();
    const words = Array.from({ length: 400 }, () => {
      const startS = timeS + (random() < 0.3 ? 0.3 * random() : 0);
      timeS = startS + 0.1 + 0.9 * random();
      return { text: "word", startS, endS: timeS };
    });
    const asked = ask(random, timeS, run);
    const audio = audioOfWords(words, timeS, run);
    // The same word again and again says nothing to the judge: it is asked once for each length.
    const judgedBy = run < LENGTHS.length ? { judgeText } : { judgeText: async () => null };
    const found = await foundIn({ ...asked, words, ...judgedBy, ...(run % 2 === 0 ? { audio } : {}) });
    assert.ok(found >= countThatFit(words, asked), `run ${run}, ${JSON.stringify(asked)}: ${found}`);
  }
});

test("nothing said: the range is divided without a rest, with sound, without and between few cues", async () => {
  const random = seededRandom(13);
  for (let run = 0; run < 2 * LENGTHS.length; run += 1) {
    const asked = ask(random, 300, run);
    const cues = [40, 90, 91.5, 200].map((startS) => ({ startS, endS: startS + 1.2, text: "Listen." }));
    const audio = flatAudio(300, -25);
    const changes = [{}, { audio }, { cues }, { cues, audio }][run % 4] ?? {};
    const found = await foundIn({ ...asked, ...changes });
    assert.ok(
      found >= countThatFit(changes.cues ?? [], asked),
      `run ${run}, ${JSON.stringify(asked)}: ${found}`,
    );
  }
});

/** A picture that never changes. */
function stillVideo(lengthS: number): VideoAnalysis {
  return { ...unknownVideo(lengthS), motion: new Float32Array(2 * Math.ceil(lengthS)) };
}

test("long pauses over a picture that stands: all clips come wherever so many fit, none too short", async () => {
  const random = seededRandom(15);
  for (let run = 0; run < 12; run += 1) {
    let timeS = random();
    const words = Array.from({ length: 120 }, (_, index) => {
      // One stretch without a pause must not be all that is taken.
      const isPause = index % 12 === 11 && (index < 36 || index > 60);
      const startS = timeS;
      timeS = startS + 0.3 + 0.2 * random();
      const endS = timeS;
      timeS += isPause ? 4.5 + random() : 0.05;
      return { text: isPause ? "word." : "word", startS, endS };
    });
    const [min, max] = (
      [
        [12, 16],
        [15, 16],
        [15, 60],
      ] as const
    )[run % 3] ?? [15, 60];
    const range = { startS: 0, endS: timeS };
    const asked = { range, clipCount: Math.floor(timeS / (min + 1)), clipLengthS: { min, max } };
    const audio = audioOfWords(words, timeS, run);
    const found = await foundIn({
      ...asked,
      words,
      audio,
      video: stillVideo(timeS),
      judgeText: async () => null,
    });
    assert.ok(found >= countThatFit(words, asked), `run ${run}, ${JSON.stringify(asked)}: ${found}`);
  }
});

const CONVERSATIONS = ["brain-science-1", "js-party-20", "founders-talk-65", "ship-it-10"];
const { path: transcripts, skip } = sharedData("transcripts");
test("real conversations: all clips come wherever so many fit between words", {
  skip,
}, async () => {
  const random = seededRandom(14);
  for (let run = 0; run < 40; run += 1) {
    const all = await readCues(transcripts, CONVERSATIONS[run % CONVERSATIONS.length] ?? "");
    const fromS = random() * 1_000;
    const cues = all.filter(({ startS }) => startS >= fromS && startS < fromS + 700);
    const { range, ...asked } = ask(random, 690, run);
    const shifted = { ...asked, range: { startS: range.startS + fromS, endS: range.endS + fromS } };
    const words = wordsOfCues(cues);
    const units = run % 2 === 0 ? words : cues;
    const found = await foundIn({ ...shifted, cues, ...(run % 2 === 0 ? { words } : {}) });
    assert.ok(found >= countThatFit(units, shifted), `run ${run}, ${JSON.stringify(shifted)}: ${found}`);
  }
});
