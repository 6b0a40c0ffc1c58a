// What the decoders of all acoustic models put out: a symbol of the vocabulary and when it was said.

export interface SymbolSpan {
  readonly symbol: number;
  readonly startFrame: number;
  /** The frame after the last. */
  readonly endFrame: number;
  /** Probability, 0 to 1; over several frames their geometric mean. */
  readonly score: number;
}
