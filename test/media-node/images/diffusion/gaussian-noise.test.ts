import assert from "node:assert/strict";
import { test } from "node:test";
import { gaussianNoise } from "../../../../media-node/images/diffusion/gaussian-noise.ts";

const COUNT = 100_000;

function mean(values: Float32Array, of: (value: number, index: number) => number): number {
  return values.reduce((sum, value, index) => sum + of(value, index), 0) / values.length;
}

test("the numbers have mean 0, variance 1 and the tails of a normal distribution", () => {
  for (const seed of [0, 1, 42, 2 ** 31, 2 ** 40 + 7]) {
    const noise = gaussianNoise(seed)(COUNT);
    assert.ok(Math.abs(mean(noise, (value) => value)) < 0.015, `mean of seed ${seed}`);
    assert.ok(Math.abs(mean(noise, (value) => value * value) - 1) < 0.02, `variance of seed ${seed}`);
    assert.ok(Math.abs(mean(noise, (value) => value ** 4) - 3) < 0.15, `fourth moment of seed ${seed}`);
    assert.ok(Math.abs(mean(noise, (value) => Number(Math.abs(value) > 2)) - 0.0455) < 0.004);
    const neighbours = mean(noise, (value, index) => value * (noise[index + 1] ?? 0));
    assert.ok(Math.abs(neighbours) < 0.015, `neighbours of seed ${seed}`);
  }
});

test("a seed gives the same numbers again, however they are asked for", () => {
  const whole = gaussianNoise(7)(64);
  const source = gaussianNoise(7);
  assert.deepEqual([...source(20), ...source(44)], [...whole]);
});

test("neighbouring seeds have nothing in common", () => {
  for (const [a, b] of [
    [1, 2],
    [7, 8],
    [0, 2 ** 32],
    [5, 5 + 2 ** 32],
  ] as const) {
    const [first, second] = [gaussianNoise(a)(COUNT), gaussianNoise(b)(COUNT)];
    const product = mean(first, (value, index) => value * (second[index] ?? 0));
    assert.ok(Math.abs(product) < 0.015, `${a} and ${b}: ${product}`);
    const shifted = mean(first, (value, index) => value * (second[index + 2] ?? 0));
    assert.ok(Math.abs(shifted) < 0.015, `${a} and ${b}, shifted: ${shifted}`);
  }
});
