// What commands say of arguments that are wrong: which, in a line or two, and with one exit code.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const MISUSES: readonly [RegExp, readonly string[]][] = [
  [/^There is no benchmark "nothing"/, ["bench/run.ts", "nothing"]],
  [/^One FOLDER is taken; two is one too many\.\n/, ["deploy/client.ts", "pack", "one", "two"]],
  [/^Unknown option '--what'/, ["deploy/client.ts", "pack", "--what"]],
  [/^Unexpected argument 'list'/, ["deploy/mcp.ts", "list"]],
];

test("commands that are misused say how and end with 64", () => {
  for (const [said, [file = "", ...args]] of MISUSES) {
    const { status, stderr, stdout } = spawnSync(process.execPath, ["--import", "tsx", file, ...args], {
      encoding: "utf8",
    });
    assert.match(stderr, said);
    assert.deepEqual([status, stdout], [64, ""], file);
    assert.doesNotMatch(stderr, /\n {4}at /);
  }
});
