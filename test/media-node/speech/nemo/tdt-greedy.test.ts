import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type TransducerStep, tdtGreedy } from "../../../../media-node/speech/nemo/tdt-greedy.ts";
import { seededNoise } from "../../../support/media/seeded-noise.ts";

const TOKENS = 5;
const BLANK = 4;
const MAX_SYMBOLS = 3;

/** A network that is a table of random numbers: what it says depends on the frame and on all tokens so far. */
class RandomNetwork {
  readonly #seed: number;
  readonly #durations: number;
  calls = 0;

  constructor(seed: number, durations: number) {
    this.#seed = seed;
    this.#durations = durations;
  }

  logits(window: number, frame: number, tokens: readonly number[]): Float32Array {
    const history = tokens.reduce((hash, token) => (hash * 31 + token + 1) % 99_991, 7);
    const seed = (this.#seed * 7_919 + window * 104_729 + frame * 1_299_709 + history) % 2 ** 31;
    return seededNoise(seed, TOKENS + this.#durations).map((value) => 3 * value);
  }

  /** The state is the list of tokens before the last one. */
  async step(steps: readonly TransducerStep<readonly number[]>[]) {
    this.calls += 1;
    return steps.map(({ window, frame, state = [], lastToken }) => {
      const tokens = lastToken === BLANK ? state : [...state, lastToken];
      return { logits: this.logits(window, frame, tokens), state: tokens };
    });
  }

  /** One window by the words of the paper: Algorithm 2 of arXiv:2304.06795, with a bound on tokens per frame. */
  slowly(window: number, frames: number): { token: number; frame: number; probability: number }[] {
    const found: { token: number; frame: number; probability: number }[] = [];
    let emitted = 0;
    for (let frame = 0; frame < frames; ) {
      const tokens = found.map(({ token }) => token);
      const logits = [...this.logits(window, frame, tokens)];
      const scores = logits.slice(0, TOKENS);
      const token = scores.indexOf(Math.max(...scores));
      const durations = logits.slice(TOKENS);
      let duration = durations.length === 0 ? 0 : durations.indexOf(Math.max(...durations));
      if (token !== BLANK) {
        const sum = scores.reduce((total, score) => total + Math.exp(score), 0);
        found.push({ token, frame, probability: Math.exp(scores[token] ?? 0) / sum });
        emitted += 1;
      }
      if (duration === 0 && (token === BLANK || emitted === MAX_SYMBOLS)) duration = 1;
      if (duration > 0) emitted = 0;
      frame += duration;
    }
    return found;
  }
}

for (const [what, durations] of [
  ["a token-and-duration transducer", 5],
  ["an RNN transducer", 0],
] as const) {
  test(`windows of ${what}, decoded side by side, are those of a slow decoder one by one`, async () => {
    const lengths = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(), async (frames, seed) => {
        const network = new RandomNetwork(seed % 1_000, durations);
        const found = await tdtGreedy<readonly number[]>({
          frames,
          blank: BLANK,
          tokenCount: TOKENS,
          maxSymbolsPerFrame: MAX_SYMBOLS,
          step: (steps) => network.step(steps),
        });
        assert.equal(found.length, frames.length);
        found.forEach((spans, window) => {
          const expected = network.slowly(window, frames[window] ?? 0);
          assert.deepEqual(
            spans.map(({ symbol, startFrame }) => [symbol, startFrame]),
            expected.map(({ token, frame }) => [token, frame]),
          );
          spans.forEach(({ score, startFrame, endFrame }, index) => {
            assert.ok(Math.abs(score - (expected[index]?.probability ?? Number.NaN)) < 1e-5);
            assert.ok(endFrame > startFrame && endFrame <= (frames[window] ?? 0));
          });
        });
      }),
    );
  });
}

test("all windows share one call of the network per step", async () => {
  const network = new RandomNetwork(3, 5);
  const step = (steps: readonly TransducerStep<readonly number[]>[]) => network.step(steps);
  const options = { blank: BLANK, tokenCount: TOKENS, maxSymbolsPerFrame: MAX_SYMBOLS, step };
  await tdtGreedy({ ...options, frames: [20] });
  const alone = network.calls;
  await tdtGreedy({ ...options, frames: [20, 5, 0] });
  assert.equal(network.calls, 2 * alone);
});

test("a network that never goes on is made to go on", async () => {
  const spans = await tdtGreedy<undefined>({
    frames: [4],
    blank: BLANK,
    tokenCount: TOKENS,
    maxSymbolsPerFrame: 2,
    step: async (steps) =>
      steps.map(() => ({ logits: Float32Array.of(0, 9, 0, 0, 0, 9, 0, 0), state: undefined })),
  });
  assert.deepEqual(
    spans[0]?.map(({ startFrame }) => startFrame),
    [0, 0, 1, 1, 2, 2, 3, 3],
  );
});
