// Sums of probabilities that are kept as natural logarithms, where products of hundreds of frames would underflow.

export const LOG_ZERO = Number.NEGATIVE_INFINITY;

/** log(exp(a) + exp(b)) without leaving the logarithm. */
export function logAdd(a: number, b: number): number {
  if (a < b) return logAdd(b, a);
  return b === LOG_ZERO ? a : a + Math.log1p(Math.exp(b - a));
}

/**
 * Natural logarithm of the probability of entry `index` under the softmax of `logits` (one row of a
 * vocabulary's scores); log-probabilities come back as they are.
 */
export function logSoftmaxAt(logits: Float32Array, index: number): number {
  let highest = LOG_ZERO;
  for (let at = 0; at < logits.length; at += 1) highest = Math.max(highest, logits[at] as number);
  let sum = 0;
  for (let at = 0; at < logits.length; at += 1) sum += Math.exp((logits[at] as number) - highest);
  return (logits[index] as number) - highest - Math.log(sum);
}
