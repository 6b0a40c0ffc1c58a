// Fits how much each prior of the built-in virality model counts to what editors marked in real conversations. Run by hand
// after a change of priors, features or the sentence judge, then copy what it prints into multipliers.ts (beside what was
// chosen by hand there, which it leaves out) and run make-model.ts:
// npx tsx bench/moments/fit-multipliers.ts TRANSCRIPTS_FOLDER JUDGE_BUNDLE_FOLDER [SPLIT …]
// The judge must not have been trained on the conversations of those splits ("fit" and "rest" unless others are named), or
// its word would count for too much.
// A candidate's utility is the sum of its features' contributions (mean over the heads), each times a multiplier. The
// multipliers maximise the likelihood of the marked stretches among all candidates of their conversation (a conditional
// logit, McFadden 1974), held towards 1: a prior of which the marks say nothing stays as it is. None turns a prior into
// its opposite: then the marks would say what the reason of the prior denies.

import { stretchAt } from "../../media-node/clips/moments/moment-candidates.ts";
import { PASSES, type Pass } from "../../media-node/clips/moments/moment-passes.ts";
import { buildTimeline } from "../../media-node/clips/moments/moment-timeline.ts";
import { prepareSource } from "../../media-node/clips/prepare-source.ts";
import { searchMoments } from "../../media-node/clips/search-moments.ts";
import { judgedText } from "../../media-node/clips/sentences/judged-text.ts";
import { openSentenceJudge, type SentenceJudge } from "../../media-node/clips/sentences/sentence-judge.ts";
import { contributionOf, HEADS } from "../../media-node/clips/virality/additive-model.ts";
import { featureRow, VIRALITY_FEATURES } from "../../media-node/clips/virality/virality-feature-list.ts";
import { readBundle } from "../../media-node/models/model-bundle.ts";
import { priorModel } from "../../media-node/models/training/virality/prior-model.ts";
import type { Span } from "../../media-node/signal/span.ts";
import {
  MARKED_SPLITS,
  type MarkedConversation,
  readCues,
  readMarkedConversations,
} from "../../test/support/talks/marked-moments.ts";
import { CLIP_LENGTH_S, unknownVideo } from "./choose-moments.ts";
import { intersectionOverUnion } from "./moment-agreement.ts";

/** All candidates of one conversation. */
interface Choice {
  /** [candidates × features]: contributions without multipliers. */
  readonly contributions: Float32Array;
  /** How much editors chose each candidate; sums to 1, or to 0 where they chose none of them. */
  readonly chosen: Float32Array;
}

/** What was only nearly taken counts less. */
const RESERVE_SHARE = 0.6;
/** A candidate that shares less of a mark than this is not that mark. */
const MIN_OVERLAP = 0.4;
/** How strongly multipliers are held to 1, against one conversation. */
const HOLD = 0.004;
const MIN_MULTIPLIER = 0.1;
/**
 * What is fitted says how readily a stretch is chosen among thousands; shown as a score, all good ones would have nearly
 * full points. So much of it leaves the order as it is and spreads the scores over the scale.
 */
const SHOWN_SHARE = 0.25;
const MEASURED = new Set<string>(["audio", "video", "faces", "audio and words", "prompt", "title"]);
/** See multipliers.ts. */
const BY_HAND = new Set<string>(["support", "interest", "idleTalk", "cleanStart", "cleanEnd"]);
const STEPS = 400;
const RATE = 0.03;
const FEATURES = VIRALITY_FEATURES.length;

/** Adds what one mark gives to the candidates that are nearly it. */
function addMark(chosen: Float32Array, stretches: readonly Span[], mark: Span, weight: number): void {
  const closeness = stretches.map(
    (stretch) => Math.max(0, intersectionOverUnion(stretch, mark) - MIN_OVERLAP) ** 2,
  );
  const sum = closeness.reduce((total, each) => total + each, 0);
  if (sum === 0) return;
  closeness.forEach((each, index) => {
    chosen[index] = (chosen[index] ?? 0) + (weight * each) / sum;
  });
}

function sharesOfMarks({ markings }: MarkedConversation, stretches: readonly Span[]): Float32Array {
  const chosen = new Float32Array(stretches.length);
  for (const { marks, reserve } of markings) {
    for (const mark of marks) addMark(chosen, stretches, mark, 1);
    for (const mark of reserve) addMark(chosen, stretches, mark, RESERVE_SHARE);
  }
  const total = chosen.reduce((sum, each) => sum + each, 0);
  return total === 0 ? chosen : chosen.map((each) => each / total);
}

async function readChoice(
  marked: MarkedConversation,
  transcripts: string,
  judge: SentenceJudge,
): Promise<Choice> {
  const cues = await readCues(transcripts, marked.conversation);
  const range = { startS: 0, endS: cues.at(-1)?.endS ?? 0 };
  const video = unknownVideo(range.endS);
  const { signal } = new AbortController();
  const source = {
    audio: null,
    video,
    cues,
    range,
    clipLengthS: CLIP_LENGTH_S,
    judgeText: (text: Parameters<typeof judgedText>[0]) => judge.judge(judgedText(text), signal),
  };
  const prepared = await prepareSource(source, buildTimeline(null, video, range));
  const { candidates, readFeatures } = await searchMoments(prepared, PASSES[0] as Pass);
  const stretches = candidates.score.map((_, index) => stretchAt(candidates, index));
  const model = priorModel({});
  const contributions = new Float32Array(stretches.length * FEATURES);
  stretches.forEach((stretch, index) => {
    featureRow(readFeatures(stretch)).forEach((value, feature) => {
      const sum = HEADS.reduce((total, _, head) => total + contributionOf(model, feature, head, value), 0);
      contributions[index * FEATURES + feature] = sum / HEADS.length;
    });
  });
  return { contributions, chosen: sharesOfMarks(marked, stretches) };
}

/** The logit's scale is a parameter of its own, the last, so that all the others may stay near 1. */
function sharpness(parameters: Float64Array): number {
  return Math.exp(parameters[FEATURES] ?? 0);
}

/** Adds the gradient of one conversation's log likelihood; returns that likelihood. */
function addGradient({ contributions, chosen }: Choice, parameters: Float64Array, gradient: Float64Array) {
  const scale = sharpness(parameters);
  const utilities = Float64Array.from(chosen, (_, index) => {
    let sum = 0;
    for (let f = 0; f < FEATURES; f += 1) {
      sum += (parameters[f] ?? 0) * (contributions[index * FEATURES + f] ?? 0);
    }
    return sum * scale;
  });
  const highest = utilities.reduce((max, each) => Math.max(max, each), Number.NEGATIVE_INFINITY);
  const total = utilities.reduce((sum, each) => sum + Math.exp(each - highest), 0);
  let likelihood = 0;
  utilities.forEach((utility, index) => {
    const logShare = utility - highest - Math.log(total);
    const taken = chosen[index] ?? 0;
    likelihood += taken * logShare;
    const excess = taken - Math.exp(logShare);
    for (let f = 0; f < FEATURES; f += 1) {
      const slope = excess * scale * (contributions[index * FEATURES + f] ?? 0);
      gradient[f] = (gradient[f] ?? 0) + slope;
    }
    gradient[FEATURES] = (gradient[FEATURES] ?? 0) + excess * utility;
  });
  return likelihood;
}

/** Mean gradient and log likelihood of all conversations, and the pull of the multipliers towards 1. */
function slopesAt(choices: readonly Choice[], parameters: Float64Array) {
  const gradient = new Float64Array(FEATURES + 1);
  let likelihood = 0;
  for (const choice of choices) likelihood += addGradient(choice, parameters, gradient) / choices.length;
  const slopes = gradient.map((each, f) => {
    const held = f === FEATURES ? 0 : HOLD * ((parameters[f] ?? 0) - 1);
    return each / choices.length - held;
  });
  return { slopes, likelihood };
}

/** Gradient ascent with moments (Adam, Kingma and Ba 2015): F multipliers, then the logarithm of the scale. */
function fit(choices: readonly Choice[]): Float64Array {
  const parameters = new Float64Array(FEATURES + 1).fill(1);
  parameters[FEATURES] = 0;
  const first = new Float64Array(FEATURES + 1);
  const second = new Float64Array(FEATURES + 1);
  for (let step = 1; step <= STEPS; step += 1) {
    const { slopes, likelihood } = slopesAt(choices, parameters);
    slopes.forEach((slope, f) => {
      first[f] = 0.9 * (first[f] ?? 0) + 0.1 * slope;
      second[f] = 0.99 * (second[f] ?? 0) + 0.01 * slope * slope;
      const mean = (first[f] ?? 0) / (1 - 0.9 ** step);
      const square = (second[f] ?? 0) / (1 - 0.99 ** step);
      const moved = (parameters[f] ?? 0) + (RATE * mean) / (Math.sqrt(square) + 1e-8);
      parameters[f] = f === FEATURES ? moved : Math.max(MIN_MULTIPLIER, moved);
    });
    if (step % 100 === 0) console.error(`step ${step}: log likelihood ${likelihood.toFixed(4)}`);
  }
  return parameters;
}

const [transcripts = "", judgeFolder = "", ...named] = process.argv.slice(2);
const splits = MARKED_SPLITS.filter((split) =>
  named.length === 0 ? split === "fit" || split === "rest" : named.includes(split),
);
const judge = await openSentenceJudge(await readBundle(judgeFolder), { providers: ["cpu"], threads: 1 });
const choices: Choice[] = [];
for (const marked of readMarkedConversations(splits)) {
  const choice = await readChoice(marked, transcripts, judge);
  if (choice.chosen.some((share) => share > 0)) choices.push(choice);
  else console.error(`${marked.conversation}: none of its marks is near a candidate`);
}
await judge.dispose();
const parameters = fit(choices);
console.error(`scale ${sharpness(parameters).toFixed(2)}`);
const table = VIRALITY_FEATURES.map(({ name, needs }, feature) => {
  const share = MEASURED.has(needs) ? 1 : SHOWN_SHARE;
  return [name, Math.round(100 * share * (parameters[feature] ?? 1)) / 100] as const;
});
console.log(
  table
    .filter(([name, multiplier]) => multiplier !== 1 && !BY_HAND.has(name))
    .map(([name, multiplier]) => `  ${name}: ${multiplier},`)
    .join("\n"),
);
