// The setting for the log is read before anything else can be told of, and is refused as every other setting is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { createLogger, readLogLevel } from "../../shared/logger.ts";

const COMMANDS: readonly (readonly [file: string, status: number])[] = [
  ["control-plane/main.ts", 78],
  ["media-node/main.ts", 78],
  ["deploy/standalone.ts", 78],
  ["deploy/mcp.ts", 78],
  ["deploy/demo.ts", 1],
];

test("each command names a level that does not exist, in one line, and ends", () => {
  for (const [file, status] of COMMANDS) {
    const env = { PATH: process.env.PATH, CLIPMILL_LOG_LEVEL: "loud" };
    const run = spawnSync(process.execPath, [file], { env, encoding: "utf8", timeout: 60_000 });
    const output = run.stdout + run.stderr;
    assert.match(output, /CLIPMILL_LOG_LEVEL must be one of trace, .*, not \\?"loud\\?"\./, file);
    assert.deepEqual([run.status, output.trim().split("\n").length], [status, 1], file);
  }
});

test("a logger tells from the level that the setting names, and from info where it names none", () => {
  assert.deepEqual(
    [readLogLevel({}), readLogLevel({ CLIPMILL_LOG_LEVEL: " " }), readLogLevel({}, "error")],
    ["info", "info", "error"],
  );
  const logger = createLogger("test");
  logger.level = readLogLevel({ CLIPMILL_LOG_LEVEL: "warn" });
  assert.deepEqual([logger.isLevelEnabled("warn"), logger.isLevelEnabled("info")], [true, false]);
});
