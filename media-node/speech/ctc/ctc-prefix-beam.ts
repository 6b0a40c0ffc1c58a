// The part of a CTC prefix beam search (Hannun et al. 2014, arXiv:1408.2873) that is the same whatever is searched:
// frames, blanks, repeats and pruning. What may follow a hypothesis, and what that costs beyond the acoustics, is its
// owner's to say.
import { CtcHypotheses } from "./ctc-hypotheses.ts";
import type { CtcLogProbs } from "./ctc-log-probs.ts";
import { LOG_ZERO } from "./log-math.ts";

export interface CtcSearchOptions {
  /** Hypotheses kept per frame. */
  readonly beamWidth: number;
  /** Hypotheses this much worse than the best of their frame (natural logarithm) are dropped. */
  readonly beamThreshold: number;
  /** Symbols whose log-probability in a frame is below this are not tried there. */
  readonly symbolFloor: number;
  /** Frames in which the blank is more probable than this take the blank alone. */
  readonly certainBlank: number;
  readonly languageModelWeight: number;
  /** Added to the score per word, against the language model's preference for few words. */
  readonly wordInsertionBonus: number;
}

export const CTC_SEARCH_DEFAULTS: CtcSearchOptions = {
  beamWidth: 150,
  beamThreshold: 14,
  symbolFloor: -9,
  certainBlank: 0.999,
  languageModelWeight: 0.8,
  wordInsertionBonus: 0.5,
};

/** What is searched. */
export interface CtcExpansion {
  /** The last symbol of hypotheses at `place`; the blank where there is none yet. */
  lastSymbol(place: number): number;
  /** Adds to `beam.next` what may follow hypothesis `index` of `beam.now` with one more symbol. */
  extend(beam: CtcPrefixBeam, index: number, logProbs: Float32Array): void;
}

/**
 * A frame's new hypotheses may lie this much further below the best than those that the last pruning kept; few that
 * start lower would survive the next one (the adaptive beam of Kaldi's decoders).
 */
const SPREAD_MARGIN = 2;

export class CtcPrefixBeam {
  now = new CtcHypotheses();
  next = new CtcHypotheses();
  readonly #options: CtcSearchOptions;
  readonly #blank: number;
  readonly #expansion: CtcExpansion;
  /** How much worse than the best of the frame a new hypothesis may be. */
  #threshold = 0;

  constructor(options: CtcSearchOptions, blank: number, expansion: CtcExpansion) {
    this.#options = options;
    this.#blank = blank;
    this.#expansion = expansion;
  }

  /** Leaves the hypotheses of the last frame in `now`; the first one is at (place, state) with history 0. */
  run({ values, frames, symbols }: CtcLogProbs, place: number, state: number): void {
    this.now.clear();
    this.now.add(place, state, 0, 0, LOG_ZERO);
    this.now.prune(1, 0);
    this.now.spread = this.#options.beamThreshold;
    const certainBlank = Math.log(this.#options.certainBlank);
    for (let frame = 0; frame < frames; frame += 1) {
      const logProbs = values.subarray(frame * symbols, (frame + 1) * symbols);
      if ((logProbs[this.#blank] as number) > certainBlank) this.#waitAll(logProbs[this.#blank] as number);
      else this.#advance(logProbs);
    }
  }

  /** The score below which a new hypothesis is not worth adding. */
  get minScore(): number {
    return this.next.best - this.#threshold;
  }

  /** The score of hypothesis `index`, which ends in `last`, and one more symbol: a repeated one needs a blank between. */
  scoreWith(index: number, symbol: number, last: number, logProb: number): number {
    const before = symbol === last ? this.now.blankScore[index] : this.now.totals[index];
    return (before as number) + logProb;
  }

  /** A frame in which nothing but the blank can be meant. */
  #waitAll(blankLogProb: number): void {
    const now = this.now;
    for (let index = 0; index < now.count; index += 1) {
      now.totals[index] = (now.totals[index] as number) + blankLogProb;
      now.blankScore[index] = now.totals[index] as number;
      now.symbolScore[index] = LOG_ZERO;
    }
  }

  #advance(logProbs: Float32Array): void {
    const { beamWidth, beamThreshold } = this.#options;
    this.next.clear();
    this.#threshold = Math.min(beamThreshold, this.now.spread + SPREAD_MARGIN);
    for (let index = 0; index < this.now.count; index += 1) this.#stay(index, logProbs);
    for (let index = 0; index < this.now.count; index += 1) this.#expansion.extend(this, index, logProbs);
    [this.now, this.next] = [this.next, this.now];
    this.now.prune(beamWidth, beamThreshold);
  }

  #stay(index: number, logProbs: Float32Array): void {
    const now = this.now;
    const place = now.place[index] as number;
    const last = this.#expansion.lastSymbol(place);
    const waiting = (now.totals[index] as number) + (logProbs[this.#blank] as number);
    const repeating =
      last === this.#blank ? LOG_ZERO : (now.symbolScore[index] as number) + (logProbs[last] as number);
    this.next.add(place, now.state[index] as number, now.history[index] as number, waiting, repeating);
  }
}
