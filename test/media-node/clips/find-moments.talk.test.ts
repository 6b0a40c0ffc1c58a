// Choosing moments from words: made-up talks in which hooks were planted, and random transcripts.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Moment } from "../../../media-node/clips/explain-moments.ts";
import { type FindMomentsInput, findMoments } from "../../../media-node/clips/find-moments.ts";
import type { VideoAnalysis } from "../../../media-node/framing/shots/video-analysis.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import { builtInJudge, builtInScorer } from "../../support/models/virality.ts";
import {
  audioOfWords,
  makeTalk,
  type SyntheticTalk,
  type TalkOptions,
} from "../../support/talks/synthetic-talk.ts";
import { MONEY_TALK, SLEEP_TALK, type TalkPart } from "../../support/talks/talk-texts.ts";

const scoreFeatures = await builtInScorer();
const judgeText = await builtInJudge();
const TALKS = { sleep: SLEEP_TALK, money: MONEY_TALK };
const WRITINGS = { "with marks": true, "without marks": false };

async function choose(talk: SyntheticTalk, changes: Partial<FindMomentsInput> = {}): Promise<Moment[]> {
  const { audio, words, range } = talk;
  const clips = { clipCount: 5, clipLengthS: { min: 12, max: 45 } };
  return findMoments({
    audio,
    words,
    range,
    video: null,
    cues: [],
    ...clips,
    scoreFeatures,
    judgeText,
    ...changes,
  });
}

/** The part that a moment has most of. */
function partOf({ parts }: SyntheticTalk, { startS, endS }: Moment): string {
  const shared = parts.map((part) => Math.min(endS, part.endS) - Math.max(startS, part.startS));
  return parts[shared.indexOf(Math.max(...shared))]?.name ?? "";
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The score of the best clip of each part alone. */
async function scoresByPart(talk: SyntheticTalk): Promise<{ kind: string; score: number }[]> {
  return Promise.all(
    talk.parts.map(async ({ kind, startS, endS }) => {
      const range = { startS: startS - 0.4, endS: endS + 0.2 };
      const [best] = await choose(talk, { range, clipCount: 1 });
      return { kind, score: best?.viralityScore ?? 0 };
    }),
  );
}

function textOf({ words }: SyntheticTalk, { startS, endS }: Moment): string[] {
  return words
    .filter((word) => word.startS >= startS && word.endS <= endS)
    .map(({ text }) => text.toLowerCase().replaceAll(/[^a-z']/g, ""));
}

for (const [name, parts] of Object.entries(TALKS)) {
  for (const [writing, isPunctuated] of Object.entries(WRITINGS)) {
    const options: TalkOptions = { isPunctuated, seed: 3 };

    test(`${name} ${writing}: planted hooks score above the other parts, and those above filler`, async () => {
      const scores = await scoresByPart(makeTalk(parts, options));
      const of = (wanted: string) => scores.filter(({ kind }) => kind === wanted).map(({ score }) => score);
      const said = JSON.stringify(scores);
      assert.ok(mean(of("hook")) > mean(of("body")) + 3, said);
      assert.ok(mean(of("body")) > mean(of("filler")) + 4, said);
      assert.ok(Math.min(...of("hook")) > Math.max(...of("filler")), said);
    });

    test(`${name} ${writing}: most first clips are the planted hooks, and none of four is filler`, async () => {
      const talk = makeTalk(parts, options);
      const hooks = talk.parts.filter(({ kind }) => kind === "hook").map(({ name: part }) => part);
      const chosen = (await choose(talk)).map((moment) => partOf(talk, moment));
      const first = chosen.slice(0, hooks.length + 1).filter((part) => hooks.includes(part));
      assert.ok(first.length >= hooks.length - 1, chosen.join(" "));
      const isFiller = (part: string): boolean =>
        talk.parts.find(({ name: each }) => each === part)?.kind === "filler";
      assert.equal(chosen.slice(0, 4).some(isFiller), false, chosen.join(" "));
    });

    test(`${name} ${writing}: a clip never ends on a question, nor begins with its answer`, async () => {
      const talk = makeTalk(parts, { ...options, isPunctuated: true });
      for (const moment of await choose(talk)) {
        const inside = talk.words.filter(
          ({ startS, endS }) => startS >= moment.startS && endS <= moment.endS,
        );
        const before = talk.words.findLast(({ endS }) => endS <= moment.startS);
        assert.doesNotMatch(inside.at(-1)?.text ?? "", /\?$/);
        assert.doesNotMatch(before?.text ?? "", /\?$/);
      }
    });
  }
}

test("hooks of a talk differ from its filler by a quarter of the scale, each by itself", async () => {
  const scores = (await scoresByPart(makeTalk(SLEEP_TALK, { seed: 5 }))).map(({ score }) => score);
  assert.ok(Math.max(...scores) - Math.min(...scores) >= 25, scores.join(" "));
});

const WISHES = [
  [MONEY_TALK, "rockets", "rockets"],
  [MONEY_TALK, "the part where they speak about banks and interest", "interest"],
  [MONEY_TALK, "how the bakery sold bread", "bakery"],
  [SLEEP_TALK, "bedroom temperature", "temperature"],
  [SLEEP_TALK, "please find clips about memories and learning", "memory"],
  [SLEEP_TALK, "screens, lamps", "light"],
] as const satisfies readonly (readonly [readonly TalkPart[], string, string])[];
for (const [parts, prompt, wanted] of WISHES) {
  for (const [writing, isPunctuated] of Object.entries(WRITINGS)) {
    test(`"${prompt}" puts that subject first, ${writing}`, async () => {
      const talk = makeTalk(parts, { isPunctuated });
      const plain = await choose(talk);
      assert.notEqual(partOf(talk, plain[0] as Moment), wanted, "it would be first anyway");
      const [first] = await choose(talk, { prompt });
      assert.equal(partOf(talk, first as Moment), wanted);
      assert.match(first?.reason ?? "", /matches what was asked for/i);
    });
  }
}

test("a prompt that asks for a kind of moment raises that kind", async () => {
  const talk = makeTalk(SLEEP_TALK);
  const score = async (prompt: string | null) => {
    const moments = await choose(talk, { prompt });
    const asking = moments.find((moment) => partOf(talk, moment) === "all-nighter");
    const other = moments.find((moment) => partOf(talk, moment) === "caffeine");
    return (asking?.viralityScore ?? 0) - (other?.viralityScore ?? 0);
  };
  assert.ok((await score("questions")) > (await score(null)) + 5);
});

test("a prompt of which nothing is said changes nothing", async () => {
  const talk = makeTalk(SLEEP_TALK);
  const nothing = await choose(talk, { prompt: "zebras" });
  assert.deepEqual(nothing, await choose(talk));
});

test("the video's title raises what it names", async () => {
  const talk = makeTalk(MONEY_TALK);
  const share = async (title: string | null) => {
    const moments = await choose(talk, { title, clipCount: 7 });
    return moments.find((moment) => partOf(talk, moment) === "bakery")?.viralityScore ?? 0;
  };
  assert.ok((await share("How a bakery sells bread")) > (await share(null)));
});

test("the same words twice give one clip of them, unless more are wanted than there are subjects", async () => {
  const [hook] = MONEY_TALK.filter(({ name }) => name === "debt");
  const body = MONEY_TALK.filter(({ kind }) => kind === "body");
  assert.ok(hook !== undefined);
  const repeated = { ...hook, name: "again", text: hook.text.replace("six years", "ten long years") };
  const talk = makeTalk([hook, ...body, repeated]);
  const chosen = async (clipCount: number) =>
    (await choose(talk, { clipCount })).map((moment) => partOf(talk, moment));
  const isHook = (part: string) => part === "debt" || part === "again";
  const four = await chosen(4);
  assert.equal(four.length, 4);
  assert.equal(four.filter(isHook).length, 1, four.join(" "));
  assert.equal((await chosen(5)).length, 5);
});

test("chosen clips share little of their text", async () => {
  for (const parts of Object.values(TALKS)) {
    const talk = makeTalk(parts);
    const sets = (await choose(talk)).map(
      (moment) => new Set(textOf(talk, moment).filter((key) => key.length > 4)),
    );
    sets.forEach((set, index) => {
      for (const other of sets.slice(index + 1)) {
        const shared = [...set].filter((key) => other.has(key)).length;
        assert.ok(
          shared <= 0.4 * Math.min(set.size, other.size),
          `${shared} of ${set.size} and ${other.size}`,
        );
      }
    });
  }
});

const VOCABULARY =
  "so and but what why how you never one ten because he they it is are bees house money. love? wrong, then. the a of imagine um slide thanks".split(
    " ",
  );

/** Words with random texts, lengths and gaps; now and then a recognizer's words touch or overlap a little. */
function randomWords(seed: number, lengthS: number): SpokenWord[] {
  const random = seededRandom(seed);
  const words: SpokenWord[] = [];
  let timeS = random();
  while (timeS < lengthS) {
    const endS = timeS + 0.08 + 0.5 * random();
    words.push({ text: VOCABULARY[Math.floor(random() * VOCABULARY.length)] ?? "so", startS: timeS, endS });
    const kind = random();
    timeS =
      endS + (kind < 0.1 ? -0.03 : kind < 0.6 ? 0.04 * random() : kind < 0.97 ? random() : 5 * random());
  }
  return words;
}

/** A video that never stands still. */
function moving(lengthS: number): VideoAnalysis {
  const motion = new Float32Array(2 * lengthS).fill(0.03);
  return { startS: 0, hopS: 0.5, motion, shotChangesS: new Float64Array(), frameCount: lengthS };
}

test("no clip of any transcript cuts a word, and where a pause has room the cut keeps 40 ms off both", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1e6 }),
      fc.integer({ min: 5, max: 30 }),
      fc.integer({ min: 6, max: 40 }),
      fc.boolean(),
      async (seed, min, more, hasAudio) => {
        const words = randomWords(seed, 150);
        const audio = hasAudio ? audioOfWords(words, 152, seed) : null;
        const range = { startS: 2, endS: 148 };
        const moments = await findMoments({
          audio,
          video: moving(150),
          cues: [],
          words,
          range,
          clipCount: 4,
          clipLengthS: { min, max: min + more },
          scoreFeatures,
        });
        // At the range's own ends a word outside it may lie as close as it likes.
        const inner = moments.flatMap(({ startS, endS }) => [startS, endS]);
        for (const cutS of inner.filter((timeS) => timeS > 2.04 && timeS < 147.96)) {
          const through = words.find(({ startS, endS }) => startS < cutS - 0.0015 && endS > cutS + 0.0015);
          assert.equal(through, undefined, `${cutS} cuts ${JSON.stringify(through)}`);
          const before = Math.max(
            ...words.filter(({ endS }) => endS <= cutS + 0.0015).map(({ endS }) => endS),
          );
          const after = Math.min(
            ...words.filter(({ startS }) => startS >= cutS - 0.0015).map(({ startS }) => startS),
          );
          if (after - before < 0.1) continue;
          assert.ok(cutS - before >= 0.0385 && after - cutS >= 0.0385, `${cutS} in ${before} to ${after}`);
        }
        for (const { startS, endS } of moments) {
          assert.ok(startS >= range.startS && endS <= range.endS);
          assert.ok(endS - startS >= min - 0.301 && endS - startS <= min + more + 0.301);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("the same words give the same clips, whatever was chosen before", async () => {
  const talk = makeTalk(MONEY_TALK);
  const first = await choose(talk, { prompt: "rockets" });
  await choose(makeTalk(SLEEP_TALK));
  assert.deepEqual(await choose(talk, { prompt: "rockets" }), first);
});

test("nine thousand words give at most as many candidates to the model as it is meant to see", async () => {
  const words = randomWords(4, 3_600);
  const rows: number[] = [];
  await findMoments({
    audio: audioOfWords(words, 3_602, 4),
    video: null,
    cues: [],
    words,
    clipCount: 10,
    range: { startS: 0, endS: 3_600 },
    clipLengthS: { min: 5, max: 90 },
    scoreFeatures: (features, options) => {
      rows.push(features.length);
      return scoreFeatures(features, options);
    },
  });
  assert.ok(words.length > 5_000);
  assert.ok(Math.max(...rows) <= 6_000 * 60, `${Math.max(...rows)} numbers`);
});

test("a clip of a part of a talk begins and ends with a sentence, not where the part cuts one in two", async () => {
  const talk = makeTalk(SLEEP_TALK, { isPunctuated: false });
  const [first, last] = [talk.words[40], talk.words[260]];
  const range = { startS: first?.startS ?? 0, endS: last?.endS ?? 0 };
  const words = talk.words.slice(40, 261);
  const moments = await choose(talk, { words, range, sourceS: talk.range.endS, clipCount: 3 });
  assert.equal(moments.length, 3);
  for (const { startS, endS } of moments) {
    assert.ok(startS > range.startS + 0.5, `${startS}`);
    assert.ok(endS < range.endS - 0.5, `${endS}`);
  }
});
