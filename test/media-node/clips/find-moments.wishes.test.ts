// Wishes for a kind of moment, where a judge of sentences tells kinds.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Moment } from "../../../media-node/clips/explain-moments.ts";
import { findMoments } from "../../../media-node/clips/find-moments.ts";
import { MOMENT_KINDS } from "../../../media-node/clips/sentences/moment-kinds.ts";
import type { SentenceJudgements } from "../../../media-node/clips/sentences/sentence-judgements.ts";
import type { SpokenText } from "../../../media-node/clips/sentences/sentences.ts";
import { VIRALITY_FEATURES } from "../../../media-node/clips/virality/virality-feature-list.ts";
import { builtInScorer } from "../../support/models/virality.ts";
import { makeTalk } from "../../support/talks/synthetic-talk.ts";

const scoreFeatures = await builtInScorer();
const OTHERS = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];
const NAMES = ["welcome", ...OTHERS, "joke"];
const TALK = makeTalk(
  NAMES.map((name) => ({
    name,
    kind: "body",
    text: `The ${name} river runs north. The ${name} boat goes slowly. The ${name} bridge was built of stone. The ${name} mill stands near it. The ${name} road leads to a town. The ${name} barn has a red door.`,
  })),
);
const CLIP_COUNT = 6;
const CLIP_LENGTH_S = { min: 8, max: 24 };

/** Welcomes sound like jokes, as small talk does, but nobody would take them. */
async function judgeText({ sentences }: SpokenText): Promise<SentenceJudgements> {
  const partAt = (timeS: number): string => TALK.parts.find(({ endS }) => timeS < endS)?.name ?? "";
  const parts = sentences.map(({ startS, endS }) => partAt((startS + endS) / 2));
  const each = (value: (part: string) => number): Float32Array => Float32Array.from(parts, value);
  const isWelcome = (part: string): boolean => part === "welcome";
  const joke: Readonly<Record<string, number>> = { welcome: 0.9, joke: 0.5 };
  const worth = each((part) => (isWelcome(part) ? 0.05 : 0.5));
  const kinds = parts.flatMap((part) =>
    MOMENT_KINDS.map((kind) => {
      const ofJokes = joke[part] ?? 0.05;
      return kind === "joke" ? ofJokes : (1 - ofJokes) / (MOMENT_KINDS.length - 1);
    }),
  );
  return {
    worth,
    interest: worth,
    point: worth,
    begins: each(() => 0.5),
    ends: each(() => 0.5),
    skip: each((part) => Number(isWelcome(part))),
    kinds: Float32Array.from(kinds),
  };
}

function choose(prompt: string | null): Promise<Moment[]> {
  const { audio, words, range } = TALK;
  const source = { audio, words, range, video: null, cues: [], clipLengthS: CLIP_LENGTH_S };
  return findMoments({ ...source, clipCount: CLIP_COUNT, prompt, scoreFeatures, judgeText });
}

function clipOf(moments: readonly Moment[], part: string): Moment {
  const { startS = 0, endS = 0 } = TALK.parts.find(({ name }) => name === part) ?? {};
  const found = moments.find((moment) => {
    const middleS = (moment.startS + moment.endS) / 2;
    return middleS > startS && middleS < endS;
  });
  assert.ok(found !== undefined, part);
  return found;
}

function promptMatchOf({ features }: Moment): number {
  return features.values[VIRALITY_FEATURES.findIndex(({ name }) => name === "promptMatch")] ?? 0;
}

test("the joke that editors would take comes first, before small talk that sounds like one", async () => {
  const moments = await choose("the funniest parts");
  assert.equal(moments.length, CLIP_COUNT);
  assert.equal(moments[0], clipOf(moments, "joke"));
  assert.match(moments[0]?.reason ?? "", /matches what was asked for/i);
  const [first = 0, ...others] = moments.map(promptMatchOf);
  assert.ok(first > 0.5);
  for (const other of others) assert.ok(other < first);
});

function isIn(part: string): (moment: Moment) => boolean {
  const { startS = 0, endS = 0 } = TALK.parts.find(({ name }) => name === part) ?? {};
  return (moment) => (moment.startS + moment.endS) / 2 > startS && (moment.startS + moment.endS) / 2 < endS;
}

test("what a prompt wants left out is not chosen where there is enough else, whether subject or kind", async () => {
  for (const [prompt, part] of [
    ["not about the third river", "third"],
    ["anything but the fifth boat", "fifth"],
    ["no jokes please", "joke"],
  ] as const) {
    const moments = await choose(prompt);
    assert.equal(moments.length, CLIP_COUNT, prompt);
    assert.deepEqual(moments.filter(isIn(part)), [], prompt);
    for (const { reason } of moments) assert.doesNotMatch(reason, /asked for/);
  }
});

test("clips of what is to be left out come with low scores where nothing else is there", async () => {
  const wholly = await choose("no rivers, boats or bridges");
  const others = await choose("no elephants");
  assert.equal(wholly.length, CLIP_COUNT);
  assert.ok((wholly[0]?.viralityScore ?? 100) < 0.6 * (others[0]?.viralityScore ?? 0));
});

test("what only fills up is told from what was asked for by its relevance, its score and its reason", async () => {
  const moments = await choose("the funniest parts");
  const others = moments.filter(({ endS }) => endS < (TALK.parts.at(-1)?.startS ?? 0) + 1);
  assert.ok(others.length >= CLIP_COUNT - 2);
  for (const other of others) assert.ok(promptMatchOf(other) < 0.5);
  for (const { viralityScore } of others) assert.ok(viralityScore < (moments[0]?.viralityScore ?? 0) - 10);
  for (const { reason } of others) assert.doesNotMatch(reason, /asked for/);
});

test("of a kind whose subject nobody speaks of the best clip still comes first, with a lower score", async () => {
  const [any, about] = [await choose("the funniest parts"), await choose("funny parts about elephants")];
  assert.equal(about[0], clipOf(about, "joke"));
  assert.ok((about[0]?.viralityScore ?? 100) < 0.85 * (any[0]?.viralityScore ?? 0));
  assert.doesNotMatch(about[0]?.reason ?? "", /asked for/);
});
