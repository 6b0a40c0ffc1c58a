// JSON that PostgreSQL's `jsonb` takes, and every strict reader: texts of strangers, or cuts through them, may hold U+0000
// or half of a surrogate pair, which it refuses whole.

/** What JSON.stringify writes as escapes: pairs that are no half, and every other character above U+001F, are not among them. */
const ESCAPE = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g;

/** A value as JSON, in which U+FFFD stands for each character that cannot be stored. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(ESCAPE, (found, unstorable?: string) =>
    unstorable === undefined ? found : "\\ufffd",
  );
}
