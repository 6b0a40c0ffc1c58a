// What a client is told beside a result, from what several stages have to say.

/** Several sentences for a person as one; null where there are none. */
export function oneNotice(...notices: readonly (string | null)[]): string | null {
  const said = notices.filter((notice) => notice !== null);
  return said.length === 0 ? null : said.join(" ");
}
