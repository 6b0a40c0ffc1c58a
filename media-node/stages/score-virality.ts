// From measured signals to the score that a client sees: four parts of 0 to 25 with one decimal, and their exact sum.
// Sums are made of whole tenths, so that the parts shown always add up to the total shown.
import {
  type Evidence,
  SCORE_PARTS,
  type ScorePart,
  SIGNALS,
  type SignalName,
  type SignalValues,
} from "../signal/moment-signals.ts";

export type ScoreBreakdown = Readonly<Record<ScorePart, number>>;

export interface ViralityScore {
  readonly scoreBreakdown: ScoreBreakdown;
  /** 0 to 100: the sum of the breakdown. */
  readonly viralityScore: number;
}

export interface AvailableEvidence {
  readonly audio: boolean;
  readonly video: boolean;
  readonly cues: boolean;
}

const TENTHS_PER_PART = 250;

/** For each part of the score, its signals and what share of the part each has; the shares of a part sum to 1. */
export type SignalShares = readonly (readonly { readonly name: SignalName; readonly share: number }[])[];

function isAvailable(needs: Evidence, evidence: AvailableEvidence): boolean {
  return needs === "any" || evidence[needs];
}

/** Shares the parts among the signals that a source has evidence for; done once per source. */
export function shareSignals(evidence: AvailableEvidence): SignalShares {
  return SCORE_PARTS.map((part) => {
    const kinds = SIGNALS.filter((kind) => kind.part === part && isAvailable(kind.needs, evidence));
    const weights = kinds.reduce((sum, kind) => sum + kind.weight, 0);
    return kinds.map(({ name, weight }) => ({ name, share: weight / weights }));
  });
}

/** Points of one part in whole tenths, 0 to 250; a part without any evidence gets the middle. */
function tenthsOf(signals: SignalValues, shares: SignalShares[number] | undefined): number {
  if (shares === undefined || shares.length === 0) return TENTHS_PER_PART / 2;
  let mean = 0;
  for (const { name, share } of shares) mean += share * signals[name];
  return Math.round(TENTHS_PER_PART * mean);
}

/** Scores one stretch from its signals, each from 0 to 1. */
export function scoreVirality(signals: SignalValues, shares: SignalShares): ViralityScore {
  const hook = tenthsOf(signals, shares[0]);
  const engagement = tenthsOf(signals, shares[1]);
  const value = tenthsOf(signals, shares[2]);
  const shareability = tenthsOf(signals, shares[3]);
  return {
    scoreBreakdown: {
      hook: hook / 10,
      engagement: engagement / 10,
      value: value / 10,
      shareability: shareability / 10,
    },
    viralityScore: (hook + engagement + value + shareability) / 10,
  };
}
