// Linear regression whose weights are held back towards zero, each as much as it is told to be (ridge; Hoerl and Kennard
// 1970). The normal equations are solved by Cholesky's decomposition: a few hundred weights, so that nothing more is
// called for.

export interface NormalEquations {
  /** The lower triangle of Xᵀ X, [p][p]. */
  readonly gram: readonly Float64Array[];
  /** Xᵀ y, [p]. */
  readonly right: Float64Array;
}

/** Sums up `rows` [n][p] and `targets` [n] once, for any number of penalties. */
export function normalEquations(rows: readonly Float64Array[], targets: readonly number[]): NormalEquations {
  const size = rows[0]?.length ?? 0;
  const gram = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  rows.forEach((row, index) => {
    for (let i = 0; i < size; i += 1) {
      const value = row[i] ?? 0;
      if (value === 0) continue;
      const line = gram[i] as Float64Array;
      right[i] = (right[i] ?? 0) + value * (targets[index] ?? 0);
      for (let j = 0; j <= i; j += 1) line[j] = (line[j] ?? 0) + value * (row[j] ?? 0);
    }
  });
  return { gram, right };
}

/** Replaces the lower triangle of a positive definite matrix by its Cholesky factor. */
function factorize(matrix: readonly Float64Array[]): void {
  for (const [i, line] of matrix.entries()) {
    for (let j = 0; j <= i; j += 1) {
      const other = matrix[j] as Float64Array;
      let sum = line[j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (line[k] ?? 0) * (other[k] ?? 0);
      line[j] = i === j ? Math.sqrt(sum) : sum / (other[j] ?? 1);
    }
  }
}

/** Solves L Lᵀ x = right for the lower triangle L; x takes the place of `right`. */
function substitute(lower: readonly Float64Array[], right: Float64Array): void {
  const at = (i: number, k: number): number => lower[i]?.[k] ?? 0;
  for (let i = 0; i < right.length; i += 1) {
    let sum = right[i] ?? 0;
    for (let k = 0; k < i; k += 1) sum -= at(i, k) * (right[k] ?? 0);
    right[i] = sum / at(i, i);
  }
  for (let i = right.length - 1; i >= 0; i -= 1) {
    let sum = right[i] ?? 0;
    for (let k = i + 1; k < right.length; k += 1) sum -= at(k, i) * (right[k] ?? 0);
    right[i] = sum / at(i, i);
  }
}

/** The weights [p] with the least squared error plus penalty; `penalties` [p] is what a squared weight costs, above 0. */
export function ridgeRegression(
  { gram, right }: NormalEquations,
  penalties: ArrayLike<number>,
): Float64Array {
  const held = gram.map((line, i) => {
    const copy = line.slice();
    copy[i] = (copy[i] ?? 0) + (penalties[i] ?? 0);
    return copy;
  });
  factorize(held);
  const weights = right.slice();
  substitute(held, weights);
  return weights;
}
