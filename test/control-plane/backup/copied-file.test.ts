import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { writeCopy } from "../../../control-plane/backup/copied-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("a copy that fails leaves nothing of itself", async (t) => {
  const folder = await temporaryFolder(t);
  async function* lines(): AsyncGenerator<string> {
    // More than is kept in memory.
    for (let line = 0; line < 200_000; line += 1) yield `${Math.random()}\n`;
    assert.equal((await readdir(folder)).length, 1);
    throw new Error("no more");
  }
  const written = writeCopy(Readable.from(lines(), { objectMode: false }), join(folder, "table.copy.gz"));
  await assert.rejects(written, { message: "no more" });
  assert.deepEqual(await readdir(folder), []);
});
