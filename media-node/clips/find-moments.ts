// Chooses the moments of a source that become clips, from what is said, heard and seen. Deterministic: the same analysis
// gives the same moments on every node and on every run, which is what lets a run that was interrupted be repeated.
// Every pair of cut points that fits the asked length is a candidate: between sentences where somebody speaks, else where
// audio and video pause. A quick rating shortens the list, the virality model scores it, and an exact search takes the
// best set. Searching around loudness peaks was rejected, because it finds loud moments rather than whole ones.
import { AppError } from "../../shared/errors.ts";
import { yieldToEventLoop } from "../../shared/process/time-slices.ts";
import { sumBetween } from "../signal/prefix-sum.ts";
import { nameSeconds, nameSpan, type Span } from "../signal/span.ts";
import type { PackedSpans } from "./cuts/packed-cuts.ts";
import { explainMoments, type Moment } from "./explain-moments.ts";
import { aliveShare } from "./moments/alive-share.ts";
import { judgeBetween } from "./moments/judged-cuts.ts";
import { type Candidates, stretchAt } from "./moments/moment-candidates.ts";
import { LAST_RESORT, PACKED_PASSES, PASSES, type Pass } from "./moments/moment-passes.ts";
import type { Stretch } from "./moments/moment-rater.ts";
import { buildTimeline, type MomentTimeline } from "./moments/moment-timeline.ts";
import { refineEdges, takeInBefore } from "./moments/refine-edges.ts";
import { selectVaried, type WantedSet } from "./moments/select-varied.ts";
import { trimOpening } from "./moments/trim-opening.ts";
import { asUnderstood } from "./moments/understood-candidates.ts";
import { type MomentSource, type PreparedSource, prepareSource } from "./prepare-source.ts";
import { scoreCandidates } from "./score-candidates.ts";
import { type MomentSearch, packMoments, searchMoments } from "./search-moments.ts";
import { edgeQuality, understoodQuality } from "./sentences/edge-quality.ts";
import type { CutFacts } from "./sentences/moment-text.ts";
import type { ScoreFeatures } from "./virality/score-virality.ts";
import { keptShareOf } from "./wishes/kept-share.ts";

export interface FindMomentsInput extends MomentSource {
  /** How many clips are wanted: fewer come only where no more can be cut. */
  readonly clipCount: number;
  readonly scoreFeatures: ScoreFeatures;
}

/** The best set of a search's candidates, with edges that are mended. */
function chooseStretches(searched: MomentSearch, scored: Candidates, wanted: WantedSet): Stretch[] {
  const { cuts, text, judged } = searched;
  const { candidates, chosen } = selectVaried(searched, asUnderstood(searched, scored), wanted);
  const cutsOf = (index: number): [CutFacts, CutFacts] => [
    cuts[candidates.opensAt[index] ?? 0] as CutFacts,
    cuts[candidates.closesAt[index] ?? 0] as CutFacts,
  ];
  const refined = refineEdges(candidates, chosen, (index) => edgeQuality(text, ...cutsOf(index)));
  const understood = (index: number): number => {
    const [opens, closes] = cutsOf(index);
    return understoodQuality(text, opens, closes, judgeBetween(judged, opens, closes)?.begins ?? null);
  };
  const told = text.hasWords ? takeInBefore(candidates, refined, understood) : refined;
  return told.map((index) => stretchAt(candidates, index));
}

/** A source, and how many moments of it are looked for. */
interface Wanted {
  readonly input: FindMomentsInput;
  readonly prepared: PreparedSource;
  readonly count: number;
}

/**
 * Adds to `found` the moments of a pass: beside those that are there, or, where that leaves the set short and choosing all
 * of them anew gives more, in their place.
 */
async function complete(
  { input, prepared, count }: Wanted,
  pass: Pass,
  found: readonly Moment[],
  packing: PackedSpans | null = null,
): Promise<readonly Moment[]> {
  const { frameScores = null, scoreFeatures, signal } = input;
  await yieldToEventLoop(signal);
  const searched = await searchMoments(prepared, pass, packing);
  if (searched.candidates.score.length === 0) return found;
  const { candidates: scored, readFeatures } = await scoreCandidates(scoreFeatures, searched);
  const candidates = {
    ...scored,
    score: scored.score.map((each, index) => {
      const stretch = stretchAt(scored, index);
      return each * aliveShare(prepared.timeline, stretch) * keptShareOf(searched, stretch);
    }),
  };
  await yieldToEventLoop(signal);
  const { keepsDifferent } = pass;
  const choose = (beside: readonly Span[]): Stretch[] =>
    chooseStretches(searched, candidates, { count: count - beside.length, keepsDifferent, beside });
  const added = choose(found);
  const isShort = found.length > 0 && found.length + added.length < count;
  const anew = isShort ? choose([]) : [];
  const explain = (stretches: readonly Stretch[]): Promise<Moment[]> =>
    explainMoments({ ...prepared, ...searched, readFeatures, scoreFeatures, frameScores }, stretches);
  if (anew.length > found.length + added.length) return explain(anew);
  return added.length === 0 ? found : [...found, ...(await explain(added))];
}

/** Where there is room for more moments than were found, as many as there is room for. */
async function completePacked(
  wanted: Wanted,
  pass: Pass,
  found: readonly Moment[],
): Promise<readonly Moment[]> {
  const packing = packMoments(wanted.prepared, pass, wanted.count);
  if (packing.packed.length <= found.length) return found;
  return complete(wanted, pass, found, packing);
}

/** So much less than a whole number is one: ends of ranges are differences of decimals. */
const EPSILON = 1e-6;

function isAllDead(timeline: MomentTimeline): boolean {
  return sumBetween(timeline.dead, 0, timeline.tickCount) >= 0.98 * timeline.tickCount;
}

function noMoments({ range, clipLengthS }: FindMomentsInput, why: string): AppError {
  const length = `${nameSeconds(clipLengthS.min)} to ${nameSeconds(clipLengthS.max)}`;
  return new AppError("NO_MOMENTS_FOUND", `No clip of ${length} can be cut ${nameSpan(range)}: ${why}.`);
}

/**
 * The best moments, best first: each inside `range`, its length within `clipLengthS` (by 0.3 s outside it where nothing
 * else can be cut), none overlapping another, no cut through a word as far as audio and text tell. They are as many as
 * asked for wherever that many can be cut.
 * @throws AppError NO_MOMENTS_FOUND when the range is shorter than a clip by more than 0.3 s, or silent and still
 * throughout; MODEL_UNAVAILABLE; the signal's reason on abort, between parts that take seconds of long sources
 */
export async function findMoments(input: FindMomentsInput): Promise<Moment[]> {
  const lengthS = input.range.endS - input.range.startS;
  const { min } = input.clipLengthS;
  // A source of "5 s" may have 4.97 s of frames.
  if (lengthS < min - LAST_RESORT.toleranceS)
    throw noMoments(input, `the range has only ${nameSeconds(lengthS)}`);
  const timeline = buildTimeline(input.audio, input.video, input.range);
  if (isAllDead(timeline)) throw noMoments(input, "it is silent and still throughout");
  await yieldToEventLoop(input.signal);
  const prepared = await prepareSource(input, timeline);
  const count = Math.min(input.clipCount, Math.max(1, Math.floor(lengthS / min + EPSILON)));
  const wanted = { input, prepared, count };
  let found: readonly Moment[] = [];
  for (const pass of PASSES) {
    if (found.length < count) found = await complete(wanted, pass, found);
  }
  for (const pass of PACKED_PASSES) {
    if (found.length < count) found = await completePacked(wanted, pass, found);
  }
  if (found.length === 0) found = await complete(wanted, LAST_RESORT, found);
  if (found.length === 0)
    throw noMoments(
      input,
      "no stretch of that length has places to cut and is not nearly all silent and still",
    );
  const best = found.toSorted((a, b) => b.viralityScore - a.viralityScore || a.startS - b.startS);
  // Estimated times of words are no place to cut.
  if (input.words === undefined) return best;
  return best.map((moment) => {
    const startS = trimOpening(prepared.text.text, moment, min);
    // The sentence that is the point goes on behind its filler.
    const pointS = moment.pointS === null ? null : Math.max(moment.pointS, startS);
    return { ...moment, startS, pointS };
  });
}
