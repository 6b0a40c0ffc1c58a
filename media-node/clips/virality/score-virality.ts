// From features of candidate clips to the score that a client sees: what the virality model says becomes four parts of 0 to
// 25 with one decimal and their exact sum. Sums are made of whole tenths, so that the parts shown always add up to the
// total shown.
import { HEAD_POINTS, type Head } from "./additive-model.ts";

export interface ViralityScores {
  /** [n, 4], points of 0 to 25 in the order of HEADS. */
  readonly scores: Float32Array;
  /** [n, F, 4], what each feature adds to each head's logit; empty unless asked for. */
  readonly contributions: Float32Array;
}

/** Scores rows of features [n, F]. @throws AppError MODEL_UNAVAILABLE; the signal's reason on abort */
export type ScoreFeatures = (
  features: Float32Array,
  options: { readonly explain: boolean },
) => Promise<ViralityScores>;

export type ScoreBreakdown = Readonly<Record<Head, number>>;

export interface ViralityScore {
  readonly scoreBreakdown: ScoreBreakdown;
  /** 0 to 100: the sum of the breakdown. */
  readonly viralityScore: number;
}

/** The score as it is shown, from one row of the model's scores [4]. */
export function showScore(points: ArrayLike<number>): ViralityScore {
  const tenths = (head: number): number =>
    Math.round(10 * Math.min(HEAD_POINTS, Math.max(0, points[head] ?? 0)));
  const [hook, engagement, value, shareability] = [tenths(0), tenths(1), tenths(2), tenths(3)];
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
