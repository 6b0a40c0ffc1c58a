// The built-in virality model, made from its table of priors.
import { type AdditiveModel, HEADS, hingeWeights } from "../../signal/additive-model.ts";
import { FEATURES_VERSION, VIRALITY_FEATURES } from "../../signal/virality-feature-list.ts";
import { BIAS, PRIORS, SHAPES } from "./priors.ts";

/** Where a unit may bend; the shapes of the priors have a height at each, and at 1. */
const KNOTS = [0, 0.25, 0.5, 0.75];

function weightsOf({ shape, weights }: (typeof PRIORS)[keyof typeof PRIORS]): number[][] {
  const hinges = hingeWeights(KNOTS, SHAPES[shape]);
  return hinges.map((hinge) => HEADS.map((head) => round(hinge * (weights[head] ?? 0))));
}

/** Keeps the file readable; a ten-thousandth of a logit moves no score. */
function round(value: number): number {
  // JSON has no negative zero.
  return Math.round(value * 10_000) / 10_000 + 0;
}

export function priorModel(): AdditiveModel {
  const priors = VIRALITY_FEATURES.map(({ name }) => PRIORS[name]);
  return {
    featuresVersion: FEATURES_VERSION,
    features: VIRALITY_FEATURES.map(({ name }) => name),
    knots: KNOTS,
    neutral: priors.map(({ neutral }) => neutral),
    weights: priors.map(weightsOf),
    bias: HEADS.map((head) => BIAS[head]),
  };
}
