import assert from "node:assert/strict";
import { test } from "node:test";
import { modelBudgetBytes } from "../../../../media-node/onnx/devices/open-devices.ts";
import { GIB } from "../../../../shared/limits/units.ts";

const CARD = { provider: "cuda", memoryBytes: 24 * GIB } as const;
const MODELS = Math.floor(0.92 * 24 * GIB);

test("what a card's video sessions may take is left free of models, a quarter of the card at most", () => {
  assert.equal(modelBudgetBytes(CARD, 0), MODELS);
  assert.equal(modelBudgetBytes(CARD, 7), Math.floor(0.92 * 24 * GIB - 3.5 * GIB));
  assert.equal(modelBudgetBytes(CARD, 64), Math.floor((0.92 - 0.25) * 24 * GIB));
});

test("cards of other providers, which decode nothing here, keep their whole budget", () => {
  assert.equal(modelBudgetBytes({ ...CARD, provider: "webgpu" }, 7), MODELS);
  assert.equal(modelBudgetBytes({ ...CARD, memoryBytes: null }, 7), null);
});
