// The systemd units by systemd's own tools, where it is there, and by what the sources are.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { APPLIANCE_LIMITS } from "../../../shared/limits/processes.ts";
import { unknownSettings } from "../../support/deploy/known-settings.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ALL_UNITS = globSync("deploy/systemd/*.service").sort();
const UNITS = ALL_UNITS.filter((unit) => basename(unit).startsWith("clipmill"));
const FOUND = spawnSync("systemd-analyze", ["--version"], { encoding: "utf8" });
const NO_SYSTEMD = FOUND.error === undefined ? false : "there is no systemd-analyze on this machine";

/** A unit's settings by name; of those that are given twice all. */
function settingsOf(unit: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const [, name = "", value = ""] of readFileSync(unit, "utf8").matchAll(/^(\w+)=(.*)$/gm)) {
    settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
}

test("systemd takes the units as they are", { skip: NO_SYSTEMD }, async (t) => {
  const folder = await temporaryFolder(t);
  // Its check wants the programs to be there.
  const program = join(folder, "node");
  await writeFile(program, "#!/bin/sh\n");
  await chmod(program, 0o755);
  const copies = await Promise.all(
    ALL_UNITS.map(async (unit) => {
      const copy = join(folder, basename(unit));
      const text = readFileSync(unit, "utf8").replace(/^(ExecStart=)\S+/gm, `$1${program}`);
      await writeFile(copy, text);
      return copy;
    }),
  );
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...copies], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /clipmill|nvidia/, stderr);
});

test("what the units leave open is little, as systemd counts it", { skip: NO_SYSTEMD }, () => {
  for (const unit of UNITS) {
    const args = ["security", "--offline=true", "--threshold=25", "--no-pager", unit];
    assert.doesNotThrow(() => execFileSync("systemd-analyze", args, { stdio: "pipe" }), unit);
  }
});

test("the units run what package.json runs, as users without rights, and end it as it wants to be ended", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  assert.equal(UNITS.length, 3);
  const users = new Set<string | undefined>();
  for (const unit of UNITS) {
    const settings = settingsOf(unit);
    const script = basename(unit).replace(/^clipmill-?|\.service$/g, "") || "start";
    const command =
      settings.get("ExecStart")?.[0]?.replace("/opt/clipmill/node_modules/.bin/", "exec ") ?? "";
    // Root's start drops its rights by a preloaded file; here nothing starts as root, and nobody else has the same /tmp.
    assert.equal(command, scripts[script]?.replaceAll(/ --import (?!\S*thread-pool)\.\S+\.mjs/g, ""));
    assert.deepEqual(settings.get("PrivateTmp"), ["yes"]);
    assert.ok(existsSync(command.split(" ").at(-1) ?? ""), command);
    assert.deepEqual(settings.get("KillMode"), ["mixed"]);
    assert.deepEqual(settings.get("NoNewPrivileges"), ["yes"]);
    assert.deepEqual(settings.get("ProtectSystem"), ["strict"]);
    assert.deepEqual(settings.get("RestartPreventExitStatus"), ["78"]);
    assert.ok(settings.has("MemoryMax") && settings.has("TasksMax") && settings.has("LimitNOFILE"));
    const [user] = settings.get("User") ?? [];
    assert.match(
      readFileSync("deploy/systemd/clipmill.sysusers.conf", "utf8"),
      new RegExp(`^u ${user} `, "m"),
    );
    users.add(user);
    const dataDir = /CLIPMILL_DATA_DIR=(\S+)/.exec(settings.get("Environment")?.[0] ?? "")?.[1];
    assert.equal(dataDir, `/var/lib/${settings.get("StateDirectory")?.[0]}`);
    assert.ok(existsSync(`deploy/systemd/${basename(settings.get("EnvironmentFile")?.[0] ?? "")}.example`));
  }
  assert.equal(users.size, 2);
});

test("the unit of all of Clipmill gives it the time that its stop may take", () => {
  const [seconds] = settingsOf("deploy/systemd/clipmill.service").get("TimeoutStopSec") ?? [];
  assert.ok(Number(seconds) * 1_000 > APPLIANCE_LIMITS.stopTimeoutMs);
});

test("every setting that the units and their examples name exists", () => {
  const files = globSync("deploy/systemd/*");
  const names = files.flatMap((file) => readFileSync(file, "utf8").match(/\bCLIPMILL_[A-Z0-9_]+/g) ?? []);
  assert.ok(names.length > 8);
  assert.deepEqual(unknownSettings(names), []);
});
