// A neural additive model (Agarwal et al. 2021, "Neural Additive Models: Interpretable Machine Learning with Neural
// Nets") with four heads: each feature goes through a small piecewise-linear unit of its own (hinges by ReLU at shared
// knots), and a head is the scaled sigmoid of their sum. So a feature's contribution to a head is exact, and a reason
// that is read off the contributions cannot be invented. A deep network with attributions fitted afterwards was
// rejected: those are estimates. A feature that is not known (NaN) contributes nothing.
import { clamp } from "../../signal/clamp.ts";

export const HEADS = ["hook", "engagement", "value", "shareability"] as const;
export type Head = (typeof HEADS)[number];

/** Most points of one head; the four sum to 100. */
export const HEAD_POINTS = 25;

export interface AdditiveModel {
  /** Which list of features it was made for. */
  readonly featuresVersion: number;
  /** F names, in the order of the input. */
  readonly features: readonly string[];
  /** K places where a unit may bend, ascending, the first one 0. */
  readonly knots: readonly number[];
  /** Per feature the value at which its contribution is 0. */
  readonly neutral: readonly number[];
  /** [F][K][4]: what each hinge adds to each head's logit per unit beyond its knot. */
  readonly weights: readonly (readonly (readonly number[])[])[];
  /** [4]: logits of a stretch of which nothing is known. */
  readonly bias: readonly number[];
}

/** The K hinges of one value: how far it lies beyond each knot. Values outside 0 to 1 count as the nearer end. */
export function hingesOf(value: number, knots: readonly number[]): number[] {
  const clamped = clamp(value);
  return knots.map((knot) => Math.max(0, clamped - knot));
}

function unit(model: AdditiveModel, feature: number, head: number, value: number): number {
  const rows = model.weights[feature] ?? [];
  return hingesOf(value, model.knots).reduce((sum, hinge, k) => sum + hinge * (rows[k]?.[head] ?? 0), 0);
}

/** What a feature's value adds to a head's logit; 0 where it is not known. */
export function contributionOf(model: AdditiveModel, feature: number, head: number, value: number): number {
  if (Number.isNaN(value)) return 0;
  return unit(model, feature, head, value) - unit(model, feature, head, model.neutral[feature] ?? 0);
}

/** The four logits of one row of features [F]. */
export function logitsOf(model: AdditiveModel, row: ArrayLike<number>): number[] {
  return HEADS.map((_, head) =>
    model.features.reduce(
      (sum, _name, feature) => sum + contributionOf(model, feature, head, row[feature] ?? Number.NaN),
      model.bias[head] ?? 0,
    ),
  );
}

/** Points of a head, 0 to 25. */
export function pointsOf(logit: number): number {
  return HEAD_POINTS / (1 + Math.exp(-logit));
}

/** The logit of a head's points, which never are quite none or all. */
export function logitOf(points: number): number {
  const share = Math.min(0.9999, Math.max(0.0001, points / HEAD_POINTS));
  return Math.log(share / (1 - share));
}

/** The score of one row of features, 0 to 100. */
export function scoreOf(model: AdditiveModel, row: ArrayLike<number>): number {
  return logitsOf(model, row).reduce((sum, logit) => sum + pointsOf(logit), 0);
}

/**
 * The hinge weights of a piecewise-linear function that has `values` at the knots and at 1. Its height at 0 is lost:
 * contributions count from the neutral value.
 */
export function hingeWeights(knots: readonly number[], values: readonly number[]): number[] {
  const ends = [...knots.slice(1), 1];
  let before = 0;
  return knots.map((knot, k) => {
    const slope = ((values[k + 1] ?? 0) - (values[k] ?? 0)) / ((ends[k] ?? 1) - knot);
    const bend = slope - before;
    before = slope;
    return bend;
  });
}
