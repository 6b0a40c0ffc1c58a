// Settings that a plane reads from a file descriptor, also as operators start it: through npm.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { takeSettings } from "../../../shared/process/private-settings.ts";
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

/** What a start is told that finds this text at its descriptor. */
async function complaintOf(t: TestContext, settings: string): Promise<string> {
  const path = join(await temporaryFolder(t), "settings.json");
  writeFileSync(path, settings);
  try {
    takeSettings({ CLIPMILL_SETTINGS_FD: String(openSync(path, "r")) });
  } catch (error) {
    return String(error);
  }
  return assert.fail("The text was taken.");
}

test("what is no JSON object is refused without a word of it, which may be a secret", async (t) => {
  for (const settings of ['{"CLIPMILL_SECRET": hunter2}', "hunter2", '"hunter2"', "null", "[]", ""]) {
    const complaint = await complaintOf(t, settings);
    assert.match(complaint, /CLIPMILL_SETTINGS_FD must name .*: what is read there is no JSON object\.$/);
  }
});

test("nothing is read from where a plane writes to", () => {
  for (const fd of ["1", "2"]) {
    assert.throws(() => takeSettings({ CLIPMILL_SETTINGS_FD: fd }), {
      name: "SettingError",
      message: new RegExp(`^CLIPMILL_SETTINGS_FD must name .*: a plane writes to ${fd}\\.$`),
    });
  }
});
