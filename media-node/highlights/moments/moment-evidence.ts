// Whether what a reason would name was found at a moment. A model's contributions say what its score is made of, which may
// be an average over little: a sentence for people needs the thing itself, where and when it says that it was.
import type { Span } from "../../signal/span.ts";
import type { MatchCurveName, MatchCurves, ReplaySpan } from "../match-curves.ts";

export interface MomentEvidence {
  readonly curves: MatchCurves;
  /** Where people get louder, see MatchAudio. */
  readonly swells: readonly Span[];
  /** Sure ones. */
  readonly replays: readonly ReplaySpan[];
}

interface Window {
  /** Seconds after the peak. */
  readonly fromS: number;
  readonly toS: number;
  /** What the curve must reach in it. */
  readonly least: number;
}

/** Where each curve speaks for a moment, as in its patterns, with a second more. */
const WINDOWS: Readonly<Record<Exclude<MatchCurveName, "replay">, Window>> = {
  motion: { fromS: -7, toS: 9, least: 0.4 },
  voiceRate: { fromS: -7, toS: 3, least: 0.3 },
  impact: { fromS: -9, toS: 2, least: 0.3 },
  crowdRise: { fromS: -3, toS: 4, least: 0.3 },
  crowd: { fromS: -1, toS: 9, least: 0.35 },
  cheering: { fromS: -2, toS: 9, least: 0.3 },
  voicePitch: { fromS: -2, toS: 7, least: 0.3 },
  whistle: { fromS: -1, toS: 6, least: 0.5 },
  topicShown: { fromS: -4, toS: 10, least: 0.5 },
  cuts: { fromS: 0, toS: 13, least: 0.3 },
  scoreboard: { fromS: 0, toS: 15, least: 0.5 },
};

/** The highest that a curve is around a peak; 0 where it is not known. */
export function highestAround(
  { curves, startS, hopS }: MatchCurves,
  name: MatchCurveName,
  [fromS, toS]: readonly [number, number],
): number {
  const from = Math.max(0, Math.floor((fromS - startS) / hopS));
  const part = curves[name]?.subarray(from, Math.max(from, Math.ceil((toS - startS) / hopS)));
  return part?.reduce((max, value) => (value > max ? value : max), 0) ?? 0;
}

/** The curves that may be named of a moment. A replay is one that the moment shows. */
export function foundAt(
  { curves, swells, replays }: MomentEvidence,
  { peakS, endS }: Span & { readonly peakS: number },
): (name: MatchCurveName) => boolean {
  return (name) => {
    if (name === "replay") return replays.some(({ startS }) => startS > peakS && startS < endS);
    const { fromS, toS, least } = WINDOWS[name];
    const isThere = highestAround(curves, name, [peakS + fromS, peakS + toS]) >= least;
    if (name !== "crowd" && name !== "crowdRise") return isThere;
    return isThere && swells.some((swell) => swell.startS < peakS + toS && swell.endS > peakS + fromS);
  };
}
