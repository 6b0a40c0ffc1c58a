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

test("nothing that lines are to tell has the name of a secret, in whose place stands that it was left out", () => {
  const files = globSync(
    ["control-plane", "deploy", "media-node", "shared"].map((folder) => `${folder}/**/*.ts`),
  );
  const call = /\blog(?:ger)?\.(?:trace|debug|info|warn|error)\(\s*\{([^{}]*)\}/g;
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(call)].flatMap(([, fields = ""]) => {
      const names = fields.split(",").map((field) => field.split(":")[0]?.trim() ?? "");
      return names
        .filter((name) => ["key", "secret", "password"].includes(name))
        .map((name) => `${file}: ${name}`);
    }),
  );
  assert.deepEqual(found, []);
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
  assert.match(run(TERMINAL, ["-qec", node, "/dev/null"]), /^\d\d:\d\d:\d\d test {10}ready {2}port=1\r?\n$/m);
  assert.equal(JSON.parse(run("sh", ["-c", node])).msg, "ready");
});
