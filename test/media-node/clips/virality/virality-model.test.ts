import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  contributionOf,
  HEADS,
  logitsOf,
  pointsOf,
} from "../../../../media-node/clips/virality/additive-model.ts";
import {
  readViralityWeights,
  viralityDescription,
  writeViralityBundle,
} from "../../../../media-node/clips/virality/virality-bundle.ts";
import {
  FEATURE_COUNT,
  FEATURES_VERSION,
  VIRALITY_FEATURES,
} from "../../../../media-node/clips/virality/virality-feature-list.ts";
import { openViralityModel } from "../../../../media-node/clips/virality/virality-model.ts";
import { writeViralityNetwork } from "../../../../media-node/clips/virality/virality-network.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { priorModel } from "../../../../media-node/models/training/virality/prior-model.ts";
import { PRIORS } from "../../../../media-node/models/training/virality/priors.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { VIRALITY_FOLDER } from "../../../support/models/virality.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** Rows of features, one in six unknown, some beyond 0 to 1. */
function randomRows(count: number): Float32Array {
  const random = seededRandom(7);
  return Float32Array.from({ length: count * FEATURE_COUNT }, () =>
    random() < 1 / 6 ? Number.NaN : 1.4 * random() - 0.2,
  );
}

test("the committed bundle is what its script makes of the priors", async () => {
  assert.deepEqual(await readViralityWeights(VIRALITY_FOLDER), priorModel());
  const network = await readFile(join(VIRALITY_FOLDER, "model.onnx"));
  assert.ok(network.equals(writeViralityNetwork(priorModel())));
});

test("every feature has a prior with a reason, and every prior is a feature's", () => {
  assert.deepEqual(Object.keys(PRIORS).sort(), VIRALITY_FEATURES.map(({ name }) => name).sort());
  for (const { reason, neutral } of Object.values(PRIORS)) {
    assert.match(reason, /^[A-Z].{20,}\.$/);
    assert.ok(neutral >= 0 && neutral <= 1);
  }
});

test("the network's scores and contributions are those of the formula, in more rows than one batch", async () => {
  const model = await openViralityModel(await readBundle(VIRALITY_FOLDER));
  const weights = priorModel();
  const rows = randomRows(2_100);
  const { scores, contributions } = await model.score(rows, { explain: true });
  for (const row of [0, 1, 2_047, 2_048, 2_099]) {
    const values = rows.subarray(row * FEATURE_COUNT, (row + 1) * FEATURE_COUNT);
    logitsOf(weights, values).forEach((logit, head) => {
      assert.ok(Math.abs((scores[row * 4 + head] ?? 0) - pointsOf(logit)) < 1e-4);
      let sum = weights.bias[head] ?? 0;
      for (let feature = 0; feature < FEATURE_COUNT; feature += 1) {
        const given = contributions[(row * FEATURE_COUNT + feature) * HEADS.length + head] ?? 0;
        const expected = contributionOf(weights, feature, head, values[feature] ?? 0);
        assert.ok(Math.abs(given - expected) < 1e-5, `${VIRALITY_FEATURES[feature]?.name}`);
        sum += given;
      }
      assert.ok(Math.abs(sum - logit) < 1e-4);
    });
  }
  await model.dispose();
});

test("what is not known changes no score", async () => {
  const model = await openViralityModel(await readBundle(VIRALITY_FOLDER));
  const unknown = new Float32Array(FEATURE_COUNT).fill(Number.NaN);
  const { scores, contributions } = await model.score(unknown, { explain: true });
  priorModel().bias.forEach((logit, head) => {
    assert.ok(Math.abs((scores[head] ?? 0) - pointsOf(logit)) < 1e-5);
  });
  assert.ok(contributions.every((value) => Math.abs(value) < 1e-6));
  await model.dispose();
});

test("a model for other features is refused", async (t) => {
  const folder = await temporaryFolder(t);
  const { features, neutral, weights, ...rest } = priorModel();
  const fewer = {
    ...rest,
    features: features.slice(1),
    neutral: neutral.slice(1),
    weights: weights.slice(1),
  };
  const names = { name: "other", version: "1", title: "Other", license: "MIT", priority: 1 };
  await writeViralityBundle(folder, fewer, viralityDescription(names, FEATURES_VERSION));
  await assert.rejects(openViralityModel(await readBundle(folder)), { code: "MODEL_UNAVAILABLE" });
});
