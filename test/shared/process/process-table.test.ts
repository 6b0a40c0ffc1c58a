import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { chown, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { findProcessesIn } from "../../../shared/process/process-table.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const run = promisify(execFile);
const skip =
  process.getuid?.() === 0 && process.platform === "linux" ? false : "drops a right of root's on Linux";
const TABLE = new URL("../../../shared/process/process-table.ts", import.meta.url).href;
const NOBODY = { name: "nobody", uid: 65_534, gid: 65_534 };

test("root finds another user's processes in a folder, also without the right to trace them", {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  await chown(folder, NOBODY.uid, NOBODY.gid);
  const program = join(folder, "program");
  await copyFile("/bin/sleep", program);
  const { uid, gid } = NOBODY;
  const child = spawn(program, ["60"], { cwd: folder, uid, gid });
  t.after(() => child.kill());
  await until("its start", async () => (await findProcessesIn(folder, "program", NOBODY)).length > 0);
  assert.deepEqual(await findProcessesIn(folder, "another", NOBODY), []);
  const args = [folder, "program", NOBODY].map((value) => JSON.stringify(value)).join();
  const script = `import { findProcessesIn } from "${TABLE}";
    console.log(JSON.stringify(await findProcessesIn(${args})));`;
  const node = [process.execPath, "--input-type=module", "-e", script];
  const { stdout } = await run("setpriv", ["--bounding-set=-sys_ptrace", ...node]);
  assert.deepEqual(JSON.parse(stdout), [child.pid]);
});
