// Candidates are scored by what each is worth, then again with the support that they have in each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JudgedStretches } from "../../../media-node/clips/moments/judged-stretches.ts";
import { type Candidates, stretchAt } from "../../../media-node/clips/moments/moment-candidates.ts";
import { scoreCandidates } from "../../../media-node/clips/score-candidates.ts";
import type { MomentSearch } from "../../../media-node/clips/search-moments.ts";
import type { ScoreFeatures } from "../../../media-node/clips/virality/score-virality.ts";
import {
  FEATURE_COUNT,
  type FeatureName,
  type FeatureValues,
  VIRALITY_FEATURES,
} from "../../../media-node/clips/virality/virality-feature-list.ts";
import type { Wishes } from "../../../media-node/clips/wishes/wish-relevance.ts";
import { NO_WISHES } from "../../support/talks/no-wishes.ts";

const SPANS = [
  [0, 30],
  [4, 34],
  [8, 38],
  [200, 230],
] as const;
const CANDIDATES: Candidates = {
  opensAt: [0, 1, 2, 3],
  closesAt: [4, 5, 6, 7],
  startS: SPANS.map(([startS]) => startS),
  endS: SPANS.map(([, endS]) => endS),
  score: [0, 0, 0, 0],
};

function columnOf(feature: FeatureName): number {
  return VIRALITY_FEATURES.findIndex(({ name }) => name === feature);
}

interface Asked {
  readonly wishes?: Wishes;
  /** How well the last one alone is about what was asked for. */
  readonly topic?: number;
  /** How much of a joke the last one is; the others are little of one. */
  readonly joke?: number;
  readonly hasWords?: boolean;
}

/** All are worth the same. */
function searchOf(
  judged: JudgedStretches | null,
  { wishes = NO_WISHES, topic = 1, joke = 0.5, hasWords = true }: Asked = {},
): MomentSearch {
  const values = Object.fromEntries(
    VIRALITY_FEATURES.map(({ name, needs }) => [name, needs === "words" && !hasWords ? Number.NaN : 0.5]),
  );
  const readFeatures = ({ startS }: { readonly startS: number }): FeatureValues => ({
    ...(values as FeatureValues),
    promptMatch: startS === 200 ? topic : 0 * topic,
    joke: startS === 200 ? joke : 0.2 * joke,
    support: Number.NaN,
  });
  return { candidates: CANDIDATES, judged, wishes, readFeatures } as unknown as MomentSearch;
}

/** Scores by support and by what was asked for; keeps the rows of each call. */
function recordingScorer(): { readonly calls: Float32Array[]; readonly score: ScoreFeatures } {
  const calls: Float32Array[] = [];
  const score: ScoreFeatures = (rows) => {
    calls.push(Float32Array.from(rows));
    const scores = Float32Array.from({ length: (rows.length / FEATURE_COUNT) * 4 }, (_, at) => {
      const row = Math.floor(at / 4) * FEATURE_COUNT;
      const known = (feature: FeatureName): number => rows[row + columnOf(feature)] || 0;
      return 5 + 10 * known("support") + 0.5 * known("promptMatch");
    });
    return Promise.resolve({ scores, contributions: new Float32Array() });
  };
  return { calls, score };
}

const JUDGED = {} as JudgedStretches;

test("support is unknown at first, and then what the others give, in the rows and where features are read", async () => {
  const { calls, score } = recordingScorer();
  const { readFeatures } = await scoreCandidates(score, searchOf(JUDGED));
  assert.equal(calls.length, 3);
  const supports = calls.map((rows) =>
    SPANS.map((_, row) => rows[row * FEATURE_COUNT + columnOf("support")]),
  );
  assert.deepEqual(supports[0], [Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  assert.deepEqual(supports[1], supports[0]);
  const [first = 0, middle = 0, last = 0, alone = 0] = supports[2] ?? [];
  assert(alone > 0 && alone < first && first <= middle && last <= middle, `${supports[2]}`);
  SPANS.forEach((_, row) => {
    const { support } = readFeatures(stretchAt(CANDIDATES, row));
    assert.equal(Math.fround(support), supports[2]?.[row]);
  });
});

test("what is heard or asked for is left out of the scores by words alone, and counts in the others", async () => {
  const { calls, score } = recordingScorer();
  await scoreCandidates(score, searchOf(JUDGED));
  const asked = calls.map((rows) => rows[3 * FEATURE_COUNT + columnOf("promptMatch")]);
  assert.deepEqual(asked, [1, Number.NaN, 1]);
  const heard = calls.map((rows) => rows[columnOf("laughter")]);
  assert.deepEqual(heard, [0.5, Number.NaN, 0.5]);
});

test("a stretch that others support counts for more, whatever its own score", async () => {
  const { candidates } = await scoreCandidates(recordingScorer().score, searchOf(JUDGED));
  const [first = 0, middle = 0, , alone = 0] = candidates.score;
  assert(middle >= first && first > alone, candidates.score.join(" "));
});

test("where no text was judged candidates are scored once, and nothing is known of support", async () => {
  const { calls, score } = recordingScorer();
  const { candidates, readFeatures } = await scoreCandidates(score, searchOf(null));
  assert.equal(calls.length, 1);
  assert(Number.isNaN(readFeatures(stretchAt(CANDIDATES, 0)).support));
  assert((candidates.score[3] ?? 0) > (candidates.score[0] ?? 0));
});

const JOKES: Wishes = { ...NO_WISHES, features: new Map([["joke", 1]]) };

function promptMatches(rows: Float32Array | undefined): number[] {
  return SPANS.map((_, row) => rows?.[row * FEATURE_COUNT + columnOf("promptMatch")] ?? 0);
}

test("of a kind that was asked for, the stretch that has most of it has the most support and meets it best", async () => {
  const { calls, score } = recordingScorer();
  const asked = { wishes: JOKES, topic: Number.NaN };
  const { readFeatures } = await scoreCandidates(score, searchOf(JUDGED, asked));
  const [first = 0, middle = 0, last = 0, joke = 0] = promptMatches(calls.at(-1));
  assert(joke > 0.5 && joke > middle && middle >= first && middle >= last, `${[first, middle, last, joke]}`);
  const [apart, beside] = [3, 0].map((row) => readFeatures(stretchAt(CANDIDATES, row)));
  assert((apart?.support ?? 0) > (beside?.support ?? 1));
  assert.equal(Math.fround(apart?.promptMatch ?? 0), joke);
});

test("what is of a kind but not about the topic beside it is not what was asked for", async () => {
  const { calls, score } = recordingScorer();
  const { readFeatures } = await scoreCandidates(
    score,
    searchOf(JUDGED, { wishes: JOKES, topic: 1, joke: 0.04 }),
  );
  assert.deepEqual(promptMatches(calls[0]), [0, 0, 0, 1]);
  const [beside = 1, , , both = 0] = promptMatches(calls.at(-1));
  // It has little of the kind: a fifth of what is enough.
  assert.equal(both, Math.fround(0.6 + 0.4 * 0.2));
  assert.equal(beside, 0);
  const supports = [0, 3].map((row) => readFeatures(stretchAt(CANDIDATES, row)).support);
  assert((supports[1] ?? 0) > (supports[0] ?? 1) + 0.3, `${supports}`);
});

test("of a kind whose subject nobody speaks of all has less, but not where nobody says a word", async () => {
  const named = { topic: new Set(["hors"]), title: new Set<string>() };
  const metBy = async (hasWords: boolean): Promise<number> => {
    const { calls, score } = recordingScorer();
    const asked = { wishes: { ...JOKES, named }, topic: Number.NaN, hasWords };
    await scoreCandidates(score, searchOf(null, asked));
    return promptMatches(calls.at(-1))[3] ?? 0;
  };
  const [spoken, wordless] = [await metBy(true), await metBy(false)];
  assert.equal(wordless, 0.5);
  assert.equal(spoken, Math.fround(0.3 * wordless));
});

test("a kind of which no stretch has anything is met by none", async () => {
  const { calls, score } = recordingScorer();
  await scoreCandidates(score, searchOf(JUDGED, { wishes: JOKES, topic: Number.NaN, joke: 0 }));
  assert.deepEqual(promptMatches(calls.at(-1)), [0, 0, 0, 0]);
});

test("of what is counted, a small difference tells more than of what a judge says", async () => {
  const differenceFor = async (name: FeatureName): Promise<number> => {
    const wishes = { ...NO_WISHES, features: new Map([[name, 1]]) };
    const search = searchOf(JUDGED, { wishes, topic: Number.NaN });
    const readFeatures: typeof search.readFeatures = (stretch) => ({
      ...search.readFeatures(stretch),
      [name]: stretch.startS === 200 ? 0.5 : 0.4,
    });
    const scored = await scoreCandidates(recordingScorer().score, { ...search, readFeatures });
    const [beside = 0, apart = 0] = [0, 3].map(
      (row) => scored.readFeatures(stretchAt(CANDIDATES, row)).support,
    );
    return apart - beside;
  };
  assert((await differenceFor("questions")) > (await differenceFor("story")) + 0.05);
});

test("a kind of which nothing is known changes nothing", async () => {
  const scoresOf = async (wishes: Wishes): Promise<readonly number[]> => {
    const search = searchOf(JUDGED, { wishes, topic: Number.NaN, joke: Number.NaN });
    return (await scoreCandidates(recordingScorer().score, search)).candidates.score;
  };
  assert.deepEqual(await scoresOf(JOKES), await scoresOf(NO_WISHES));
});

test("where no text was judged a stretch meets a kind by as much as it has of it", async () => {
  const { calls, score } = recordingScorer();
  await scoreCandidates(score, searchOf(null, { wishes: JOKES, topic: Number.NaN }));
  assert.deepEqual(promptMatches(calls[0]), [0.1, 0.1, 0.1, 0.5].map(Math.fround));
});
