// Slow references and hand-made outputs for tests of CTC decoding.

import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import type { CtcLogProbs } from "../../../media-node/speech/ctc/ctc-log-probs.ts";

/** Rows of weights, scaled to sum to one each, as log-probabilities. */
export function logProbsOf(rows: readonly (readonly number[])[]): CtcLogProbs {
  const symbols = rows[0]?.length ?? 1;
  const values = rows.flatMap((row) => {
    const sum = row.reduce((total, weight) => total + weight, 0);
    return row.map((weight) => Math.log(weight / sum));
  });
  return { values: Float32Array.from(values), frames: rows.length, symbols };
}

/** Random probabilities with some frames sharper than others. */
export function randomLogProbs(seed: number, frames: number, symbols: number): CtcLogProbs {
  const next = seededRandom(seed);
  return logProbsOf(
    Array.from({ length: frames }, () => {
      const sharpness = 1 + 4 * next();
      return Array.from({ length: symbols }, () => Math.exp(sharpness * (2 * next() - 1)));
    }),
  );
}

/** Repeats merged, blanks left out. */
export function collapse(path: readonly number[], blank: number): number[] {
  return path.filter((symbol, index) => symbol !== blank && symbol !== path[index - 1]);
}

/** Calls `visit` with every path of symbols through the frames and its log-probability. */
export function everyPath(
  { values, frames, symbols }: CtcLogProbs,
  visit: (path: readonly number[], logProb: number) => void,
): void {
  const path = new Array<number>(frames).fill(0);
  const walk = (frame: number, logProb: number): void => {
    if (frame === frames) visit(path, logProb);
    for (let symbol = 0; frame < frames && symbol < symbols; symbol += 1) {
      path[frame] = symbol;
      walk(frame + 1, logProb + (values[frame * symbols + symbol] ?? 0));
    }
  };
  walk(0, 0);
}

/** The probability of each output, keyed by its symbols joined with spaces: the sum over all paths. */
export function outputProbabilities(logProbs: CtcLogProbs, blank: number): Map<string, number> {
  const found = new Map<string, number>();
  everyPath(logProbs, (path, logProb) => {
    const key = collapse(path, blank).join(" ");
    found.set(key, (found.get(key) ?? 0) + Math.exp(logProb));
  });
  return found;
}
