// What is kept of a sparse file, and the same file made of it again.
import assert from "node:assert/strict";
import { open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Bytes } from "../../../../media-node/source/ranges/byte-ranges.ts";
import { packCopy, unpackCopy } from "../../../../media-node/source/ranges/packed-copy.ts";
import { RANGED_READ_LIMITS } from "../../../../shared/limits/sources.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { signal } = new AbortController();
const MIB = 2 ** 20;
const LAST = { start: 40 * MIB, end: 40 * MIB + 7 };

async function sparseFile(t: TestContext, pieces: readonly Bytes[]): Promise<string> {
  const path = join(await temporaryFolder(t), "sparse");
  const file = await open(path, "w");
  for (const [index, { start, end }] of pieces.entries()) {
    await file.write(Buffer.alloc(end - start, index + 1), 0, end - start, start);
  }
  await file.close();
  return path;
}

test("a packed copy has no holes, and comes out as it was", async (t) => {
  const pieces = [{ start: 0, end: 10 }, { start: 3 * MIB, end: 4 * MIB }, LAST];
  const path = await sparseFile(t, pieces);
  const packedPath = `${path}.packed`;
  await packCopy(path, pieces, packedPath, signal);
  const { size } = await stat(packedPath);
  assert.ok(size < MIB + 200, `${size} bytes`);
  await unpackCopy(packedPath, `${path}.again`, signal);
  assert.ok((await readFile(path)).equals(await readFile(`${path}.again`)));
});

test("the head of as many pieces as there may be fits", async (t) => {
  const count = RANGED_READ_LIMITS.ranges + 2;
  const far = 2 ** 43;
  const pieces = Array.from({ length: count }, (_, index) => ({
    start: far + 2 * index,
    end: far + 2 * index + 1,
  }));
  const line = JSON.stringify({ pieces: pieces.map(({ start, end }) => [start, end]) });
  assert.ok(line.length < RANGED_READ_LIMITS.packedHeadBytes, `${line.length}`);
  const packedPath = join(await temporaryFolder(t), "packed");
  await writeFile(packedPath, "no line of JSON");
  await assert.rejects(unpackCopy(packedPath, `${packedPath}.again`, signal), /has no head/);
});
