// From measured signals to the score that a client sees: four parts of 0 to 25 with one decimal, and their exact sum.
// Sums are made of whole tenths, so that the parts shown always add up to the total shown.
import {
  type Evidence,
  SCORE_PARTS,
  type ScorePart,
  SIGNALS,
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

function isAvailable(needs: Evidence, evidence: AvailableEvidence): boolean {
  return needs === "any" || evidence[needs];
}

/** Points of one part in whole tenths, 0 to 250; a part without any evidence gets the middle. */
function tenthsOf(part: ScorePart, signals: SignalValues, evidence: AvailableEvidence): number {
  let sum = 0;
  let weights = 0;
  for (const kind of SIGNALS) {
    if (kind.part !== part || !isAvailable(kind.needs, evidence)) continue;
    sum += kind.weight * signals[kind.name];
    weights += kind.weight;
  }
  return Math.round(TENTHS_PER_PART * (weights > 0 ? sum / weights : 0.5));
}

/** Scores one stretch from its signals and the kinds of evidence that the source has. */
export function scoreVirality(signals: SignalValues, evidence: AvailableEvidence): ViralityScore {
  const tenths = SCORE_PARTS.map((part) => tenthsOf(part, signals, evidence));
  const [hook = 0, engagement = 0, value = 0, shareability = 0] = tenths;
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
