// Chooses a set of clips that overlap in neither time nor text and are not all of one subject or kind: the best set over time (see
// select-moments), in which clips that say nearly the same as a better one are suppressed with everything like them, and
// clips of a subject or kind that the set has had already count for less. Penalties inside the search over time were
// rejected: what a clip repeats depends on the whole set, not on the clip before it.
import type { CutPoint } from "../../signal/cut-point.ts";
import type { Span } from "../../signal/span.ts";
import type { CutFacts, MomentText } from "../sentences/moment-text.ts";
import { kindBetween } from "./judged-cuts.ts";
import type { JudgedStretches } from "./judged-stretches.ts";
import { type Candidates, overlapOf } from "./moment-candidates.ts";
import { areAlike, createSaidReader, type ReadSaid, type SaidText, subjectsShared } from "./said-text.ts";
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
const SAME_SUBJECT = 0.85;
/** From this much of their words in common two clips have one subject, in a source whose parts share some words anyway. */
const SUBJECT_SHARED = 0.35;
/** What a clip keeps of its worth for each better clip of its kind beyond a third of the set. */
const SAME_KIND = 0.92;
/** Stretches with this much in common are one place. */
const SAME_PLACE = 0.5;
/** Rounds of counting clips for less; each settles at least one place. */
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

/**
 * The candidates without those that say the same as a better chosen one, or as what is chosen `before`, and the best set of
 * them.
 */
function suppressAlike(
  candidates: Candidates,
  choose: (candidates: Candidates) => number[],
  readerOf: (candidates: Candidates) => ReadText,
  before: readonly SubjectAndKind[],
): ChosenCandidates {
  const isNew = (text: SaidText | null): boolean => !before.some((each) => areAlike(each.text, text));
  const readAny = readerOf(candidates);
  let left = before.length === 0 ? candidates : without(candidates, (index) => !isNew(readAny(index)));
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

/** What a clip must not have in common with all others of its set. */
interface SubjectAndKind {
  /** Null where nothing is said. */
  readonly text: SaidText | null;
  readonly kind: string | null;
}

/** What a clip keeps of its worth beside better ones, 0 to 1. */
function shareBeside(own: SubjectAndKind, better: readonly SubjectAndKind[], count: number): number {
  const subjects = better.filter(({ text }) => subjectsShared(text, own.text) > SUBJECT_SHARED).length;
  const kinds = better.filter(({ kind }) => kind !== null && kind === own.kind).length;
  return SAME_SUBJECT ** subjects * SAME_KIND ** Math.max(0, kinds + 1 - Math.ceil(count / 3));
}

/**
 * Lets chosen clips that repeat a subject or kind count for less, with all that lies where they lie, until the set stays.
 * @param before what is chosen already
 */
function vary(
  candidates: Candidates,
  choose: (candidates: Candidates) => number[],
  subjectAndKindOf: (index: number) => SubjectAndKind,
  before: readonly SubjectAndKind[],
): number[] {
  const score = [...candidates.score];
  let chosen = choose(candidates);
  const count = before.length + chosen.length;
  const settled: number[] = [];
  const isSamePlace = (a: number, b: number): boolean => overlapOf(candidates, a, b).share >= SAME_PLACE;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const better = [...before];
    let hasChanged = false;
    for (const index of byScore(chosen, score)) {
      const own = subjectAndKindOf(index);
      const share = shareBeside(own, better, count);
      better.push(own);
      if (share === 1 || settled.some((place) => isSamePlace(place, index))) continue;
      settled.push(index);
      candidates.score.forEach((worth, near) => {
        if (isSamePlace(near, index)) score[near] = Math.min(score[near] ?? 0, worth * share);
      });
      hasChanged = true;
    }
    if (!hasChanged) break;
    chosen = choose({ ...candidates, score });
  }
  return chosen;
}

/** What there is to know of a span beside which clips are chosen. */
function subjectAndKindBeside(
  { text, judged }: SelectionSources,
  readSaid: ReadSaid,
  { startS, endS }: Span,
): SubjectAndKind {
  const opens = text.factsAt({ startS, endS: startS });
  const closes = text.factsAt({ startS: endS, endS });
  return { text: readSaid(opens.nextWord, closes.nextWord), kind: kindBetween(judged, opens, closes) };
}

/** The best set of `wanted.count`, or as many as there are, whose members differ in time and text. */
export function selectVaried(
  sources: SelectionSources,
  all: Candidates,
  wanted: WantedSet,
): ChosenCandidates {
  const { points, cuts, rangeLengthS, text, judged } = sources;
  const choose = (candidates: Candidates): number[] =>
    selectMoments(points, candidates, wanted.count, rangeLengthS);
  const candidates = apartFrom(all, wanted.beside);
  if (!text.hasWords || !wanted.keepsDifferent) return { candidates, chosen: choose(candidates) };
  const readSaid = createSaidReader(text.text);
  const at = (cut: number | undefined): CutFacts | undefined => cuts[cut ?? 0];
  const readerOf =
    (of: Candidates): ReadText =>
    (index) =>
      readSaid(at(of.opensAt[index])?.nextWord ?? 0, at(of.closesAt[index])?.nextWord ?? 0);
  const before = wanted.beside.map((span) => subjectAndKindBeside(sources, readSaid, span));
  const different = suppressAlike(candidates, choose, readerOf, before);
  const left = different.candidates;
  const subjectAndKindOf = (index: number): SubjectAndKind => ({
    text: readerOf(left)(index),
    kind: kindBetween(judged, at(left.opensAt[index]), at(left.closesAt[index])),
  });
  return { candidates: left, chosen: vary(left, choose, subjectAndKindOf, before) };
}
