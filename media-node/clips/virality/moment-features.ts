// From the candidates of a search to the rows that the virality model reads. A long source has more candidates than the
// model needs to see: for each place where a clip may open, the best ends by the quick rating are kept, and the first one,
// with which as many clips fit beside each other as with all of them.
import type { Candidates } from "../moments/moment-candidates.ts";
import { FEATURE_COUNT, type FeatureValues, featureRow } from "./virality-feature-list.ts";

/** Candidates of one search that the model scores; more than there are cut points. */
const MAX_SCORED = 6_000;

function indicesByOpening({ opensAt }: Candidates): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  opensAt.forEach((opening, index) => {
    const group = groups.get(opening);
    if (group === undefined) groups.set(opening, [index]);
    else group.push(index);
  });
  return groups;
}

/**
 * At most `max` candidates, in the order of the list: for each opening its shortest, then the best-rated ones of each, as
 * many of one opening as of another.
 */
export function shortlist(candidates: Candidates, max = MAX_SCORED): Candidates {
  if (candidates.score.length <= max) return candidates;
  const groups = [...indicesByOpening(candidates).values()];
  const rating = (index: number): number => candidates.score[index] ?? 0;
  const byRating = (a: number, b: number): number => rating(b) - rating(a) || a - b;
  const rounds = Math.ceil(max / groups.length);
  const lists = groups.map(([shortest = 0, ...longer]) => [
    shortest,
    ...longer.sort(byRating).slice(0, rounds - 1),
  ]);
  const kept = Array.from({ length: rounds }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)).sort(byRating),
  )
    .flat()
    .slice(0, max)
    .sort((a, b) => a - b);
  const pick = (column: readonly number[]): number[] => kept.map((index) => column[index] ?? 0);
  return {
    opensAt: pick(candidates.opensAt),
    closesAt: pick(candidates.closesAt),
    startS: pick(candidates.startS),
    endS: pick(candidates.endS),
    score: pick(candidates.score),
  };
}

/** The rows of candidates, [n, F]. */
export function featureMatrix(values: readonly FeatureValues[]): Float32Array<ArrayBuffer> {
  const rows = new Float32Array(values.length * FEATURE_COUNT);
  values.forEach((each, row) => {
    rows.set(featureRow(each), row * FEATURE_COUNT);
  });
  return rows;
}
