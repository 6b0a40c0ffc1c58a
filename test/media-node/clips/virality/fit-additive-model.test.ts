import assert from "node:assert/strict";
import { test } from "node:test";
import { type AdditiveModel, scoreOf } from "../../../../media-node/clips/virality/additive-model.ts";
import {
  fitAdditiveModel,
  type OutcomeExample,
} from "../../../../media-node/clips/virality/fit-additive-model.ts";
import { midRanks, spearman } from "../../../../media-node/clips/virality/rank-correlation.ts";
import { ridgeRegression } from "../../../../media-node/clips/virality/ridge-regression.ts";
import { priorModel } from "../../../../media-node/models/training/virality/prior-model.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

const MODEL = priorModel();

/** Clips with random features, one in ten unknown, and outcomes from a formula of them plus noise. */
function examples(
  count: number,
  outcomeOf: (value: (name: string) => number) => number,
  { noise = 0.1, seed = 1 }: { noise?: number; seed?: number } = {},
): OutcomeExample[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const features = MODEL.features.map(() => (random() < 0.1 ? Number.NaN : random()));
    const value = (name: string): number => features[MODEL.features.indexOf(name)] || 0;
    // Views: powers of ten.
    const outcome = 10 ** (3 + 2 * (outcomeOf(value) + noise * (random() - 0.5)));
    return { features, outcome, group: `task-${index >> 2}` };
  });
}

test("what drives the outcomes is learned, and predicts clips that were not seen", () => {
  const given = examples(240, (value) => value("laughter") - value("openingQuestion"));
  const { model, oldCorrelation, fittedCorrelation } = fitAdditiveModel(MODEL, given);
  assert.ok(
    fittedCorrelation > 0.7 && fittedCorrelation > oldCorrelation + 0.2,
    `${oldCorrelation} to ${fittedCorrelation}`,
  );
  const fresh = examples(200, (value) => value("laughter") - value("openingQuestion"), { seed: 2 });
  const order = (weights: AdditiveModel) =>
    spearman(
      fresh.map(({ features }) => scoreOf(weights, features)),
      fresh.map(({ outcome }) => outcome),
    );
  assert.ok(order(model) > 0.7 && order(model) > order(MODEL) + 0.2);
});

test("outcomes that follow nothing leave the model nearly as it is, and do not look like a success", () => {
  const given = examples(60, () => 0, { noise: 1 });
  const { model, fittedCorrelation } = fitAdditiveModel(MODEL, given);
  assert.ok(Math.abs(fittedCorrelation) < 0.35, `${fittedCorrelation}`);
  const fresh = examples(100, () => 0, { seed: 3 });
  const agreement = spearman(
    fresh.map(({ features }) => scoreOf(model, features)),
    fresh.map(({ features }) => scoreOf(MODEL, features)),
  );
  assert.ok(agreement > 0.4, `${agreement}`);
});

test("outcomes that the model predicts already are predicted as well by the fitted one", () => {
  const given = examples(120, () => 0).map((each) => ({ ...each, outcome: scoreOf(MODEL, each.features) }));
  const { oldCorrelation, fittedCorrelation } = fitAdditiveModel(MODEL, given);
  assert.ok(oldCorrelation > 0.999 && fittedCorrelation > 0.9, `${oldCorrelation} to ${fittedCorrelation}`);
});

test("only the order of outcomes counts, and the same examples give the same model", () => {
  const given = examples(80, (value) => value("emotion"));
  const stretched = given.map((each) => ({ ...each, outcome: Math.log(each.outcome) }));
  assert.deepEqual(fitAdditiveModel(MODEL, given), fitAdditiveModel(MODEL, stretched));
});

test("a feature that no clip knows keeps its weights", () => {
  const faces = MODEL.features.indexOf("faces");
  const given = examples(60, (value) => value("emotion")).map((each) => ({
    ...each,
    features: each.features.map((value, index) => (index === faces ? Number.NaN : value)),
  }));
  assert.deepEqual(fitAdditiveModel(MODEL, given).model.weights[faces], MODEL.weights[faces]);
});

test("ridge regression solves what can be solved by hand", () => {
  const rows = [
    [1, 0],
    [0, 1],
    [1, 1],
  ].map((row) => Float64Array.from(row));
  const exact = ridgeRegression(rows, [2, -1, 1], [1, 1])(1e-9);
  assert.deepEqual(
    [...exact].map((weight) => Math.round(weight * 1e6) / 1e6),
    [2, -1],
  );
  // (2 + 1) w = 6 for a single column of ones with two rows.
  const ones = [[1], [1]].map((row) => Float64Array.from(row));
  const held = ridgeRegression(ones, [2, 4], [1])(1);
  assert.ok(Math.abs((held[0] ?? 0) - 2) < 1e-12);
  // Fewer rows than weights: a + 2 b = 5, where both slopes of (a + 2 b − 5)² + a² + 4 b² are 0.
  const [a = 0, b = 0] = ridgeRegression([Float64Array.of(1, 2)], [5], [1, 4])(1);
  assert.ok(Math.abs(a - 5 / 3) < 1e-12 && Math.abs(b - 5 / 6) < 1e-12, `${a}, ${b}`);
});

test("equal values share their ranks", () => {
  assert.deepEqual(midRanks([10, 5, 10, 1]), [3.5, 2, 3.5, 1]);
  assert.equal(spearman([1, 2, 3], [10, 100, 1_000]), 1);
  assert.equal(spearman([1, 2, 3], [3, 2, 1]), -1);
  assert.equal(spearman([1, 1, 1], [3, 2, 1]), 0);
});
