import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type ProcessResult, type ProcessRun, runProcess } from "../../../media-node/ffmpeg/child-process.ts";
import { readLines } from "../../../media-node/ffmpeg/read-lines.ts";
import { PROCESS_LIMITS } from "../../../shared/limits/processes.ts";
import { setEnvironment } from "../../support/environment.ts";
import { assertNoChildren } from "../../support/leaks.ts";

after(assertNoChildren);

/** Runs a shell script whose output keeps the pipes open for as long as any process of it lives. */
function runScript(script: string, changes: Partial<ProcessRun> = {}): Promise<ProcessResult> {
  return runProcess({
    command: "/bin/sh",
    args: ["-c", script],
    cwd: "/",
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...changes,
  });
}

/** A signal that fires when the script prints its first line, and what it fires with. */
function abortOnFirstLine(): { signal: AbortSignal; onOutput: () => void; reason: Error } {
  const controller = new AbortController();
  const reason = new Error("The node is stopping.");
  return { signal: controller.signal, onOutput: () => controller.abort(reason), reason };
}

test("both outputs arrive as they come, with the exit code", async () => {
  const lines: string[] = [];
  const onLine = readLines((line) => lines.push(line));
  const result = await runScript("echo out; echo err >&2; exit 3", {
    onOutput: onLine,
    onErrorOutput: onLine,
  });
  assert.deepEqual(result, { exitCode: 3, killedBy: null, stderr: "err\n" });
  assert.deepEqual(lines.sort(), ["err", "out"]);
});

test("a child gets the few variables that programs need, and none of our settings", async (t) => {
  setEnvironment(t, { CLIPMILL_DATABASE_URL: "postgres://secret" });
  const names: string[] = [];
  const onOutput = readLines((line) => names.push(line.replace(/=.*/, "")));
  await runScript("env", { env: { GIVEN: "given" }, onOutput });
  const allowed = [
    "CUDA_VISIBLE_DEVICES",
    "GCONV_PATH",
    "GIVEN",
    "HOME",
    "LD_LIBRARY_PATH",
    "PATH",
    "TMPDIR",
  ];
  const ofTheShell = ["PWD", "OLDPWD", "SHLVL", "_"];
  assert.deepEqual(
    names.filter((name) => !allowed.includes(name) && !ofTheShell.includes(name)),
    [],
  );
  assert.ok(names.includes("GIVEN") && names.includes("PATH"));
});

test("a child inherits no more than the variables that are named", async () => {
  const lines: string[] = [];
  const onOutput = readLines((line) => lines.push(line));
  await runScript('echo "$PATH,$HOME"', { inheritedVariables: ["HOME"], env: { PATH: "/bin" }, onOutput });
  assert.deepEqual(lines, [`/bin,${process.env.HOME ?? ""}`]);
});

test("only the end of the error output is kept", async () => {
  const script = "i=0; while [ $i -lt 3000 ]; do echo line-$i >&2; i=$((i+1)); done";
  const { stderr } = await runScript(script);
  assert.ok(Buffer.byteLength(stderr) <= PROCESS_LIMITS.stderrBytes);
  assert.ok(stderr.endsWith("line-2999\n") && !stderr.includes("line-1\n"));
});

test("file descriptor 3 is a pipe of its own", async () => {
  const lines: string[] = [];
  await runScript("echo aside >&3; echo out", { onSideOutput: readLines((line) => lines.push(line)) });
  assert.deepEqual(lines, ["aside"]);
});

test("a program reads what it is given, to its end or for as long as it cares", async () => {
  const given = "line\n".repeat(100_000);
  const sizes: number[] = [];
  for (const script of ["wc -c", "exec head -c 7 | wc -c"]) {
    const onOutput = (chunk: Buffer): unknown => sizes.push(Number(chunk.toString()));
    const result = await runScript(script, {
      input: Readable.from([given.slice(0, 9), given.slice(9)]),
      onOutput,
    });
    assert.equal(result.exitCode, 0);
  }
  assert.deepEqual(sizes, [given.length, 7]);
});

test("what a program leaves of its input is read to its end, so that whoever writes it can end", {
  timeout: 50_000,
}, async () => {
  for (let run = 0; run < 10; run += 1) {
    const input = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(64 * 1_024)));
    const ended = once(input, "end");
    await runScript("exec head -c 7 > /dev/null", { input });
    await ended;
  }
});

test("what a consumer throws ends the program and the run", { timeout: 50_000 }, async () => {
  const reason = new Error("Too much.");
  const onOutput = (): void => {
    throw reason;
  };
  await assert.rejects(runScript("echo out; exec sleep 60", { onOutput }), reason);
});

test("a single program ends on abort", { timeout: 50_000 }, async () => {
  const { reason, ...stop } = abortOnFirstLine();
  await assert.rejects(runScript("echo started; exec sleep 60", stop), reason);
});

test("an abort before the start starts nothing", async () => {
  const reason = new Error("The node is stopping.");
  const attempt = async (): Promise<unknown> => runScript("exit 0", { signal: AbortSignal.abort(reason) });
  await assert.rejects(attempt(), reason);
});

test("a program that runs too long is ended", { timeout: 50_000 }, async () => {
  await assert.rejects(runScript("exec sleep 60", { timeoutMs: 100 }), { code: "TIMED_OUT" });
});

test("an abort ends the whole group of a program", { timeout: 50_000 }, async () => {
  const { reason, ...stop } = abortOnFirstLine();
  await assert.rejects(runScript("sleep 60 & echo started; wait", stop), reason);
});

test("what ignores the polite signal is killed", { timeout: 50_000 }, async () => {
  const { reason, ...stop } = abortOnFirstLine();
  const script = "trap '' TERM; sleep 60 & echo started; wait; sleep 60";
  await assert.rejects(runScript(script, stop), reason);
});

test("a group that runs too long is ended", { timeout: 50_000 }, async () => {
  await assert.rejects(runScript("sleep 60", { timeoutMs: 100 }), { code: "TIMED_OUT" });
});

test("what the leader of a group leaves behind ends with it", { timeout: 50_000 }, async () => {
  const { exitCode } = await runScript("sleep 60 & exit 0");
  assert.equal(exitCode, 0);
});

test("a program that is not there is an error, by its path and by its name", async () => {
  for (const command of ["/nonexistent/program", "nonexistent-program"]) {
    await assert.rejects(runScript("", { command }), { code: "ENOENT" });
  }
});

test("a program for which there is no file handle is a failed call and not the end of the node", {
  timeout: 50_000,
}, async () => {
  const fixture = fileURLToPath(new URL("./fixtures/without-handles.ts", import.meta.url));
  const script = `ulimit -n 64; exec "${process.execPath}" "${fixture}"`;
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", script], { cwd: root });
  assert.equal(stdout, "handles\n");
});

test("the signal that ended a program is told", async () => {
  const result = await runScript("echo before >&2; kill -SEGV $$");
  assert.deepEqual(result, { exitCode: 128, killedBy: "SIGSEGV", stderr: "before\n" });
});
