import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readLines } from "../../../media-node/ffmpeg/read-lines.ts";

function linesOf(chunks: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const read = readLines((line) => lines.push(line));
  for (const chunk of chunks) read(chunk);
  return lines;
}

test("lines are the same wherever the chunks are split", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme" })),
      fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
      (texts, sizes) => {
        const expected = texts.map((text) => text.replaceAll(/[\r\n\uFEFF]/g, ""));
        const bytes = Buffer.from(expected.map((line) => `${line}\n`).join(""));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        assert.deepEqual(linesOf(chunks), expected);
      },
    ),
  );
});

test("a line without an end is given in pieces instead of growing for ever", () => {
  const lines = linesOf([Buffer.alloc(150_000, "x")]);
  assert.deepEqual(
    lines.map((line) => line.length),
    [65_536, 65_536],
  );
});

test("carriage returns before line feeds are dropped", () => {
  assert.deepEqual(linesOf([Buffer.from("a\r\nb\n")]), ["a", "b"]);
});
