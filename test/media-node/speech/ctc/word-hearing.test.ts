import assert from "node:assert/strict";
import { test } from "node:test";
import { hearWords } from "../../../../media-node/speech/ctc/word-hearing.ts";
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
): Parameters<typeof hearWords>[1][0] {
  return { startFrame, endFrame, symbols };
}

test("a word whose sounds are those of the best path is not misheard", () => {
  const [one, two] = hearWords(
    frames([BLANK, 0, 0, 1, BOUNDARY, BLANK, 2, BLANK, 2]),
    [word(1, 4, 0, 1), word(6, 9, 2, 2)],
    SIGNS,
  );
  assert.deepEqual([one?.sounds, one?.misheard, one?.frames], [2, 0, 4]);
  assert.deepEqual([two?.sounds, two?.misheard, two?.frames], [2, 0, 2]);
});

test("sounds that the word has not, that it has otherwise, and that nobody heard each count once", () => {
  const misheard = (path: readonly number[], ...symbols: number[]): number | undefined =>
    hearWords(frames(path), [word(0, path.length, ...symbols)], SIGNS)[0]?.misheard;
  assert.equal(misheard([0, 2, 1], 0, 1), 1);
  assert.equal(misheard([0, 2], 0, 1), 1);
  assert.equal(misheard([0, BLANK], 0, 1), 1);
  assert.equal(misheard([BLANK, BLANK], 0, 1, 2), 3);
});

test("sounds between two words count for the one that is nearer", () => {
  const [one, two] = hearWords(frames([0, 1, BLANK, BLANK, 2, 0]), [word(0, 1, 0), word(5, 6, 0)], SIGNS);
  assert.deepEqual([one?.misheard, two?.misheard], [1, 1]);
});

test("what the network is unsure of shows in the entropy, which is that of its frames with a sound", () => {
  const sure = hearWords(frames([0, BLANK]), [word(0, 1, 0)], SIGNS)[0]?.entropyNats ?? Number.NaN;
  const unsure = hearWords(frames([0, BLANK], 0.4), [word(0, 1, 0)], SIGNS)[0]?.entropyNats ?? Number.NaN;
  assert.ok(Math.abs(sure - (-0.99 * Math.log(0.99) - 0.01 * Math.log(0.0025))) < 1e-6);
  assert.ok(Math.abs(unsure - (-0.4 * Math.log(0.4) - 0.6 * Math.log(0.15))) < 1e-6);
});

test("symbols that a network rules out altogether leave the entropy a number", () => {
  const logProbs = logProbsOf([[1, 0, 0, 0, 0]]);
  assert.equal(hearWords(logProbs, [word(0, 1, 0)], SIGNS)[0]?.entropyNats, 0);
});
