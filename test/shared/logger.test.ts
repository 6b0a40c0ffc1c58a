// What a process's log must not do to it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, globSync, openSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { test } from "node:test";

/** Takes nothing, as a file on a full disk. */
const FULL = "/dev/full";
const LOGGER = new URL("../../shared/logger.ts", import.meta.url).href;

test("a process whose log cannot be written goes on", { skip: !existsSync(FULL) }, async () => {
  const script = `
    import { setTimeout as pause } from "node:timers/promises";
    const { createLogger } = await import(${JSON.stringify(LOGGER)});
    const logger = createLogger("test");
    for (let line = 0; line < 20_000; line += 1) logger.info("x".repeat(200));
    await pause(20);
    logger.info("and on");
    await pause(20);
    process.stdout.write("went on");`;
  const full = openSync(FULL, "w");
  const options = ["--import", "tsx", "--input-type=module", "--eval", script];
  const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", full] });
  closeSync(full);
  const ended = once(child, "exit");
  assert.ok(child.stdout !== null);
  assert.equal(await text(child.stdout), "went on");
  assert.deepEqual(await ended, [0, null]);
});

/** What the lines of the program's files are to tell beside their words, by the file: "a.ts: taskId". */
function toldFields(): string[] {
  const files = globSync(
    ["control-plane", "deploy", "media-node", "shared"].map((folder) => `${folder}/**/*.ts`),
  );
  const call = /\blog(?:ger)?\.(?:trace|debug|info|warn|error)\(\s*\{([^{}]*)\}/g;
  return files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(call)].flatMap(([, fields = ""]) =>
      fields.split(",").map((field) => `${file}: ${field.split(":")[0]?.trim() ?? ""}`),
    ),
  );
}

test("nothing that lines are to tell has the name of a secret, in whose place stands that it was left out", () => {
  assert.deepEqual(
    toldFields().filter((field) => /: (key|secret|password)$/.test(field)),
    [],
  );
});

test("errors are told as err: of one by any other name nothing but its own fields is written, without its message", () => {
  assert.deepEqual(
    toldFields().filter((field) => /: error$/.test(field)),
    [],
  );
});

/** Debian's util-linux has it: runs a command at a terminal of its own. */
const TERMINAL = "/usr/bin/script";

test("on a terminal lines are for people, and JSON anywhere else", {
  skip: !existsSync(TERMINAL),
}, async () => {
  const script = `const { createLogger } = await import("${LOGGER}"); createLogger("test").info({ port: 1 }, "ready");`;
  const node = [process.execPath, "--import", "tsx", "--input-type=module", "--eval", `'${script}'`].join(
    " ",
  );
  const run = (command: string, args: readonly string[]): string => {
    const env = { ...process.env, NO_COLOR: "1" };
    const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8", env, input: "" });
    return stdout + stderr;
  };
  assert.match(
    run(TERMINAL, ["-qec", node, "/dev/null"]),
    /^\d\d:\d\d:\d\dZ test {10}ready {2}port=1\r?\n$/m,
  );
  assert.equal(JSON.parse(run("sh", ["-c", node])).msg, "ready");
});
