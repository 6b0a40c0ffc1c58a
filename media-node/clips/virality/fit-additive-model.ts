// Fits an additive model to what became of clips. The outcomes' ranks, as logits, are what the mean of the model's four
// logits should have been; the difference is explained by changes of the hinge weights, held back towards the weights
// that are there (ridge). A change is shared among the heads as the feature's weights are, since an outcome is one
// number and says nothing of heads. Everything that is reported was predicted for clips that the fit had not seen.

import { seededRandom } from "../../signal/seeded-random.ts";
import { type AdditiveModel, HEADS, hingesOf, logitsOf, scoreOf } from "./additive-model.ts";
import { midRanks, spearman } from "./rank-correlation.ts";
import { ridgeRegression } from "./ridge-regression.ts";

export interface OutcomeExample {
  /** [F], NaN where not known. */
  readonly features: readonly number[];
  readonly outcome: number;
  /** Clips of one source are alike: all of a group are predicted from others. */
  readonly group: string;
}

export interface AdditiveFit {
  readonly model: AdditiveModel;
  /** Spearman's correlation of outcomes with the old model's scores, and with those of models fitted to other folds. */
  readonly oldCorrelation: number;
  readonly fittedCorrelation: number;
}

const FOLDS = 5;
/** How strongly weights are held back, relative to the number of examples; the best one is chosen by cross-validation. */
const HOLDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10];
/** A bend beyond the first hinge needs more evidence than a slope. */
const BEND_COST = 4;
/** Standard deviation of the logistic distribution, which a rank as a logit has. */
const LOGISTIC_DEVIATION = Math.PI / Math.sqrt(3);
/** The least spread of logits that outcomes are scaled to: a model that says the same of all must be able to learn. */
const MIN_DEVIATION = 0.5;
/** Share of a change that goes to all heads alike, whatever the feature's weights are. */
const EVEN_SHARE = 0.2;

interface Row {
  /** [F × K]: hinges beyond those of the neutral value. */
  readonly hinges: Float64Array;
  readonly logit: number;
  readonly example: OutcomeExample;
}

function meanLogit(model: AdditiveModel, features: readonly number[]): number {
  return logitsOf(model, features).reduce((sum, logit) => sum + logit, 0) / HEADS.length;
}

function rowOf(model: AdditiveModel, example: OutcomeExample): Row {
  const count = model.knots.length;
  const hinges = new Float64Array(model.features.length * count);
  model.features.forEach((_, feature) => {
    const value = example.features[feature] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    const neutral = hingesOf(model.neutral[feature] ?? 0, model.knots);
    hingesOf(value, model.knots).forEach((hinge, k) => {
      hinges[feature * count + k] = hinge - (neutral[k] ?? 0);
    });
  });
  return { hinges, logit: meanLogit(model, example.features), example };
}

/** Ranks as logits with the mean and spread of the model's own. */
function targetsOf(rows: readonly Row[]): number[] {
  const logits = rows.map(({ logit }) => logit);
  const mean = logits.reduce((sum, logit) => sum + logit, 0) / logits.length;
  const variance = logits.reduce((sum, logit) => sum + (logit - mean) ** 2, 0) / logits.length;
  const scale = Math.max(MIN_DEVIATION, Math.sqrt(variance)) / LOGISTIC_DEVIATION;
  return midRanks(rows.map(({ example }) => example.outcome)).map((rank) => {
    const share = (rank - 0.5) / rows.length;
    return mean + scale * Math.log(share / (1 - share));
  });
}

/** The models that fit `rows` with each of the strengths. */
function fitAll(model: AdditiveModel, rows: readonly Row[], holds: readonly number[]): AdditiveModel[] {
  const targets = targetsOf(rows);
  const weights = model.features.length * model.knots.length;
  const solve = ridgeRegression(
    rows.map(({ hinges }) => hinges),
    rows.map(({ logit }, index) => (targets[index] ?? 0) - logit),
    Array.from({ length: weights }, (_, index) => (index % model.knots.length === 0 ? 1 : BEND_COST)),
  );
  return holds.map((hold) => changed(model, solve(hold * rows.length)));
}

/** Shares of each head in a feature's change, summing to 4, so that their mean is the change. */
function headShares(model: AdditiveModel, feature: number): number[] {
  const sizes = HEADS.map((_, head) =>
    (model.weights[feature] ?? []).reduce((sum, row) => sum + Math.abs(row[head] ?? 0), 0),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const even = total === 0 ? 1 : EVEN_SHARE;
  return sizes.map((size) => HEADS.length * (1 - even) * (total === 0 ? 0 : size / total) + even);
}

function changed(model: AdditiveModel, changes: Float64Array): AdditiveModel {
  const count = model.knots.length;
  const weights = model.weights.map((rows, feature) => {
    const shares = headShares(model, feature);
    return rows.map((row, k) =>
      row.map((weight, head) => weight + (changes[feature * count + k] ?? 0) * (shares[head] ?? 0)),
    );
  });
  return { ...model, weights };
}

/** The fold of each row: whole groups, dealt out to the smallest fold in a seeded order; single rows where groups are few. */
function foldsOf(rows: readonly Row[]): number[] {
  const groups = new Map<string, number[]>();
  const hasGroups = new Set(rows.map(({ example }) => example.group)).size >= 2 * FOLDS;
  rows.forEach(({ example }, index) => {
    const key = hasGroups ? example.group : String(index);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  });
  const random = seededRandom(1);
  const dealt = [...groups.values()]
    .map((members) => ({ members, place: random() }))
    .sort((a, b) => b.members.length - a.members.length || a.place - b.place);
  const sizes = new Array<number>(FOLDS).fill(0);
  const folds = new Array<number>(rows.length).fill(0);
  for (const { members } of dealt) {
    const smallest = sizes.indexOf(Math.min(...sizes));
    sizes[smallest] = (sizes[smallest] ?? 0) + members.length;
    for (const member of members) folds[member] = smallest;
  }
  return folds;
}

/** How well each row's order is predicted by the models that were fitted to the other folds, one figure per model. */
function crossValidate(
  rows: readonly Row[],
  fit: (training: readonly Row[]) => readonly AdditiveModel[],
): number[] {
  const folds = foldsOf(rows);
  const predicted: number[][] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const models = fit(rows.filter((_, index) => folds[index] !== fold));
    rows.forEach(({ example }, index) => {
      if (folds[index] === fold) predicted[index] = models.map((each) => scoreOf(each, example.features));
    });
  }
  const outcomes = rows.map(({ example }) => example.outcome);
  return (predicted[0] ?? []).map((_, variant) =>
    spearman(
      predicted.map((scores) => scores[variant] ?? 0),
      outcomes,
    ),
  );
}

/**
 * The strongest hold that predicts as well as the best one, but for chance (the one standard error rule, Breiman et al.
 * 1984): of a few clips the best one alone follows their noise.
 */
function bestHold(model: AdditiveModel, rows: readonly Row[]): number {
  const found = crossValidate(rows, (training) => fitAll(model, training, HOLDS));
  const standardError = 1 / Math.sqrt(Math.max(1, rows.length - 1));
  const good = Math.max(...found) - standardError;
  return HOLDS[found.findLastIndex((correlation) => correlation >= good)] ?? 1;
}

/** Fits `model` to examples. How strongly it is held back is chosen anew within each fold, from the fold's training. */
export function fitAdditiveModel(model: AdditiveModel, examples: readonly OutcomeExample[]): AdditiveFit {
  const rows = examples.map((example) => rowOf(model, example));
  const fit = (training: readonly Row[]): readonly AdditiveModel[] =>
    fitAll(model, training, [bestHold(model, training)]);
  const [fitted = model] = fit(rows);
  const [oldCorrelation = 0] = crossValidate(rows, () => [model]);
  const [fittedCorrelation = 0] = crossValidate(rows, fit);
  return { model: fitted, oldCorrelation, fittedCorrelation };
}
