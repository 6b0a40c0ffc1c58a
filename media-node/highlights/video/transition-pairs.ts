// Finds replays by what they are wrapped in: many broadcasts go into a replay and out of it through the same wipe or
// logo. Such a frame fills the screen for about a second, resembles neither what was before nor what comes after, and
// comes again when the replay ends. This finds replays from another camera, which repeat no frame.
import type { Span } from "../../signal/span.ts";
import { correlation, type FrameFingerprints } from "./frame-fingerprints.ts";

/** From the first of the two to the end of the second. */
export interface TransitionPair extends Span {
  /** How many pairs of the same graphic there are, this one counted. */
  readonly count: number;
}

/** Some frames in a row that resemble nothing around them. */
interface BriefSight {
  readonly first: number;
  readonly last: number;
}

/** What is unlike a frame lies this far from it… */
const BRIEF_S = 1.25;
/** …and is correlated with it by less than this. */
const MAX_AROUND = 0.5;
/** Grey levels, as standard deviation: a graphic is not a black or white screen. */
const MIN_CONTRAST = 12;
/** Two sights of one graphic: correlation, and mean difference in grey levels. */
const [MIN_LIKENESS, MAX_DIFFERENCE] = [0.92, 14];
/** From the first to the second. */
const [MIN_S, MAX_S] = [3, 45];
/** A source in which more is brief than this, per minute, is a montage and has no transitions to tell from it. */
const MAX_PER_MINUTE = 20;

function contrast(cells: Uint8Array): number {
  let [sum, squares] = [0, 0];
  for (const cell of cells) {
    sum += cell;
    squares += cell * cell;
  }
  return Math.sqrt(Math.max(0, squares / cells.length - (sum / cells.length) ** 2));
}

function difference(first: Uint8Array, second: Uint8Array): number {
  return first.reduce((sum, cell, index) => sum + Math.abs(cell - (second[index] ?? 0)), 0) / first.length;
}

/** For each frame whether it resembles neither what was `BRIEF_S` before nor what comes as long after. */
function aloneInTime(fingerprints: FrameFingerprints): boolean[] {
  const { timesS } = fingerprints;
  let [before, after] = [-1, 0];
  return timesS.map((timeS, index) => {
    while ((timesS[before + 1] ?? 0) <= timeS - BRIEF_S) before += 1;
    while (after < timesS.length && (timesS[after] ?? 0) < timeS + BRIEF_S) after += 1;
    if (before < 0 || after >= timesS.length) return false;
    const fingerprint = fingerprints.at(index);
    if (contrast(fingerprint) < MIN_CONTRAST) return false;
    return [before, after].every((other) => correlation(fingerprint, fingerprints.at(other)) < MAX_AROUND);
  });
}

/** Runs of such frames within one shot, as long as they are short: a camera that turns leaves longer ones. */
function findBriefSights(fingerprints: FrameFingerprints, cutsS: readonly number[]): BriefSight[] {
  const { timesS } = fingerprints;
  const cuts = new Set(cutsS);
  const sights: BriefSight[] = [];
  aloneInTime(fingerprints).forEach((isAlone, index) => {
    if (!isAlone) return;
    const last = sights.at(-1);
    const goesOn = last?.last === index - 1 && !cuts.has(timesS[index] ?? 0);
    if (last !== undefined && goesOn) sights[sights.length - 1] = { ...last, last: index };
    else sights.push({ first: index, last: index });
  });
  return sights.filter(({ first, last }) => (timesS[last] ?? 0) - (timesS[first] ?? 0) <= BRIEF_S);
}

function areAlike(fingerprints: FrameFingerprints, one: BriefSight, other: BriefSight): boolean {
  for (let a = one.first; a <= one.last; a += 1) {
    for (let b = other.first; b <= other.last; b += 1) {
      const [first, second] = [fingerprints.at(a), fingerprints.at(b)];
      if (difference(first, second) <= MAX_DIFFERENCE && correlation(first, second) >= MIN_LIKENESS)
        return true;
    }
  }
  return false;
}

type SightPair = readonly [BriefSight, BriefSight];

/** Each sight with the next one like it, in time order; none is in two pairs. */
function pairSights(fingerprints: FrameFingerprints, sights: readonly BriefSight[]): SightPair[] {
  const { timesS } = fingerprints;
  const taken = new Set<BriefSight>();
  const pairs: SightPair[] = [];
  sights.forEach((sight, index) => {
    if (taken.has(sight)) return;
    for (const other of sights.slice(index + 1)) {
      const apartS = (timesS[other.first] ?? 0) - (timesS[sight.first] ?? 0);
      if (apartS > MAX_S) return;
      if (apartS < MIN_S || taken.has(other) || !areAlike(fingerprints, sight, other)) continue;
      taken.add(other);
      pairs.push([sight, other]);
      return;
    }
  });
  return pairs;
}

/** In time order, seconds on the frames' clock. @param cutsS times of frames that are the first of a shot */
export function findTransitionPairs(
  fingerprints: FrameFingerprints,
  cutsS: readonly number[],
): TransitionPair[] {
  const { timesS } = fingerprints;
  const sights = findBriefSights(fingerprints, cutsS);
  const minutes = Math.max(1, ((timesS.at(-1) ?? 0) - (timesS[0] ?? 0)) / 60);
  if (sights.length > MAX_PER_MINUTE * minutes) return [];
  const pairs = pairSights(fingerprints, sights);
  return pairs.map(([into, outOf]) => ({
    startS: timesS[into.first] ?? 0,
    endS: timesS[outOf.last] ?? 0,
    count: pairs.filter(([other]) => other === into || areAlike(fingerprints, into, other)).length,
  }));
}
