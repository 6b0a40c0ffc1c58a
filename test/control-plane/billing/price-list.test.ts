import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_PRICES, generationPrice } from "../../../control-plane/billing/price-list.ts";

test("a generation costs its tier's price for each output; unknown tiers cost what lite does", () => {
  assert.equal(Number(generationPrice(DEFAULT_PRICES, "lite", 3)), 3);
  assert.equal(Number(generationPrice(DEFAULT_PRICES, "max", 3)), 6);
  assert.equal(Number(generationPrice(DEFAULT_PRICES, "turbo", 8)), 8);
});

test("a model's own price for a tier goes before the settings', for that tier alone", () => {
  const price = (tier: string): number => Number(generationPrice(DEFAULT_PRICES, tier, 2, { max: "1.25" }));
  assert.deepEqual([price("lite"), price("max"), price("constructor")], [2, 2.5, 2]);
});

test("prices are multiplied exactly, to four decimals", () => {
  const price = (lite: string, count: number): string =>
    generationPrice({ ...DEFAULT_PRICES, lite }, "lite", count);
  assert.equal(price("0.1", 3), "0.3000");
  assert.equal(price("0.0001", 8), "0.0008");
  assert.equal(price("999999.9999", 8), "7999999.9992");
  assert.equal(price("0", 8), "0.0000");
});
