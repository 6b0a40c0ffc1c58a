import assert from "node:assert/strict";
import { test } from "node:test";
import { betterOf, relevanceOfCosines } from "../../../../media-node/senses/meaning/embedding-relevance.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

/** Cosines around a model's own zero, nearly normally distributed. */
function typicalCosines(count: number, zero: number, seed = 1): Float32Array {
  const random = seededRandom(seed);
  const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);
  return Float32Array.from({ length: count }, () => zero + 0.03 * normal());
}

test("a sentence that stands out is relevant, whatever the model's zero; usual ones are not", () => {
  for (const zero of [0.1, 0.75]) {
    const cosines = typicalCosines(200, zero);
    cosines[50] = zero + 0.25;
    cosines[51] = zero + 0.15;
    const relevance = relevanceOfCosines(cosines);
    assert.ok(relevance !== null);
    assert.equal(relevance[50], 1);
    assert.ok((relevance[51] ?? 0) > 0.4 && (relevance[51] ?? 1) < 0.8);
    assert.ok(relevance.filter((value) => value > 0.35).length <= 4);
  }
});

test("where none stands out, nothing is told, however many sentences there are", () => {
  let told = 0;
  for (let seed = 1; seed <= 50; seed += 1) {
    for (const count of [30, 700])
      if (relevanceOfCosines(typicalCosines(count, 0.3, seed)) !== null) told += 1;
  }
  assert.ok(told <= 10, `${told} of 100`);
  assert.equal(relevanceOfCosines(Float32Array.of(0.9, 0.1, 0.1)), null);
  assert.equal(relevanceOfCosines(new Float32Array(50).fill(0.5)), null);
});

test("of two relevances the higher one counts, and one alone as it is", () => {
  const [a, b] = [Float32Array.of(0, 1, 0.5), Float32Array.of(0.25, 0, 0.5)];
  assert.deepEqual(betterOf(a, b), Float32Array.of(0.25, 1, 0.5));
  assert.deepEqual([betterOf(a, null), betterOf(null, b), betterOf(null, null)], [a, b, null]);
});
