// Settings that a plane reads from a file descriptor, as operators start it: through npm.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** How a start ends that gets these settings at its standard input. */
async function start(t: TestContext, fd: string, settings: string): Promise<{ code: unknown; log: string }> {
  const { PATH = "" } = process.env;
  const user = process.getuid?.() === 0 ? { CLIPMILL_USER: "root" } : {};
  const env = { ...user, PATH, CLIPMILL_DATA_DIR: await temporaryFolder(t) };
  const plane = spawn("npm", ["run", "--silent", "control-plane"], {
    env: { ...env, CLIPMILL_SETTINGS_FD: fd },
    stdio: ["pipe", "ignore", "pipe"],
  });
  plane.stdin.end(settings);
  const [log, [code]] = await Promise.all([text(plane.stderr), once(plane, "close")]);
  return { code, log };
}

test("a plane that npm starts reads settings from standard input", async (t) => {
  const { code, log } = await start(t, "0", JSON.stringify({ CLIPMILL_DATABASE_URL: "mysql://x/y" }));
  assert.equal(code, 78, log);
  assert.match(log, /CLIPMILL_DATABASE_URL must (?!be set)/);
});

test("a descriptor that npm does not pass on, and text that is no JSON, end the start with what is wanted", async (t) => {
  for (const [fd, settings] of [
    ["900", "{}"],
    ["0", "CLIPMILL_PORT=1"],
  ] as const) {
    const { code, log } = await start(t, fd, settings);
    assert.equal(code, 78, log);
    assert.match(log, /CLIPMILL_SETTINGS_FD must name .* standard input alone \(0\): /);
  }
});
