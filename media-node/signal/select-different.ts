// Chooses a set of clips that overlap in neither time nor text: the best set over time (see select-moments), from which
// a clip that says nearly the same as a better one is suppressed with everything like it, until no two are alike.
import type { CutPoint } from "./cut-point.ts";
import type { Candidates } from "./moment-candidates.ts";
import type { CutFacts, MomentText } from "./moment-text.ts";
import { selectMoments } from "./select-moments.ts";
import { contentStems, cosine, inverseDocumentFrequencies, weigh } from "./text-similarity.ts";

/** Parts of one talk share their topic (0.2 to 0.4); above this they say the same. */
const ALIKE = 0.62;
/** Clips so short that a word or two decide are not compared. */
const LEAST_STEMS = 5;

type Weights = ReadonlyMap<string, number>;

export interface SelectionSources {
  readonly points: readonly CutPoint[];
  readonly cuts: readonly CutFacts[];
  readonly text: MomentText;
  readonly count: number;
  readonly rangeLengthS: number;
}

/** Weights of the words of candidates, made when they are asked for. */
function weightsReader(
  { cuts, text }: SelectionSources,
  candidates: Candidates,
): (index: number) => Weights | null {
  const { keys, sentences } = text.text;
  const documents = sentences.map(({ firstWord, endWord }) => contentStems(keys.slice(firstWord, endWord)));
  const idf = inverseDocumentFrequencies(documents);
  return (index) => {
    const from = cuts[candidates.opensAt[index] ?? 0]?.nextWord ?? 0;
    const to = cuts[candidates.closesAt[index] ?? 0]?.nextWord ?? 0;
    const stems = contentStems(keys.slice(from, to));
    return stems.length < LEAST_STEMS ? null : weigh(stems, idf);
  };
}

function areAlike(a: Weights | null, b: Weights | null): boolean {
  return a !== null && b !== null && cosine(a, b) > ALIKE;
}

/** The first pair of chosen ones that are alike, better one first. */
function findAlike(
  chosen: readonly number[],
  score: readonly number[],
  weightsOf: (index: number) => Weights | null,
): [number, number] | undefined {
  const best = chosen.toSorted((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || a - b);
  const weights = best.map(weightsOf);
  for (let lower = 1; lower < best.length; lower += 1) {
    for (let upper = 0; upper < lower; upper += 1) {
      if (areAlike(weights[upper] ?? null, weights[lower] ?? null))
        return [best[upper] ?? 0, best[lower] ?? 0];
    }
  }
  return undefined;
}

function without(candidates: Candidates, isDropped: (index: number) => boolean): Candidates {
  const kept = candidates.score.map((_, index) => index).filter((index) => !isDropped(index));
  const pick = (column: readonly number[]): number[] => kept.map((index) => column[index] ?? 0);
  const { opensAt, closesAt, startS, endS, score } = candidates;
  return {
    opensAt: pick(opensAt),
    closesAt: pick(closesAt),
    startS: pick(startS),
    endS: pick(endS),
    score: pick(score),
  };
}

export interface ChosenCandidates {
  /** What is left of the candidates; `chosen` are indices into it, ascending in time. */
  readonly candidates: Candidates;
  readonly chosen: readonly number[];
}

/** The best set of at most `count` whose members differ in time and text. */
export function selectDifferent(sources: SelectionSources, candidates: Candidates): ChosenCandidates {
  const { points, count, rangeLengthS, text } = sources;
  let left = candidates;
  for (;;) {
    const chosen = selectMoments(points, left, count, rangeLengthS);
    if (!text.hasWords || chosen.length < 2) return { candidates: left, chosen };
    const weightsOf = weightsReader(sources, left);
    const alike = findAlike(chosen, left.score, weightsOf);
    if (alike === undefined) return { candidates: left, chosen };
    const [better, worse] = alike;
    const betterWeights = weightsOf(better);
    const current = left;
    // All that overlaps the worse one and says the same, so that its neighbour does not take its place.
    left = without(
      current,
      (index) =>
        index === worse ||
        (index !== better &&
          (current.startS[index] ?? 0) < (current.endS[worse] ?? 0) &&
          (current.endS[index] ?? 0) > (current.startS[worse] ?? 0) &&
          areAlike(betterWeights, weightsOf(index))),
    );
  }
}
