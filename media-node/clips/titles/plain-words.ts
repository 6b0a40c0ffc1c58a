// Whether a line says again what another says that is shown beside it.

/** A line's words, as they are compared. */
export function plainWords(line: string): string {
  return line
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, "")
    .trim();
}

/** Whether all that a line says, or the half of it at least, is all or a part of what another one says. */
export function repeats(line: string, shown: string): boolean {
  const [said, known] = [` ${plainWords(line)} `, ` ${plainWords(shown)} `];
  if (said.trim() === "" || known.trim() === "") return false;
  return known.includes(said) || (said.includes(known) && 2 * known.length >= said.length);
}
