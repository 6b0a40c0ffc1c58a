// The quick rating of stretches: one weighted mean of the measured signals per part, in constant time and without the
// model. It chooses which candidates of a long source the virality model sees; what a client is shown is the model's.
import {
  SCORE_PARTS,
  SIGNALS,
  type SignalEvidence,
  type SignalName,
  type SignalValues,
} from "./moment-signals.ts";

export interface AvailableEvidence {
  readonly audio: boolean;
  readonly video: boolean;
  readonly words: boolean;
}

/** For each part, its signals and what share of the part each has; the shares of a part sum to 1. */
export type SignalShares = readonly (readonly { readonly name: SignalName; readonly share: number }[])[];

function isAvailable(needs: SignalEvidence, evidence: AvailableEvidence): boolean {
  return needs === "any" || evidence[needs];
}

/**
 * Shares the parts among the signals that a source has evidence for; done once per source. Shares of a part
 * sum to 1, and a part without evidence has none.
 */
export function shareSignals(evidence: AvailableEvidence): SignalShares {
  return SCORE_PARTS.map((part) => {
    const kinds = SIGNALS.filter((kind) => kind.part === part && isAvailable(kind.needs, evidence));
    const weights = kinds.reduce((sum, kind) => sum + kind.weight, 0);
    return kinds.map(({ name, weight }) => ({ name, share: weight / weights }));
  });
}

/**
 * The score of a stretch, 0 to 100: the mean of its parts, each a mean of signals (0 to 1) by their shares. A
 * part without any evidence counts as half.
 */
export function rateSignals(signals: SignalValues, shares: SignalShares): number {
  let sum = 0;
  for (const part of shares) {
    if (part.length === 0) sum += 0.5;
    for (const { name, share } of part) sum += share * signals[name];
  }
  return (100 * sum) / shares.length;
}
