// Choosing where a sentence judge has its say: wishes for kinds, points, and tight ranges that shall be filled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FindMomentsInput, findMoments } from "../../../media-node/clips/find-moments.ts";
import type { MomentKind } from "../../../media-node/clips/sentences/moment-kinds.ts";
import { MOTION_UNKNOWN } from "../../../media-node/framing/shots/video-analysis.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { builtInScorer } from "../../support/models/virality.ts";
import { judgementsOfKinds, speakSentences } from "../../support/talks/judged-talk.ts";

const scoreFeatures = await builtInScorer();
const NOUNS = "bread river engine violin harbour candle mountain ladder copper garden".split(" ");
const VERBS = "carries follows finds leaves needs keeps meets watches".split(" ");

/** Sentences of eight words, 4.5 s each, that all differ and lean on nothing. */
function sentencesOf(count: number): string[] {
  const random = seededRandom(7);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? "";
  return Array.from(
    { length: count },
    () => `Some ${pick(NOUNS)} ${pick(VERBS)} every ${pick(NOUNS)} near another ${pick(NOUNS)}.`,
  );
}

function inputOf(count: number, changes: Partial<FindMomentsInput> = {}): FindMomentsInput {
  const words = speakSentences(sentencesOf(count));
  const endS = (words.at(-1)?.endS ?? 0) + 1;
  const motion = new Float32Array(2 * Math.ceil(endS)).fill(MOTION_UNKNOWN);
  const video = { startS: 0, hopS: 0.5, motion, shotChangesS: new Float64Array(), frameCount: 0 };
  return {
    audio: null,
    video,
    cues: [],
    words,
    range: { startS: 0, endS },
    clipCount: 3,
    clipLengthS: { min: 15, max: 30 },
    scoreFeatures,
    ...changes,
  };
}

/** Ten sentences of one kind after another; it starts anew after the last. */
function inTurns(count: number, kinds: readonly MomentKind[]): MomentKind[] {
  return Array.from({ length: count }, (_, index) => kinds[Math.floor(index / 10) % kinds.length] ?? "claim");
}

const WISHES: readonly (readonly [string, MomentKind])[] = [
  ["the funniest parts", "joke"],
  ["personal stories", "story"],
  ["where they disagree", "conflict"],
  ["practical advice", "advice"],
];

for (const [prompt, wished] of WISHES) {
  test(`asked for ${prompt}, all clips are of the kind "${wished}" where a judge tells kinds`, async () => {
    const kinds = inTurns(160, [
      "claim",
      "story",
      "joke",
      "definition",
      "conflict",
      "advice",
      "claim",
      "number",
    ]);
    const judgeText = async () => judgementsOfKinds(kinds);
    const moments = await findMoments(inputOf(160, { clipCount: 2, judgeText, prompt }));
    assert.deepEqual(
      moments.map(({ kind }) => kind),
      [wished, wished],
    );
  });
}

test("clips of which a judge is not sure have no kind, and their reasons name none", async () => {
  const kinds = new Float32Array(10 * 80).fill(0.1);
  const judgeText = async () => ({ ...judgementsOfKinds(inTurns(80, ["joke"])), kinds });
  const moments = await findMoments(inputOf(80, { judgeText }));
  assert.equal(moments.length, 3);
  for (const { kind, reason } of moments) {
    assert.equal(kind, null);
    assert.doesNotMatch(
      reason,
      /position|story|laugh|advice|unexpected|disagrees|personal|figures|explains|reacts/,
    );
  }
});

test("as many clips come as fit, although longer ones would each be better and no pause is left between them", async () => {
  // Without marks or pauses between sentences every word may be cut: more candidates than the model is shown.
  const words = speakSentences([sentencesOf(190).join(" ").replaceAll(".", "")]).map((word) => ({
    ...word,
    endS: word.startS + 0.4,
  }));
  const range = { startS: 0, endS: 640 };
  const clips = { clipCount: 20, clipLengthS: { min: 30, max: 180 } };
  const moments = await findMoments(inputOf(190, { ...clips, words, range }));
  assert.equal(moments.length, 20);
});

test("the point of a clip is said in it, also where clips are cut inside sentences", async () => {
  const words = speakSentences(sentencesOf(12).map((sentence) => sentence.replaceAll(" every ", " every, ")));
  const range = { startS: 1, endS: 45 };
  const judgeText = async () => ({
    ...judgementsOfKinds(inTurns(12, ["claim"])),
    point: Float32Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 3 : 0)),
  });
  const clips = { clipCount: 6, clipLengthS: { min: 6.5, max: 7.5 } };
  const moments = await findMoments(inputOf(12, { ...clips, words, range, judgeText }));
  assert.ok(moments.length >= 4);
  for (const { startS, endS, pointS } of moments) {
    assert.ok(pointS === null || (pointS >= startS && pointS < endS), `${pointS} of ${startS} to ${endS}`);
  }
});
