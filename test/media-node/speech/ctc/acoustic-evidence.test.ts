import assert from "node:assert/strict";
import { test } from "node:test";
import { acousticEvidence } from "../../../../media-node/speech/ctc/acoustic-evidence.ts";
import { logProbsOf } from "../../../support/speech/ctc.ts";

const [BOUNDARY, BLANK, SYMBOLS] = [3, 4, 5];
const SIGNS = { blank: BLANK, silent: [BOUNDARY] };

/** One frame for each symbol, which has this share of the probability; the others share the rest. */
function frames(path: readonly number[], share = 0.99): ReturnType<typeof logProbsOf> {
  const rest = (1 - share) / (SYMBOLS - 1);
  return logProbsOf(
    path.map((best) => Array.from({ length: SYMBOLS }, (_, at) => (at === best ? share : rest))),
  );
}

function word(
  startFrame: number,
  endFrame: number,
  ...symbols: number[]
): Parameters<typeof acousticEvidence>[1][0] {
  return { startFrame, endFrame, symbols };
}

test("a word whose phones are those of the best path has no phone errors", () => {
  const [one, two] = acousticEvidence(
    frames([BLANK, 0, 0, 1, BOUNDARY, BLANK, 2, BLANK, 2]),
    [word(1, 4, 0, 1), word(6, 9, 2, 2)],
    SIGNS,
  );
  assert.deepEqual([one?.phones, one?.phoneErrors, one?.frames], [2, 0, 4]);
  assert.deepEqual([two?.phones, two?.phoneErrors, two?.frames], [2, 0, 2]);
});

test("insertions, substitutions and deletions each count once", () => {
  const phoneErrors = (path: readonly number[], ...symbols: number[]): number | undefined =>
    acousticEvidence(frames(path), [word(0, path.length, ...symbols)], SIGNS)[0]?.phoneErrors;
  assert.equal(phoneErrors([0, 2, 1], 0, 1), 1);
  assert.equal(phoneErrors([0, 2], 0, 1), 1);
  assert.equal(phoneErrors([0, BLANK], 0, 1), 1);
  assert.equal(phoneErrors([BLANK, BLANK], 0, 1, 2), 3);
});

test("phones between two words count for the one that is nearer", () => {
  const [one, two] = acousticEvidence(
    frames([0, 1, BLANK, BLANK, 2, 0]),
    [word(0, 1, 0), word(5, 6, 0)],
    SIGNS,
  );
  assert.deepEqual([one?.phoneErrors, two?.phoneErrors], [1, 1]);
});

test("what the network is unsure of shows in the entropy, which is that of its frames with a phone", () => {
  const sure = acousticEvidence(frames([0, BLANK]), [word(0, 1, 0)], SIGNS)[0]?.entropyNats ?? Number.NaN;
  const unsure =
    acousticEvidence(frames([0, BLANK], 0.4), [word(0, 1, 0)], SIGNS)[0]?.entropyNats ?? Number.NaN;
  assert.ok(Math.abs(sure - (-0.99 * Math.log(0.99) - 0.01 * Math.log(0.0025))) < 1e-6);
  assert.ok(Math.abs(unsure - (-0.4 * Math.log(0.4) - 0.6 * Math.log(0.15))) < 1e-6);
});

test("symbols that a network rules out altogether leave the entropy a number", () => {
  const logProbs = logProbsOf([[1, 0, 0, 0, 0]]);
  assert.equal(acousticEvidence(logProbs, [word(0, 1, 0)], SIGNS)[0]?.entropyNats, 0);
});
