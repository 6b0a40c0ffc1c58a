import assert from "node:assert/strict";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { test } from "node:test";
import fc from "fast-check";
import { ChunkJoiner } from "../../../control-plane/backup/chunk-joiner.ts";
import { until } from "../../support/until.ts";

const CHUNK_BYTES = 1_000;

/** The sizes of what comes out, and all its bytes. */
async function join(chunks: readonly Buffer[]): Promise<{ sizes: number[]; bytes: Buffer }> {
  const out: Buffer[] = [];
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      out.push(chunk);
      done();
    },
  });
  await pipeline(chunks, new ChunkJoiner(CHUNK_BYTES), into);
  return { sizes: out.map(({ length }) => length), bytes: Buffer.concat(out) };
}

test("rows come out joined, in their order, and the rest at the end", async () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    Buffer.from(`${index}`.padStart(99, "0").concat("\n")),
  );
  const { sizes, bytes } = await join(rows);
  assert.deepEqual(sizes, [1_000, 1_000, 500]);
  assert.ok(bytes.equals(Buffer.concat(rows)));
});

test("a row larger than the bound passes whole, behind those before it", async () => {
  const rows = [300, 5_000, 200].map((size, index) => Buffer.alloc(size, index + 1));
  const { sizes, bytes } = await join(rows);
  assert.deepEqual(sizes, [300, 5_000, 200]);
  assert.ok(bytes.equals(Buffer.concat(rows)));
});

test("no chunks, or empty ones, give no chunk", async () => {
  assert.deepEqual((await join([])).sizes, []);
  assert.deepEqual((await join([Buffer.alloc(0)])).sizes, []);
});

test("whatever the chunks, their bytes stay the same, and none is larger than it must be", async () => {
  const sizes = fc.array(fc.nat(3 * CHUNK_BYTES), { maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(sizes, async (given) => {
      const chunks = given.map((size, index) => Buffer.alloc(size, index + 1));
      const joined = await join(chunks);
      assert.ok(joined.bytes.equals(Buffer.concat(chunks)));
      const bound = Math.max(CHUNK_BYTES, ...given);
      assert.ok(joined.sizes.every((size) => size > 0 && size <= bound));
      const pairs = joined.sizes.slice(1).map((size, index) => size + (joined.sizes[index] ?? 0));
      assert.ok(
        pairs.every((size) => size > CHUNK_BYTES),
        "two neighbours would have fitted into one",
      );
    }),
  );
});

test("a reader that is slow holds the source up", async () => {
  const row = Buffer.alloc(100, "x");
  const rows = 100_000;
  let given = 0;
  const source = Readable.from(
    (function* () {
      for (; given < rows; given += 1) yield row;
    })(),
    { objectMode: false },
  );
  const joiner = source.pipe(new ChunkJoiner(CHUNK_BYTES));
  await until("the joiner to hold the source up", () => joiner.writableNeedDrain);
  const bound = source.readableHighWaterMark + joiner.writableHighWaterMark + joiner.readableHighWaterMark;
  assert.ok(given * row.length <= bound + CHUNK_BYTES, `${given} rows were taken that nobody had read`);
  let read = 0;
  for await (const chunk of joiner) read += (chunk as Buffer).length;
  assert.deepEqual([given, read], [rows, rows * row.length]);
});
