import assert from "node:assert/strict";
import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readThroughMs } from "../../../media-node/ffmpeg/ffprobe.ts";
import { GIB, SECOND } from "../../../shared/limits/units.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("a file that may be read to its end is given time by its size", async (t) => {
  const path = join(await temporaryFolder(t), "recording.flv");
  await writeFile(path, "");
  assert.equal(await readThroughMs(path), 30 * SECOND);
  await truncate(path, 20 * GIB);
  assert.ok((await readThroughMs(path)) > 400 * SECOND);
});
