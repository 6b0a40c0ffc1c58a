// Where the largest of many numbers stands: the likeliest token, duration or language of a network's scores.

/**
 * Index of the largest value, the first of equals; 0 for an empty array, whose caller must know what that
 * means. NaN never wins, unless it stands first.
 */
export function argmax(values: Float32Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at += 1) {
    if ((values[at] as number) > (values[best] as number)) best = at;
  }
  return best;
}
