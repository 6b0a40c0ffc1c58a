// Chooses a set of clips that overlap in neither time nor text and are not all of one sort: the best set over time (see
// select-moments), in which clips that say nearly the same as a better one are suppressed with everything like them, and
// clips of a subject or kind that the set has had already count for less. Penalties inside the search over time were
// rejected: what a clip repeats depends on the whole set, not on the clip before it.
import type { Span } from "./cues.ts";
import type { CutPoint } from "./cut-point.ts";
import type { JudgedStretches } from "./judged-stretches.ts";
import type { Candidates } from "./moment-candidates.ts";
import type { CutFacts, MomentText } from "./moment-text.ts";
import { areAlike, createSaidReader, type SaidText, subjectsShared } from "./said-text.ts";
import { selectMoments } from "./select-moments.ts";

export interface SelectionSources {
  readonly points: readonly CutPoint[];
  readonly cuts: readonly CutFacts[];
  readonly text: MomentText;
  readonly judged: JudgedStretches | null;
  readonly rangeLengthS: number;
}

export interface WantedSet {
  readonly count: number;
  /** Whether clips that say the same as a better one are left out. */
  readonly keepsDifferent: boolean;
  /** What is chosen already: nothing may overlap it. */
  readonly beside: readonly Span[];
}

export interface ChosenCandidates {
  /** What is left of the candidates; `chosen` are indices into it, ascending in time. */
  readonly candidates: Candidates;
  readonly chosen: readonly number[];
}

type ReadText = (index: number) => SaidText | null;

/** What a clip keeps of its worth for each better clip of the set that has its subject. */
const SAME_SUBJECT = 0.7;
/** From this much of their words in common two clips have one subject, in a source whose parts share some words anyway. */
const SUBJECT_SHARED = 0.35;
/** What a clip keeps of its worth for each better clip of its kind beyond a third of the set. */
const SAME_KIND = 0.8;
/** Rounds of counting clips for less; each settles at least one clip. */
const MAX_ROUNDS = 12;

/** Chosen ones that say the same as a better one, each with that one. */
function findAlike(
  chosen: readonly number[],
  score: readonly number[],
  read: ReadText,
): { better: number; worse: number }[] {
  const kept: { index: number; text: SaidText | null }[] = [];
  const found: { better: number; worse: number }[] = [];
  for (const index of byScore(chosen, score)) {
    const text = read(index);
    const like = kept.find((each) => areAlike(each.text, text));
    if (like === undefined) kept.push({ index, text });
    else found.push({ better: like.index, worse: index });
  }
  return found;
}

function byScore(chosen: readonly number[], score: readonly number[]): number[] {
  return chosen.toSorted((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || a - b);
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

function apartFrom(candidates: Candidates, beside: readonly Span[]): Candidates {
  if (beside.length === 0) return candidates;
  const { startS, endS } = candidates;
  return without(candidates, (index) =>
    beside.some((span) => (startS[index] ?? 0) < span.endS && (endS[index] ?? 0) > span.startS),
  );
}

/** The candidates without those that say the same as a better chosen one, and the best set of them. */
function suppressAlike(
  candidates: Candidates,
  choose: (candidates: Candidates) => number[],
  readerOf: (candidates: Candidates) => ReadText,
): ChosenCandidates {
  let left = candidates;
  for (;;) {
    const current = left;
    const chosen = choose(current);
    const read = readerOf(current);
    const alike = findAlike(chosen, current.score, read);
    if (alike.length === 0) return { candidates: current, chosen };
    const drops = alike.map((pair) => goWith(current, pair, read));
    left = without(current, (index) => drops.some((isDropped) => isDropped(index)));
  }
}

interface Sort {
  readonly text: SaidText | null;
  readonly kind: string | null;
}

/** What a clip keeps of its worth beside better ones, 0 to 1. */
function shareBeside(own: Sort, better: readonly Sort[], count: number): number {
  const subjects = better.filter(({ text }) => subjectsShared(text, own.text) > SUBJECT_SHARED).length;
  const kinds = better.filter(({ kind }) => kind !== null && kind === own.kind).length;
  return SAME_SUBJECT ** subjects * SAME_KIND ** Math.max(0, kinds + 1 - Math.ceil(count / 3));
}

/** Lets chosen clips that repeat a subject or kind count for less, with all that lies where they lie, until the set stays. */
function vary(
  candidates: Candidates,
  choose: (candidates: Candidates) => number[],
  sortOf: (candidates: Candidates, index: number) => Sort,
  count: number,
): number[] {
  const own = candidates.score;
  const score = [...own];
  let chosen = choose(candidates);
  const settled = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const better: Sort[] = [];
    let hasChanged = false;
    for (const index of byScore(chosen, score)) {
      const sort = sortOf(candidates, index);
      const share = shareBeside(sort, better, count);
      better.push(sort);
      if (share === 1 || settled.has(index)) continue;
      settled.add(index);
      score[index] = (own[index] ?? 0) * share;
      hasChanged = true;
    }
    if (!hasChanged) break;
    chosen = choose({ ...candidates, score });
  }
  return chosen;
}

/** The best set of `wanted.count`, or as many as there are, whose members differ in time and text. */
export function selectVaried(
  sources: SelectionSources,
  all: Candidates,
  wanted: WantedSet,
): ChosenCandidates {
  const { points, cuts, rangeLengthS, text, judged } = sources;
  const readSaid = createSaidReader(text.text);
  const at = (cut: number | undefined): CutFacts | undefined => cuts[cut ?? 0];
  const choose = (candidates: Candidates): number[] =>
    selectMoments(points, candidates, wanted.count, rangeLengthS);
  const readerOf =
    (candidates: Candidates): ReadText =>
    (index) =>
      readSaid(at(candidates.opensAt[index])?.nextWord ?? 0, at(candidates.closesAt[index])?.nextWord ?? 0);
  const candidates = apartFrom(all, wanted.beside);
  if (!text.hasWords || !wanted.keepsDifferent) return { candidates, chosen: choose(candidates) };
  const different = suppressAlike(candidates, choose, readerOf);
  const sortOf = (of: Candidates, index: number): Sort => {
    const from = at(of.opensAt[index])?.nextSentence ?? 0;
    const to = at(of.closesAt[index])?.nextSentence ?? 0;
    return {
      text: readerOf(of)(index),
      kind: judged === null || to <= from ? null : judged.kindOf(from, to),
    };
  };
  return {
    candidates: different.candidates,
    chosen: vary(different.candidates, choose, sortOf, wanted.count),
  };
}
