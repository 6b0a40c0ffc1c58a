// What an acoustic model with a CTC head (Graves et al. 2006) says of a window, as the decoders and the alignment take it.

/** Natural logarithms of probabilities [frames x symbols], row by row. */
export interface CtcLogProbs {
  readonly values: Float32Array;
  readonly frames: number;
  readonly symbols: number;
}
