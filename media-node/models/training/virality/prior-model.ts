// The built-in virality model, made from its table of priors.
import { type AdditiveModel, HEADS, hingeWeights } from "../../../clips/virality/additive-model.ts";
import { FEATURES_VERSION, VIRALITY_FEATURES } from "../../../clips/virality/virality-feature-list.ts";
import { MULTIPLIERS, type Multipliers } from "./multipliers.ts";
import { type Prior, SHAPES } from "./prior.ts";
import { BIAS, PRIORS } from "./priors.ts";

/** Where a unit may bend; the shapes of the priors have a height at each, and at 1. */
const KNOTS = [0, 0.25, 0.5, 0.75];

function weightsOf({ shape, weights }: Prior, multiplier: number): number[][] {
  const hinges = hingeWeights(KNOTS, SHAPES[shape]);
  return hinges.map((hinge) => HEADS.map((head) => round(multiplier * hinge * (weights[head] ?? 0))));
}

/** Keeps the file readable; a ten-thousandth of a logit moves no score. */
function round(value: number): number {
  // JSON has no negative zero.
  return Math.round(value * 10_000) / 10_000 + 0;
}

/** @param multipliers how much of each prior counts: what editors' marks made of them, unless a fit starts over */
export function priorModel(multipliers: Multipliers = MULTIPLIERS): AdditiveModel {
  const priors = VIRALITY_FEATURES.map(({ name }) => PRIORS[name]);
  return {
    featuresVersion: FEATURES_VERSION,
    features: VIRALITY_FEATURES.map(({ name }) => name),
    knots: KNOTS,
    neutral: priors.map(({ neutral }) => neutral),
    weights: VIRALITY_FEATURES.map(({ name }) => weightsOf(PRIORS[name], multipliers[name] ?? 1)),
    bias: HEADS.map((head) => BIAS[head]),
  };
}
