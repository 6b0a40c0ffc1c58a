import assert from "node:assert/strict";
import { open, utimes } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileSource } from "../../../shared/client/transfers/file-on-disk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const GIB = 1024 ** 3;

test("a file above four gibibytes is as long as it is, and read to its end", async (t) => {
  const path = join(await temporaryFolder(t), "film.mp4");
  const film = await open(path, "w");
  await film.write("the end", 5 * GIB);
  await film.close();
  const source = await fileSource(path);
  assert.deepEqual([source.sizeBytes, source.filename], [5 * GIB + 7, "film.mp4"]);
  const part = await source.read(5 * GIB - 1, 5 * GIB + 7);
  assert.ok(part instanceof Uint8Array);
  assert.equal(Buffer.from(part).toString(), "\0the end");
  await source.close();
});

test("a file that was written to, or cut, after it was announced is not sent", async (t) => {
  const path = join(await temporaryFolder(t), "film.mp4");
  const film = await open(path, "w");
  await film.write("0123456789");
  const source = await fileSource(path);
  await film.truncate(5);
  await assert.rejects(source.read(0, 10), { code: "FILE_CHANGED" });
  await film.write("56789", 5);
  await utimes(path, new Date(0), new Date(0));
  await assert.rejects(source.read(0, 5), { code: "FILE_CHANGED" });
  await film.close();
  await source.close();
});
