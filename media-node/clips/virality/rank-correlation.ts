// Ranks of numbers, and Spearman's correlation of ranks: what counts is which clip did better, not by how much, because
// views and likes are spread over powers of ten.

/** The rank of each value, 1 for the smallest; equal values share the mean of their ranks. */
export function midRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  let from = 0;
  while (from < order.length) {
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let place = from; place < to; place += 1) ranks[order[place] ?? 0] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

/** Pearson's correlation, -1 to 1; 0 where one side does not vary. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squaresA, squaresB] = [0, 0, 0];
  a.forEach((value, index) => {
    const offA = value - meanA;
    const offB = (b[index] ?? 0) - meanB;
    both += offA * offB;
    squaresA += offA * offA;
    squaresB += offB * offB;
  });
  return squaresA === 0 || squaresB === 0 ? 0 : both / Math.sqrt(squaresA * squaresB);
}

/** Spearman's rank correlation, -1 to 1; 0 where one side does not vary. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return correlation(midRanks(a), midRanks(b));
}
