// How much of what could be chosen lies about where a stretch does.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Candidates } from "../../../../media-node/clips/moments/moment-candidates.ts";
import { supportOf } from "../../../../media-node/clips/moments/stretch-support.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";

function candidatesOf(spans: readonly (readonly [number, number])[]): Candidates {
  const sorted = spans.toSorted(([a], [b]) => a - b);
  return {
    opensAt: sorted.map((_, index) => index),
    closesAt: sorted.map((_, index) => index + 1),
    startS: sorted.map(([startS]) => startS),
    endS: sorted.map(([, endS]) => endS),
    score: sorted.map(() => 0),
  };
}

test("among stretches alike the one in the middle of the others has the most support", () => {
  const far = Array.from({ length: 40 }, (_, index) => [300 + 40 * index, 330 + 40 * index] as const);
  const candidates = candidatesOf([...far, [0, 30], [10, 40], [12, 42], [14, 44], [25, 55], [200, 230]]);
  const support = supportOf(candidates, new Float64Array(46));
  const best = support.indexOf(Math.max(...support));
  assert.ok(best === 1 || best === 2, `${support}`);
  assert.ok((support[5] ?? 1) < (support[best] ?? 0));
});

test("a neighbour that would never be chosen gives none", () => {
  const candidates = candidatesOf([
    [0, 30],
    [5, 35],
    [100, 130],
  ]);
  const [first = 0, , alone = 0] = supportOf(candidates, [0, -50, 0]);
  assert.ok(Math.abs(first - alone) < 1e-6);
});

test("it is what adding up all pairs gives", () => {
  const random = seededRandom(4);
  const spans = Array.from({ length: 300 }, () => {
    const startS = 600 * random();
    return [startS, startS + 20 + 40 * random()] as const;
  });
  const candidates = candidatesOf(spans);
  const utility = candidates.startS.map(() => 4 * random());
  const total = utility.reduce((sum, each) => sum + Math.exp(each), 0);
  const { startS, endS } = candidates;
  const meanS = startS.reduce((sum, fromS, index) => sum + (endS[index] ?? 0) - fromS, 0) / 300;
  const places = (Math.max(...endS) - (startS[0] ?? 0)) / meanS;
  const expected = startS.map((fromS, index) => {
    const toS = endS[index] ?? 0;
    const share = startS.reduce((sum, otherS, other) => {
      const otherToS = endS[other] ?? 0;
      const sharedS = Math.min(toS, otherToS) - Math.max(fromS, otherS);
      const union = Math.max(toS, otherToS) - Math.min(fromS, otherS);
      return sharedS / union >= 0.5 ? sum + Math.exp(utility[other] ?? 0) / total : sum;
    }, 0);
    return Math.min(1, Math.max(0, (Math.log(share * places) + 4.5) / 10.5));
  });
  const found = supportOf(candidates, utility);
  expected.forEach((each, index) => {
    assert.ok(Math.abs(each - (found[index] ?? 0)) < 1e-5, `${index}: ${each}, ${found[index]}`);
  });
});
