// ONNX Runtime reports usage unless it is told not to, and keeps files for that. A node must leave none.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FIXTURE = fileURLToPath(new URL("./fixtures/score-in-thread-and-here.ts", import.meta.url));
const run = promisify(execFile);

test("a process that runs models in threads and by itself leaves no files of reports", async (t) => {
  const folder = await temporaryFolder(t);
  const { ORT_DISABLE_TELEMETRY: _, ...rest } = process.env;
  const env = { ...rest, TMPDIR: folder, HOME: folder, XDG_CACHE_HOME: folder };
  const { stdout } = await run(process.execPath, [FIXTURE], { env, timeout: 60_000 });
  const [there, here] = JSON.parse(stdout) as [number[], number[]];
  assert.equal(there.length, 4);
  assert.deepEqual(there, here);
  assert.deepEqual(await readdir(folder), []);
});
