import assert from "node:assert/strict";
import { test } from "node:test";
import { ctcGreedy } from "../../../../media-node/speech/ctc/ctc-greedy.ts";
import { collapse, logProbsOf, randomLogProbs } from "../../../support/speech/ctc.ts";

const BLANK = 2;

test("repeats merge, a blank parts equal symbols, and spans cover their frames", () => {
  const rows = [
    [8, 1, 1],
    [4, 3, 3],
    [1, 1, 8],
    [8, 1, 1],
    [1, 8, 1],
  ];
  const spans = ctcGreedy(logProbsOf(rows), BLANK);
  assert.deepEqual(
    spans.map(({ symbol, startFrame, endFrame }) => [symbol, startFrame, endFrame]),
    [
      [0, 0, 2],
      [0, 3, 4],
      [1, 4, 5],
    ],
  );
  assert.ok(Math.abs((spans[0]?.score ?? 0) - Math.sqrt(0.8 * 0.4)) < 1e-6);
});

test("blanks alone and no frames give nothing", () => {
  assert.deepEqual(ctcGreedy(logProbsOf([[1, 1, 9]]), BLANK), []);
  assert.deepEqual(ctcGreedy({ values: new Float32Array(0), frames: 0, symbols: 3 }, BLANK), []);
});

test("symbols are those of the best path", () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const logProbs = randomLogProbs(seed, 30, 3);
    const best = Array.from({ length: 30 }, (_, frame) => {
      const row = [...logProbs.values.subarray(frame * 3, frame * 3 + 3)];
      return row.indexOf(Math.max(...row));
    });
    assert.deepEqual(
      ctcGreedy(logProbs, BLANK).map(({ symbol }) => symbol),
      collapse(best, BLANK),
    );
  }
});
