// What clients may ask of a diffusion model, by its tiers.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describeDiffusionInput,
  readDiffusionInput,
} from "../../../../media-node/images/diffusion/diffusion-input.ts";
import type { ImageSettings } from "../../../../media-node/models/image-settings.ts";

const IMAGE: ImageSettings = {
  slug: "painter",
  subtitle: "",
  capability: "IMAGE_GENERATION",
  tiers: { lite: { steps: 10, price: 1 }, max: { steps: 24, price: 2 }, plain: { price: 2 } },
};
const MANIFEST = { files: [], image: IMAGE };

function stepsOf(tier: string, steps?: number): number {
  return readDiffusionInput(MANIFEST, tier, { prompt: "dunes", ...(steps === undefined ? {} : { steps }) })
    .steps;
}

test("nobody gets more steps than the tier that was paid for takes, and fewer whoever asks for fewer", () => {
  assert.deepEqual([stepsOf("lite"), stepsOf("max"), stepsOf("plain")], [10, 24, 20]);
  assert.deepEqual([stepsOf("lite", 24), stepsOf("lite", 11), stepsOf("max", 24)], [10, 10, 24]);
  assert.deepEqual([stepsOf("lite", 4), stepsOf("max", 12)], [4, 12]);
});

test("the schema says how many steps each tier takes, and takes no more than the dearest", () => {
  const { steps } = describeDiffusionInput(MANIFEST).properties;
  assert.equal(steps?.maximum, 24);
  assert.match(String(steps?.description), /at most .* 10 in lite, 24 in max, 20 in plain/);
});
