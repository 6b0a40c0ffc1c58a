// Chooses a set of clips that overlap in neither time nor text: the best set over time (see select-moments), from which
// a clip that says nearly the same as a better one is suppressed with everything like it, until no two are alike.
import type { CutPoint } from "./cut-point.ts";
import type { Candidates } from "./moment-candidates.ts";
import type { CutFacts, MomentText } from "./moment-text.ts";
import { selectMoments } from "./select-moments.ts";
import { contentStems, cosine, inverseDocumentFrequencies, weigh } from "./text-similarity.ts";

/** Parts of one talk share their topic (0.2 to 0.4); above this they say the same. */
const ALIKE = 0.62;
/** Share of the shorter one's trigrams that the other has too: above this, it is said once more. */
const REPEATED = 0.3;
/** Clips so short that a word or two decide are not compared. */
const LEAST_STEMS = 5;

/** What is said in a candidate, as it is compared. */
interface SaidText {
  readonly weights: ReadonlyMap<string, number>;
  /** Every three words in a row, as one string. */
  readonly trigrams: ReadonlySet<string>;
}

export interface SelectionSources {
  readonly points: readonly CutPoint[];
  readonly cuts: readonly CutFacts[];
  readonly text: MomentText;
  readonly count: number;
  readonly rangeLengthS: number;
}

type ReadText = (index: number) => SaidText | null;

/** Reads the texts of candidates when they are asked for; null where there are too few words to compare. */
function textReader({ cuts, text }: SelectionSources, candidates: Candidates): ReadText {
  const { keys, sentences } = text.text;
  const documents = sentences.map(({ firstWord, endWord }) => contentStems(keys.slice(firstWord, endWord)));
  const idf = inverseDocumentFrequencies(documents);
  return (index) => {
    const from = cuts[candidates.opensAt[index] ?? 0]?.nextWord ?? 0;
    const to = cuts[candidates.closesAt[index] ?? 0]?.nextWord ?? 0;
    const said = keys.slice(from, to);
    const stems = contentStems(said);
    if (stems.length < LEAST_STEMS) return null;
    const trigrams = new Set(said.slice(2).map((key, at) => `${said[at]} ${said[at + 1]} ${key}`));
    return { weights: weigh(stems, idf), trigrams };
  };
}

/** Whether two say the same: much the same words, or whole sentences again. */
function areAlike(a: SaidText | null, b: SaidText | null): boolean {
  if (a === null || b === null) return false;
  const shared = [...a.trigrams].filter((trigram) => b.trigrams.has(trigram)).length;
  const isRepeated = shared > REPEATED * Math.min(a.trigrams.size, b.trigrams.size);
  return isRepeated || cosine(a.weights, b.weights) > ALIKE;
}

/** The first pair of chosen ones that are alike, better one first. */
function findAlike(
  chosen: readonly number[],
  score: readonly number[],
  read: ReadText,
): [number, number] | undefined {
  const best = chosen.toSorted((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || a - b);
  const texts = best.map(read);
  for (let lower = 1; lower < best.length; lower += 1) {
    for (let upper = 0; upper < lower; upper += 1) {
      if (areAlike(texts[upper] ?? null, texts[lower] ?? null)) return [best[upper] ?? 0, best[lower] ?? 0];
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
    const read = textReader(sources, left);
    const alike = findAlike(chosen, left.score, read);
    if (alike === undefined) return { candidates: left, chosen };
    const [better, worse] = alike;
    const betterText = read(better);
    const current = left;
    // All that overlaps the worse one and says the same, so that its neighbour does not take its place.
    left = without(
      current,
      (index) =>
        index === worse ||
        (index !== better &&
          (current.startS[index] ?? 0) < (current.endS[worse] ?? 0) &&
          (current.endS[index] ?? 0) > (current.startS[worse] ?? 0) &&
          areAlike(betterText, read(index))),
    );
  }
}
