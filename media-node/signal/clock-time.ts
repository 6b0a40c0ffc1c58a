// Times of a source as people read them.

/** `m:ss`, or `h:mm:ss` from an hour on: "1:05", "1:01:05". */
export function clockTime(timeS: number): string {
  const text = new Date(Math.floor(timeS) * 1_000).toISOString().slice(11, 19);
  return text.replace(/^00:0?/, "").replace(/^0(\d:\d\d:)/, "$1");
}
