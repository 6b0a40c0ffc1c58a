// Greedy decoding of a token-and-duration transducer (Xu et al. 2023, arXiv:2304.06795): every step gives a token and
// how many frames to go on, so that most frames are never looked at. An RNN transducer (Graves 2012) is the case
// without durations: a blank goes on by one frame, a token by none. The predictor's state changes with tokens only.
// Windows advance side by side, each at its own frame, so that one call of the network serves all of them. The network
// is a callback: this file knows no tensors, and a test plays the network.
import assert from "node:assert/strict";
import { argmax } from "../../signal/argmax.ts";
import { logSoftmaxAt } from "../ctc/log-math.ts";
import type { SymbolSpan } from "../ctc/symbol-span.ts";

/** What the network is asked for one window. */
export interface TransducerStep<State> {
  readonly window: number;
  readonly frame: number;
  /** The predictor's state before `lastToken`; undefined at the start. */
  readonly state: State | undefined;
  /** The token put out last, the blank at the start. */
  readonly lastToken: number;
}

export interface TransducerAnswer<State> {
  /**
   * Scores of the tokens with the blank, and behind them those of the durations of 0, 1, 2 … frames, as many as there
   * are; an RNN transducer has none.
   */
  readonly logits: Float32Array;
  /** The predictor's state after `lastToken`. */
  readonly state: State;
}

export interface TransducerOptions<State> {
  /** Frames of each window. */
  readonly frames: readonly number[];
  readonly blank: number;
  /** Tokens with the blank. */
  readonly tokenCount: number;
  /** Tokens at one frame, after which the next frame is taken whatever the network says. */
  readonly maxSymbolsPerFrame: number;
  /** Answers all steps, in their order. */
  readonly step: (steps: readonly TransducerStep<State>[]) => Promise<readonly TransducerAnswer<State>[]>;
}

interface Window<State> {
  readonly index: number;
  readonly frames: number;
  frame: number;
  state: State | undefined;
  lastToken: number;
  symbolsAtFrame: number;
  readonly spans: SymbolSpan[];
}

function advance<State>(
  window: Window<State>,
  { logits, state }: TransducerAnswer<State>,
  { blank, tokenCount, maxSymbolsPerFrame }: TransducerOptions<State>,
): void {
  assert.ok(logits.length >= tokenCount, "every token has a score");
  const tokens = logits.subarray(0, tokenCount);
  const token = argmax(tokens);
  const duration = argmax(logits.subarray(tokenCount));
  if (token !== blank) {
    window.spans.push({
      symbol: token,
      startFrame: window.frame,
      endFrame: Math.min(window.frames, window.frame + Math.max(1, duration)),
      score: Math.exp(logSoftmaxAt(tokens, token)),
    });
    window.state = state;
    window.lastToken = token;
    window.symbolsAtFrame += 1;
  }
  const mustGoOn = token === blank || window.symbolsAtFrame >= maxSymbolsPerFrame;
  const distance = mustGoOn ? Math.max(1, duration) : duration;
  window.frame += distance;
  if (distance > 0) window.symbolsAtFrame = 0;
}

/**
 * The tokens of each window in order, blanks left out, in frames of the encoder's output. `step` is called
 * until all windows are at their end, once for all that are not.
 * @throws what `step` throws; AssertionError where it answers fewer scores than there are tokens
 */
export async function tdtGreedy<State>(options: TransducerOptions<State>): Promise<SymbolSpan[][]> {
  const windows = options.frames.map(
    (frames, index): Window<State> => ({
      index,
      frames,
      frame: 0,
      state: undefined,
      lastToken: options.blank,
      symbolsAtFrame: 0,
      spans: [],
    }),
  );
  let active = windows.filter(({ frames }) => frames > 0);
  while (active.length > 0) {
    const steps = active.map(({ index, frame, state, lastToken }) => ({
      window: index,
      frame,
      state,
      lastToken,
    }));
    const answers = await options.step(steps);
    active.forEach((window, at) => {
      advance(window, answers[at] as TransducerAnswer<State>, options);
    });
    active = active.filter(({ frame, frames }) => frame < frames);
  }
  return windows.map(({ spans }) => spans);
}
