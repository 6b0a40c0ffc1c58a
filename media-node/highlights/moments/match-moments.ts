// Moments of a match as spans of its time: replays that follow a moment are kept with it, a moment never begins within
// the replay of another one, and moments that would overlap become one, or are parted where the least happens between
// them. Every function keeps its spans inside the range.
import type { Span } from "../../signal/span.ts";
import type { ReplaySpan } from "../match-curves.ts";
import { type CrowdNoise, calmAfter, crowdAt, isRestless } from "./crowd-noise.ts";
import type { SmoothedMatch } from "./match-edges.ts";

export interface MatchMoment extends Span {
  readonly peakS: number;
  /** The smoothed excitement at the peak, 0 to 1. */
  readonly height: number;
  /** The peak's tick. */
  readonly tick: number;
}

/** Replays that are less sure than this are no reason to cut elsewhere. */
const SURE_REPLAY = 0.5;
/** Directors show nothing again for longer; what repeats for longer is a loop, or a camera that stands. */
const MAX_REPLAY_S = 30;
/** A replay that begins later than this after a moment is left out: what lies between is neither. */
const REPLAY_GAP_S = 6;
/** Moments closer than this are one: a jump over less looks like a fault. */
const JOIN_GAP_S = 1.5;

function isReplay(lengthS: number): boolean {
  return lengthS > 0 && lengthS <= MAX_REPLAY_S;
}

/** The replays by which a cut may be decided, ascending: sure enough, and short enough to be one. */
export function sureReplays(replays: readonly ReplaySpan[]): ReplaySpan[] {
  return replays
    .filter(({ confidence, startS, endS }) => confidence >= SURE_REPLAY && isReplay(endS - startS))
    .sort((a, b) => a.startS - b.startS);
}

/** The moment with the replays that follow it, as far as it may last. @param replays sure ones, ascending */
export function keepReplays(
  moment: MatchMoment,
  replays: readonly ReplaySpan[],
  maxDurationS: number,
  range: Span,
): MatchMoment {
  let { endS } = moment;
  for (const replay of replays) {
    const replayEndS = Math.min(replay.endS, range.endS);
    if (replay.startS <= moment.peakS || replayEndS <= endS) continue;
    if (replay.startS > endS + REPLAY_GAP_S) break;
    const isFitting = replayEndS - moment.startS <= maxDurationS;
    if (isFitting) endS = replayEndS;
    // One that does not fit is not begun either.
    else if (replay.startS < endS) endS = replay.startS;
    if (!isFitting) break;
  }
  return { ...moment, endS };
}

/** The moment without the replay that runs at its beginning. @param replays sure ones */
export function beginAfterReplay(
  moment: MatchMoment,
  replays: readonly ReplaySpan[],
  minLeadInS: number,
): MatchMoment {
  const running = replays.find(({ startS, endS }) => startS < moment.startS && endS > moment.startS);
  if (running === undefined || running.endS > moment.peakS - minLeadInS) return moment;
  return { ...moment, startS: running.endS };
}

/** Where the crowd is calm and the least happens between two peaks, on the source's clock. */
function calmestBetween(
  match: SmoothedMatch,
  noise: CrowdNoise,
  earlier: MatchMoment,
  later: MatchMoment,
): number {
  const timeOf = (tick: number): number => match.startS + (tick + 0.5) * match.hopS;
  const unrest = (tick: number): number => (match.values[tick] ?? 0) + crowdAt(noise, timeOf(tick));
  let calmest = earlier.tick;
  for (let tick = earlier.tick; tick <= later.tick; tick += 1) {
    if (unrest(tick) < unrest(calmest)) calmest = tick;
  }
  const timeS = timeOf(calmest);
  return Math.min(Math.max(timeS, earlier.peakS), later.peakS);
}

function joined(earlier: MatchMoment, later: MatchMoment): MatchMoment {
  const higher = later.height > earlier.height ? later : earlier;
  return { ...higher, startS: earlier.startS, endS: Math.max(earlier.endS, later.endS) };
}

/**
 * Disjoint moments in the order of time. Those that overlap, or nearly meet, become one where that is not
 * longer than `maxDurationS`; else overlapping ones are parted at the calmest time between their peaks. Each
 * peak stays within its moment.
 */
export function joinOverlapping(
  moments: readonly MatchMoment[],
  match: SmoothedMatch,
  noise: CrowdNoise,
  maxDurationS: number,
): MatchMoment[] {
  const kept: MatchMoment[] = [];
  for (const moment of moments.toSorted((a, b) => a.peakS - b.peakS)) {
    const last = kept.at(-1);
    if (last === undefined || moment.startS >= last.endS + JOIN_GAP_S) {
      kept.push(moment);
      continue;
    }
    const whole = joined(last, moment);
    if (whole.endS - whole.startS <= maxDurationS) {
      kept[kept.length - 1] = whole;
      continue;
    }
    if (moment.startS >= last.endS) {
      kept.push(moment);
      continue;
    }
    const partS = calmestBetween(match, noise, last, moment);
    kept[kept.length - 1] = { ...last, endS: Math.min(last.endS, partS) };
    kept.push({ ...moment, startS: Math.max(moment.startS, partS) });
  }
  return kept;
}

/**
 * Moments whose ends replays, neighbours or the range moved into the crowd's noise, with ends where it has calmed down,
 * as far as the next moment and the longest one allow.
 * @param moments disjoint, in the order of time
 */
export function letCrowdsOut(
  moments: readonly MatchMoment[],
  noise: CrowdNoise,
  { maxDurationS, calmShare }: { readonly maxDurationS: number; readonly calmShare: number },
  range: Span,
): MatchMoment[] {
  return moments.map((moment, index) => {
    const { startS, peakS, endS } = moment;
    if (!isRestless(noise, peakS, endS, calmShare)) return moment;
    const nextS = moments[index + 1]?.startS ?? range.endS;
    const untilS = Math.min(nextS, range.endS, startS + maxDurationS);
    const calmS = calmAfter(noise, peakS, { fromS: endS, untilS, calmShare }) ?? endS;
    // Where it is all but calm the end stays on its shot change.
    return calmS - endS <= noise.hopS ? moment : { ...moment, endS: calmS };
  });
}
