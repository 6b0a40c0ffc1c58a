// The lock file is what a stranger's machine installs: every package from the registry must carry its integrity hash.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface LockEntry {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockEntry> };
/** The project itself and the folders of its own that it installs as packages. */
const OWN = new Set(["", "shared/uws"]);

test("every package of the lock file has an integrity hash or is a folder of the project", () => {
  const entries = Object.entries(lock.packages);
  assert.ok(entries.length > 50, "the lock file must list packages, or this test proves nothing");
  const without = entries.filter(([path, entry]) => {
    if (OWN.has(path) || (entry.link === true && OWN.has(entry.resolved ?? ""))) return false;
    return !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? "");
  });
  assert.deepEqual(
    without.map(([path]) => path),
    [],
  );
});

test("direct dependencies are pinned to exact versions", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies } as Record<string, string>;
  const loose = Object.entries(all).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$|^file:/.test(version),
  );
  assert.deepEqual(loose, []);
});
