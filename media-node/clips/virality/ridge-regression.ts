// Linear regression whose weights are held back towards zero, each as much as it is told to be (ridge; Hoerl and Kennard
// 1970). Its equations are solved by Cholesky's decomposition: of the weights where there are more rows than those, and
// else of the rows (the dual form; Saunders and others 1998). Both give the same, and a decomposition's work grows with
// the cube: of a few hundred weights from some dozens of rows nearly all of it is saved.

/** The lower triangle of a symmetric matrix, row by row. */
type Triangle = readonly Float64Array[];

function triangleOf(size: number): Float64Array[] {
  return Array.from({ length: size }, (_, index) => new Float64Array(index + 1));
}

/** Xᵀ X [p][p] and Xᵀ y [p]. */
function normalEquations(rows: readonly Float64Array[], targets: readonly number[], size: number) {
  const gram = triangleOf(size);
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

/** X C⁻¹ Xᵀ [n][n] for the costs C of squared weights. */
function rowProducts(rows: readonly Float64Array[], costs: ArrayLike<number>): Triangle {
  const products = triangleOf(rows.length);
  rows.forEach((row, i) => {
    const shared = row.map((value, column) => value / (costs[column] ?? 1));
    for (let j = 0; j <= i; j += 1) {
      const other = rows[j] as Float64Array;
      let sum = 0;
      for (let k = 0; k < shared.length; k += 1) sum += (shared[k] ?? 0) * (other[k] ?? 0);
      (products[i] as Float64Array)[j] = sum;
    }
  });
  return products;
}

/** Replaces the lower triangle of a positive definite matrix by its Cholesky factor. */
function factorize(matrix: Triangle): void {
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
function substitute(lower: Triangle, right: Float64Array): void {
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

/** Solves (matrix + the diagonal) x = right and leaves both as they are. */
function solve(matrix: Triangle, diagonal: (index: number) => number, right: ArrayLike<number>) {
  const held = matrix.map((line, i) => {
    const copy = line.slice();
    copy[i] = (copy[i] ?? 0) + diagonal(i);
    return copy;
  });
  factorize(held);
  const solution = Float64Array.from(right);
  substitute(held, solution);
  return solution;
}

/**
 * For a strength above 0 the weights [p] with the least squared error on `rows` [n][p] and `targets` [n], plus the
 * strength times `costs` [p], which are above 0, of their squares. What does not depend on the strength is summed up once.
 */
export function ridgeRegression(
  rows: readonly Float64Array[],
  targets: readonly number[],
  costs: ArrayLike<number>,
): (strength: number) => Float64Array {
  const size = costs.length;
  if (rows.length >= size) {
    const { gram, right } = normalEquations(rows, targets, size);
    return (strength) => solve(gram, (index) => strength * (costs[index] ?? 0), right);
  }
  const products = rowProducts(rows, costs);
  return (strength) => {
    const shares = solve(products, () => strength, targets);
    return Float64Array.from(costs, (cost, column) =>
      rows.reduce((sum, row, index) => sum + ((shares[index] ?? 0) * (row[column] ?? 0)) / cost, 0),
    );
  };
}
