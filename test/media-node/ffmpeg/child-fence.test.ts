// The fence as children meet it: real programs that ask for what they must not have.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  childMemoryBytes,
  type FencePart,
  fencedCommand,
  NO_FENCE,
} from "../../../media-node/ffmpeg/child-fence.ts";
import { type ProcessRun, runProcess } from "../../../media-node/ffmpeg/child-process.ts";
import { childFence } from "../../../media-node/ffmpeg/find-fence.ts";
import { CHILD_LIMITS } from "../../../shared/limits/processes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const KIB = 1_024;
const GIB = 2 ** 30;
const TIMEOUT_MS = 60_000;

async function run(command: string, args: readonly string[], changes: Partial<ProcessRun> = {}) {
  let output = "";
  const result = await runProcess({
    command,
    args,
    timeoutMs: TIMEOUT_MS,
    signal: new AbortController().signal,
    onOutput: (chunk) => {
      output += chunk.toString();
    },
    ...changes,
  });
  return { ...result, output };
}

function script(text: string, changes: Partial<ProcessRun> = {}) {
  return run("/bin/sh", ["-c", text], changes);
}

/** Skips the test where this machine cannot have a part of the fence. */
async function requirePart(t: TestContext, part: FencePart): Promise<boolean> {
  const { parts } = await childFence();
  if (!parts.includes(part)) t.skip(`This machine has no ${part} in its fence.`);
  return parts.includes(part);
}

test("every child has limits of memory, time, file size and open files, and leaves no core", async (t) => {
  for (const part of ["memory", "cpu_time", "file_size", "open_files", "core_dumps"] as const) {
    if (!(await requirePart(t, part))) return;
  }
  const hard = "ulimit -H -d; ulimit -S -t; ulimit -H -t; ulimit -H -f; ulimit -H -n; ulimit -H -c";
  const { output } = await script(hard);
  const cpuS = (TIMEOUT_MS / 1_000) * availableParallelism();
  assert.deepEqual(output.trim().split("\n").map(Number), [
    childMemoryBytes(availableParallelism()) / KIB,
    ...[cpuS, cpuS + CHILD_LIMITS.cpuGraceS, CHILD_LIMITS.fileBytes / 512, CHILD_LIMITS.openFiles, 0],
  ]);
});

test("a child that wants more memory than it may have does not get it", async (t) => {
  if (!(await requirePart(t, "memory"))) return;
  // Asked for, and never touched: the machine itself need not have it.
  const bytes = childMemoryBytes(availableParallelism()) + GIB;
  const program = `Buffer.allocUnsafeSlow(${GIB}); process.stdout.write("one ");
    const more = []; while (more.length < ${Math.ceil(bytes / GIB)}) more.push(Buffer.allocUnsafeSlow(${GIB}));
    process.stdout.write("all");`;
  const { exitCode, output } = await run(process.execPath, ["-e", program]);
  assert.notEqual(exitCode, 0);
  assert.equal(output, "one ");
});

test("memory grows with the cores, to a bound", () => {
  const gibibytes = [1, 2, 16, 128].map((cores) => childMemoryBytes(cores) / GIB);
  assert.deepEqual(gibibytes, [6.25, 6.5, 10, 32]);
});

test("a file that outgrows its bound ends the child that writes it", async (t) => {
  if (!(await requirePart(t, "file_size"))) return;
  const path = join(await temporaryFolder(t), "file");
  const { killedBy } = await script(`exec dd if=/dev/zero of='${path}' bs=4096 count=100`, {
    fileBytes: 40_960,
  });
  assert.equal(killedBy, "SIGXFSZ");
});

/** What a child says of a server of ours that it is told of. */
async function askServer(t: TestContext, changes: Partial<ProcessRun>): Promise<string> {
  const server = createServer((_, reply) => reply.end("reached"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const program = `fetch("http://127.0.0.1:${port}").then((reply) => reply.text()).catch(() => "nothing is there")
    .then((text) => process.stdout.write(text))`;
  return (await run(process.execPath, ["-e", program], changes)).output;
}

test("a child reaches no server, not even on this machine, unless it is one that downloads", async (t) => {
  if (!(await requirePart(t, "network"))) return;
  assert.equal(await askServer(t, {}), "nothing is there");
  assert.equal(await askServer(t, { hasNetwork: true }), "reached");
});

test("a child gains no privileges, and has no capabilities but that to read files", async (t) => {
  if (!(await requirePart(t, "new_privileges"))) return;
  const { output } = await script("grep -E '^(NoNewPrivs|CapEff|CapBnd):' /proc/self/status");
  const status = new Map(
    output
      .trim()
      .split("\n")
      .map((line) => line.split(/:\s+/) as [string, string]),
  );
  assert.equal(status.get("NoNewPrivs"), "1");
  const { parts } = await childFence();
  const overridesPermissions = 0b10n;
  const allowed = parts.includes("capabilities") ? overridesPermissions : 0n;
  assert.equal(BigInt(`0x${status.get("CapEff") ?? "0"}`) & ~allowed, 0n);
});

test("where memory runs out, the system ends a child first", async () => {
  const { output } = await script("cat /proc/self/oom_score_adj");
  assert.equal(output, "1000\n");
});

test("a machine that allows no part of it runs children all the same", () => {
  const bounds = { timeoutMs: 1_000, fileBytes: 1_024, hasNetwork: false };
  assert.deepEqual(fencedCommand(NO_FENCE, ["/bin/ls", "-l"], bounds), ["/bin/ls", "-l"]);
});

test("arguments reach a child as they are, whatever is in them", async () => {
  const args = ["", "a b", "$HOME", "`id`", "'", '"', "--", "\n"];
  const program = "process.stdout.write(JSON.stringify(process.argv.slice(1)))";
  const { output } = await run(process.execPath, ["-e", program, "--", ...args]);
  assert.deepEqual(JSON.parse(output), args);
});
