// Word error rate: the fewest insertions, deletions and substitutions that turn what was heard into what was said, per
// word that was said (Levenshtein over words); and which of the heard words are right in such an alignment.

/** Lower-case words without punctuation. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
}

/** Row i, column j: errors between the first i words that were said and the first j that were heard. */
function errorTable(said: readonly string[], heard: readonly string[]): number[][] {
  const table = [Array.from({ length: heard.length + 1 }, (_, index) => index)];
  for (const [index, word] of said.entries()) {
    const above = table[index] ?? [];
    const row = [index + 1];
    for (const [at, other] of heard.entries()) {
      const substituted = (above[at] ?? 0) + (word === other ? 0 : 1);
      row.push(Math.min(substituted, (above[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1));
    }
    table.push(row);
  }
  return table;
}

export function wordErrorRate(said: readonly string[], heard: readonly string[]): number {
  return (errorTable(said, heard).at(-1)?.at(-1) ?? 0) / Math.max(1, said.length);
}

/** For each heard word whether it was said where it was heard. */
export function areRight(said: readonly string[], heard: readonly string[]): boolean[] {
  const table = errorTable(said, heard);
  const errors = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  const right = heard.map(() => false);
  let [row, column] = [said.length, heard.length];
  while (row > 0 && column > 0) {
    const isSame = said[row - 1] === heard[column - 1];
    if (errors(row, column) === errors(row - 1, column - 1) + (isSame ? 0 : 1)) {
      right[column - 1] = isSame;
      row -= 1;
      column -= 1;
    } else if (errors(row, column) === errors(row - 1, column) + 1) row -= 1;
    else column -= 1;
  }
  return right;
}
