// That children hear no signal that is meant for their parent, and that none outlives it.
import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { childFence } from "../../../media-node/ffmpeg/find-fence.ts";
import { listProcesses } from "../../support/list-processes.ts";
import { until } from "../../support/until.ts";

const PARENT = fileURLToPath(new URL("./fixtures/parent-of-child.ts", import.meta.url));

interface Family {
  readonly parent: ChildProcessByStdio<null, Readable, null>;
  readonly childPid: number;
  readonly nextLine: () => Promise<string>;
}

async function startFamily(t: TestContext, ...args: readonly string[]): Promise<Family> {
  const parent = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PARENT, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const lines = createInterface(parent.stdout)[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  const childPid = Number(await nextLine());
  t.after(() => {
    for (const pid of [parent.pid ?? 0, childPid]) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended, as it should.
      }
    }
  });
  return { parent, childPid, nextLine };
}

async function isAlive(pid: number): Promise<boolean> {
  return (await listProcesses()).some((row) => row.pid === pid && row.state !== "Z");
}

test("a signal to the group of a process does not reach its children", { timeout: 60_000 }, async (t) => {
  const { parent, childPid, nextLine } = await startFamily(t, "main");
  process.kill(-(parent.pid ?? 0), "SIGTERM");
  assert.equal(await nextLine(), "told to stop");
  const rows = await listProcesses();
  const child = rows.find((row) => row.pid === childPid);
  assert.deepEqual([child?.groupId, child?.parentPid], [childPid, parent.pid]);
  assert.notEqual(child?.state, "Z");
});

for (const place of ["main", "thread"]) {
  const owner = place === "main" ? "main thread" : "other threads";

  test(`a child of its ${owner} ends when a process exits, without a fence`, {
    timeout: 60_000,
  }, async (t) => {
    const { parent, childPid } = await startFamily(t, place, "unfenced");
    assert.equal(await isAlive(childPid), true);
    parent.kill("SIGUSR2");
    await until("the child's end", async () => !(await isAlive(childPid)), 20_000);
  });

  test(`a child of its ${owner} ends when a process is killed`, { timeout: 60_000 }, async (t) => {
    const { parts } = await childFence();
    if (!parts.includes("parent_death")) {
      t.skip("This system cannot tell children of their parent's death.");
      return;
    }
    const { parent, childPid } = await startFamily(t, place);
    assert.equal(await isAlive(childPid), true);
    parent.kill("SIGKILL");
    await until("the child's end", async () => !(await isAlive(childPid)), 20_000);
  });
}
