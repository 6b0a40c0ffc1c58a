// Where the largest of many numbers stands: the likeliest token, duration or language of a network's scores.

/** Index of the largest value, the first of equals. */
export function argmax(values: Float32Array): number {
  let best = 0;
  for (let at = 1; at < values.length; at += 1) {
    if ((values[at] as number) > (values[best] as number)) best = at;
  }
  return best;
}
