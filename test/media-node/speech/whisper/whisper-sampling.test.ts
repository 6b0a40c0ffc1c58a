import assert from "node:assert/strict";
import { test } from "node:test";
import { argmax } from "../../../../media-node/signal/argmax.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { chooseToken } from "../../../../media-node/speech/whisper/whisper-sampling.ts";

const LOGITS = Float32Array.from([0.1, 0.2, 0.7], Math.log);

/** Shares of the tokens among many draws. */
function shares(temperature: number, draws = 20_000): number[] {
  const uniform = seededRandom(7);
  const counts = [0, 0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const { token } = chooseToken(LOGITS, temperature, uniform);
    counts[token] = (counts[token] ?? 0) + 1 / draws;
  }
  return counts;
}

test("temperature 0 takes the likeliest, the first of equals", () => {
  assert.equal(argmax(Float32Array.of(1, 3, 3)), 1);
  const { token, logProbability } = chooseToken(LOGITS, 0, () => assert.fail("nothing is drawn"));
  assert.equal(token, 2);
  assert.ok(Math.abs(logProbability - Math.log(0.7)) < 1e-6);
});

test("temperature 1 draws from the model's own distribution, a lower one from a sharper", () => {
  const own = shares(1);
  [0.1, 0.2, 0.7].forEach((share, token) => {
    assert.ok(Math.abs((own[token] as number) - share) < 0.02, `${own}`);
  });
  assert.ok((shares(0.5)[2] as number) > 0.85);
});

test("a forbidden token is never drawn", () => {
  const logits = Float32Array.of(Number.NEGATIVE_INFINITY, 0, Number.NEGATIVE_INFINITY);
  for (const drawn of [0, 0.5, 0.9999999]) assert.equal(chooseToken(logits, 1, () => drawn).token, 1);
});

test("the probability of a drawn token is the one at temperature 1", () => {
  const { token, logProbability } = chooseToken(LOGITS, 0.2, () => 0.999999);
  assert.equal(token, 2);
  assert.ok(Math.abs(logProbability - Math.log(0.7)) < 1e-6);
});

test("the same seed draws the same", () => {
  const [a, b] = [seededRandom(3), seededRandom(3)];
  for (let draw = 0; draw < 100; draw += 1) assert.equal(a(), b());
});
