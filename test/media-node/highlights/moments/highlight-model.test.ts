import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { MATCH_CURVES } from "../../../../media-node/highlights/match-curves.ts";
import { openHighlightModel } from "../../../../media-node/highlights/moments/highlight-model.ts";
import { writeHighlightNetwork } from "../../../../media-node/highlights/moments/highlight-network.ts";
import type { ExcitementModel } from "../../../../media-node/highlights/moments/match-excitement.ts";
import { readBundle } from "../../../../media-node/models/model-bundle.ts";
import { PATTERNS, type PatternName } from "../../../../media-node/models/training/highlights/patterns.ts";
import { priorModel } from "../../../../media-node/models/training/highlights/prior-model.ts";
import { PRIORS } from "../../../../media-node/models/training/highlights/priors.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { SPORT_CATEGORIES } from "../../../../shared/tasks/highlight-job.ts";
import { HIGHLIGHTS_FOLDER } from "../../../support/models/highlights.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const CURVES = MATCH_CURVES.length;

/** A table of curves, one value in six unknown, one curve altogether, some values beyond 0 to 1. */
function randomTable(ticks: number): Float32Array {
  const random = seededRandom(11);
  return Float32Array.from({ length: CURVES * ticks }, (_, index) =>
    random() < 1 / 6 || index < ticks ? Number.NaN : 1.4 * random() - 0.2,
  );
}

interface Expected {
  readonly contributions: number[];
  readonly excitement: number;
}

/** The formula of match-excitement at one tick, curve by curve. */
function byFormula(model: ExcitementModel, table: Float32Array, category: number, tick: number): Expected {
  const ticks = table.length / CURVES;
  const kernels = model.kernels[category] ?? [];
  let whole = 0;
  let present = 0;
  const evidence = kernels.map((kernel, curve) => {
    const row = Array.from(table.subarray(curve * ticks, (curve + 1) * ticks), (value) =>
      Number.isNaN(value) ? value : Math.min(1, Math.max(0, value)),
    );
    const known = row.filter((value) => !Number.isNaN(value));
    const sum =
      known.reduce((total, value) => total + value, 0) + (model.priorMeans[curve] ?? 0) * model.priorTicks;
    const curveMean = sum / (known.length + model.priorTicks);
    let found = 0;
    kernel.forEach((weight, tap) => {
      const value = row[tick + tap - (kernel.length - 1) / 2];
      whole += Math.abs(weight);
      if (value === undefined || Number.isNaN(value)) return;
      present += Math.abs(weight);
      found += weight * (value - curveMean);
    });
    return found;
  });
  const scale = whole / Math.max(present, whole * model.minKnown);
  const contributions = evidence.map((value) => value * scale);
  const logit = contributions.reduce((sum, value) => sum + value, model.bias[category] ?? 0);
  return { contributions, excitement: 1 / (1 + Math.exp(-logit)) };
}

test("the committed bundle is what its script makes of the priors", async () => {
  const network = await readFile(join(HIGHLIGHTS_FOLDER, "model.onnx"));
  assert.ok(network.equals(writeHighlightNetwork(priorModel())));
  const { manifest } = await readBundle(HIGHLIGHTS_FOLDER);
  assert.deepEqual(manifest.highlights?.categories, [...SPORT_CATEGORIES]);
});

test("every pattern and every sport has a reason, and every curve is read", () => {
  for (const { reason } of [...Object.values(PATTERNS), ...Object.values(PRIORS)]) {
    assert.match(reason, /^[A-Z].{20,}\.$/);
  }
  const used = new Set(Object.values(PRIORS).flatMap(({ weights }) => Object.keys(weights) as PatternName[]));
  assert.deepEqual([...used].sort(), Object.keys(PATTERNS).sort());
  assert.deepEqual(
    [...new Set([...used].map((name) => PATTERNS[name].curve))].sort(),
    [...MATCH_CURVES].sort(),
  );
});

test("a kernel adds up to the weights of its patterns, and OTHER to the mean of all sports", () => {
  const { kernels } = priorModel();
  const sumOf = (category: (typeof SPORT_CATEGORIES)[number], curve: number): number =>
    (kernels[SPORT_CATEGORIES.indexOf(category)]?.[curve] ?? []).reduce((sum, tap) => sum + tap, 0);
  const crowd = MATCH_CURVES.indexOf("crowd");
  const { hush = 0, ovation = 0 } = PRIORS.TENNIS.weights;
  assert.ok(Math.abs(sumOf("TENNIS", crowd) - hush - ovation) < 1e-9);
  const sports = SPORT_CATEGORIES.filter((category) => category !== "OTHER");
  for (const curve of MATCH_CURVES.keys()) {
    const mean = sports.reduce((sum, sport) => sum + sumOf(sport, curve), 0) / sports.length;
    assert.ok(Math.abs(sumOf("OTHER", curve) - mean) < 1e-9);
  }
});

test("the network's excitement and contributions are those of the formula, in every category", async () => {
  const network = await openHighlightModel(await readBundle(HIGHLIGHTS_FOLDER));
  const model = priorModel();
  const ticks = 150;
  const table = randomTable(ticks);
  for (const [index, category] of SPORT_CATEGORIES.entries()) {
    const { excitement, contributions } = await network.score(table, category);
    assert.equal(excitement.length, ticks);
    for (const tick of [0, 7, 75, ticks - 1]) {
      const expected = byFormula(model, table, index, tick);
      assert.ok(Math.abs((excitement[tick] ?? 0) - expected.excitement) < 1e-5);
      expected.contributions.forEach((value, curve) => {
        assert.ok(Math.abs((contributions[curve * ticks + tick] ?? 0) - value) < 1e-4);
      });
    }
  }
  await network.dispose();
});

test("where nothing is known nothing is exciting", async () => {
  const network = await openHighlightModel(await readBundle(HIGHLIGHTS_FOLDER));
  const { excitement, contributions } = await network.score(
    new Float32Array(CURVES * 30).fill(Number.NaN),
    "FOOTBALL",
  );
  const [bias = 0] = priorModel().bias;
  assert.ok(excitement.every((value) => Math.abs(value - 1 / (1 + Math.exp(-bias))) < 1e-6));
  assert.ok(contributions.every((value) => value === 0));
  await network.dispose();
});

test("a sport that a model does not know is scored as OTHER", async () => {
  const network = await openHighlightModel(await readBundle(HIGHLIGHTS_FOLDER));
  const table = randomTable(40);
  assert.deepEqual(await network.score(table, "CURLING"), await network.score(table, "OTHER"));
  await network.dispose();
});

test("a model for other curves is refused, by its manifest and by its network", async (t) => {
  const folder = await temporaryFolder(t);
  await cp(HIGHLIGHTS_FOLDER, folder, { recursive: true });
  const bundle = await readBundle(folder);
  const { manifest } = bundle;
  const highlights = { curvesVersion: 99, categories: ["OTHER"] };
  await assert.rejects(openHighlightModel({ folder, manifest: { ...manifest, highlights } }), {
    code: "MODEL_UNAVAILABLE",
  });
  const model = priorModel();
  const fewer = {
    ...model,
    kernels: model.kernels.map((rows) => rows.slice(1)),
    priorMeans: model.priorMeans.slice(1),
  };
  await writeFile(join(folder, "model.onnx"), writeHighlightNetwork(fewer));
  await assert.rejects(openHighlightModel(bundle), { code: "MODEL_UNAVAILABLE" });
});
