// Chooses a set of clips that overlap in neither time nor text: the best set over time (see select-moments), from which
// clips that say nearly the same as a better one are suppressed with everything like them, until no two are alike.
import type { CutPoint } from "./cut-point.ts";
import type { Candidates } from "./moment-candidates.ts";
import type { CutFacts, MomentText } from "./moment-text.ts";
import { areAlike, createSaidReader, type SaidText } from "./said-text.ts";
import { selectMoments } from "./select-moments.ts";

export interface SelectionSources {
  readonly points: readonly CutPoint[];
  readonly cuts: readonly CutFacts[];
  readonly text: MomentText;
  readonly count: number;
  readonly rangeLengthS: number;
}

export interface ChosenCandidates {
  /** What is left of the candidates; `chosen` are indices into it, ascending in time. */
  readonly candidates: Candidates;
  readonly chosen: readonly number[];
}

type ReadText = (index: number) => SaidText | null;

/** Chosen ones that say the same as a better one, each with that one. */
function findAlike(
  chosen: readonly number[],
  score: readonly number[],
  read: ReadText,
): { better: number; worse: number }[] {
  const kept: { index: number; text: SaidText | null }[] = [];
  const found: { better: number; worse: number }[] = [];
  for (const index of chosen.toSorted((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || a - b)) {
    const text = read(index);
    const like = kept.find((each) => areAlike(each.text, text));
    if (like === undefined) kept.push({ index, text });
    else found.push({ better: like.index, worse: index });
  }
  return found;
}

/** Which candidates go with a suppressed one: those that overlap it and say the same, or its neighbour would follow it. */
function goWith(
  candidates: Candidates,
  { better, worse }: { better: number; worse: number },
  read: ReadText,
) {
  const { startS, endS } = candidates;
  const betterText = read(better);
  return (index: number): boolean => {
    if (index === better) return false;
    const overlaps = (startS[index] ?? 0) < (endS[worse] ?? 0) && (endS[index] ?? 0) > (startS[worse] ?? 0);
    return index === worse || (overlaps && areAlike(betterText, read(index)));
  };
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

/** The best set of at most `count` whose members differ in time and text. */
export function selectDifferent(sources: SelectionSources, candidates: Candidates): ChosenCandidates {
  const { points, cuts, count, rangeLengthS, text } = sources;
  const readSaid = createSaidReader(text.text);
  let left = candidates;
  for (;;) {
    const current = left;
    const chosen = selectMoments(points, current, count, rangeLengthS);
    const wordAt = (cut: number | undefined): number => cuts[cut ?? 0]?.nextWord ?? 0;
    const read: ReadText = (index) =>
      readSaid(wordAt(current.opensAt[index]), wordAt(current.closesAt[index]));
    const alike = text.hasWords ? findAlike(chosen, current.score, read) : [];
    if (alike.length === 0) return { candidates: current, chosen };
    const drops = alike.map((pair) => goWith(current, pair, read));
    left = without(current, (index) => drops.some((isDropped) => isDropped(index)));
  }
}
