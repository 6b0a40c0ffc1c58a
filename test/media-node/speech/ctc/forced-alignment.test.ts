import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AlignmentTarget, forcedAlignment } from "../../../../media-node/speech/ctc/forced-alignment.ts";
import { collapse, everyPath, logProbsOf, randomLogProbs } from "../../../support/speech/ctc.ts";

const BLANK = 3;
const BOUNDARY = 2;

function required(symbols: readonly number[]): AlignmentTarget[] {
  return symbols.map((symbol) => ({ symbol, isOptional: symbol === BOUNDARY }));
}

/** Log-probability of the best of all paths that say `targets`, optional ones or not. */
function bestByEnumeration(
  logProbs: ReturnType<typeof logProbsOf>,
  targets: readonly AlignmentTarget[],
): number {
  let wanted = [""];
  for (const { symbol, isOptional } of targets) {
    wanted = wanted.flatMap((start) => (isOptional ? [start, `${start}${symbol}`] : [`${start}${symbol}`]));
  }
  let best = Number.NEGATIVE_INFINITY;
  everyPath(logProbs, (path, logProb) => {
    if (wanted.includes(collapse(path, BLANK).join(""))) best = Math.max(best, logProb);
  });
  return best;
}

/** The log-probability of the path that the spans describe: blanks where no span lies. */
function scoreOfSpans(
  { values, frames, symbols }: ReturnType<typeof logProbsOf>,
  targets: readonly AlignmentTarget[],
  spans: NonNullable<ReturnType<typeof forcedAlignment>>,
): number {
  const path = new Array<number>(frames).fill(BLANK);
  spans.forEach(({ startFrame, endFrame }, index) => {
    path.fill(targets[index]?.symbol ?? BLANK, startFrame, endFrame);
  });
  return path.reduce((sum, symbol, frame) => sum + (values[frame * symbols + symbol] ?? 0), 0);
}

test("spans lie where the symbols are probable, with their mean log-probability", () => {
  const rows = [
    [1, 1, 1, 7],
    [6, 2, 1, 1],
    [7, 1, 1, 1],
    [1, 1, 1, 7],
    [1, 8, 1, 0.01],
  ];
  const spans = forcedAlignment(logProbsOf(rows), required([0, 1]), BLANK);
  assert.deepEqual(
    spans?.map(({ startFrame, endFrame }) => [startFrame, endFrame]),
    [
      [1, 3],
      [4, 5],
    ],
  );
  assert.ok(Math.abs((spans?.[0]?.logProb ?? 0) - (Math.log(0.6) + Math.log(0.7)) / 2) < 1e-6);
});

test("an optional boundary is taken where it was said and left out where it was not", () => {
  const sharp = (symbol: number): number[] => [0, 1, 2, 3].map((each) => (each === symbol ? 1 : 1e-6));
  const targets = required([0, BOUNDARY, 1]);
  const said = forcedAlignment(logProbsOf([sharp(0), sharp(BOUNDARY), sharp(1)]), targets, BLANK);
  assert.deepEqual(
    said?.map(({ startFrame, endFrame }) => endFrame - startFrame),
    [1, 1, 1],
  );
  const unsaid = forcedAlignment(logProbsOf([sharp(0), sharp(BLANK), sharp(1)]), targets, BLANK);
  assert.deepEqual(
    unsaid?.map(({ startFrame, endFrame }) => endFrame - startFrame),
    [1, 0, 1],
  );
});

test("the path is the best of all paths that say the targets", () => {
  const symbols = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(symbols, fc.integer(), fc.integer({ min: 1, max: 6 }), (list, seed, frames) => {
      fc.pre(list.every((symbol, index) => symbol !== BOUNDARY || list[index + 1] !== BOUNDARY));
      const logProbs = randomLogProbs(seed, frames, 4);
      const targets = required(list);
      const spans = forcedAlignment(logProbs, targets, BLANK);
      const expected = bestByEnumeration(logProbs, targets);
      if (spans === undefined) return assert.equal(expected, Number.NEGATIVE_INFINITY);
      assert.ok(Math.abs(scoreOfSpans(logProbs, targets, spans) - expected) < 1e-4);
      spans.forEach((span, index) => {
        assert.ok(span.startFrame >= (spans[index - 1]?.endFrame ?? 0));
        assert.ok(targets[index]?.isOptional || span.endFrame > span.startFrame);
      });
    }),
    { numRuns: 150 },
  );
});

test("too many symbols for the frames give no alignment, and equal neighbours need a blank between", () => {
  const logProbs = randomLogProbs(1, 2, 4);
  assert.equal(forcedAlignment(logProbs, required([0, 1, 0]), BLANK), undefined);
  assert.equal(forcedAlignment(logProbs, required([0, 0]), BLANK), undefined);
  assert.equal(
    forcedAlignment({ values: new Float32Array(0), frames: 0, symbols: 4 }, required([0]), BLANK),
    undefined,
  );
  assert.deepEqual(forcedAlignment({ values: new Float32Array(0), frames: 0, symbols: 4 }, [], BLANK), []);
});
