// Turns a pipe's chunks, which may be split anywhere, into lines. Node's readline was rejected: it has no bound on the
// length of a line, and what programs print comes from strangers' files.

/** Longer lines are given in pieces. */
const MAX_LINE_LENGTH = 65_536;

/** Returns a consumer of chunks that calls `onLine` with each finished line, without its line feed. */
export function readLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder();
  let rest = "";
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line.replace(/\r$/, ""));
    for (; rest.length >= MAX_LINE_LENGTH; rest = rest.slice(MAX_LINE_LENGTH)) {
      onLine(rest.slice(0, MAX_LINE_LENGTH));
    }
  };
}
