// That a process ends with its code while a disk that hangs holds one of its threads, whichever way it comes to its end.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FILE = fileURLToPath(new URL("./fixtures/hanging-disk-process.ts", import.meta.url));

test("a process that a disk holds up ends with its code, and not by somebody's SIGKILL", {
  timeout: 60_000,
}, async (t) => {
  const pipe = join(await temporaryFolder(t), "disk");
  await promisify(execFile)("mkfifo", [pipe]);
  const codes = { stop: 0, early: 0, start: 7, throw: 1 };
  const ended = Object.keys(codes).map(async (end) => {
    const child = spawn(process.execPath, ["--import", "tsx", FILE, pipe, end], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    t.after(() => child.kill("SIGKILL"));
    const [code] = await once(child, "exit");
    return [end, code];
  });
  assert.deepEqual(Object.fromEntries(await Promise.all(ended)), codes);
});
