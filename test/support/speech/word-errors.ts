// Word error rate: the fewest insertions, deletions and substitutions that turn what was heard into what was said, per
// word that was said (Levenshtein over words).

/** Lower-case words without punctuation. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
}

export function wordErrorRate(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index);
  for (const [index, word] of said.entries()) {
    const next = [index + 1];
    for (const [at, other] of heard.entries()) {
      const substituted = (row[at] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(substituted, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(1, said.length);
}
