import assert from "node:assert/strict";
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  linkLibraries,
  locatePostgresBinaries,
  makeRunnable,
  type PostgresBinaries,
} from "../../../deploy/postgres/postgres-binaries.ts";
import { createLogger } from "../../../shared/logger.ts";
import { findUser } from "../../../shared/process/os-user.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("library links that the install has left out are made, and found ones kept", async (t) => {
  const packageDir = await temporaryFolder(t);
  await mkdir(join(packageDir, "native", "lib"), { recursive: true });
  const links = ["libpq.so", "libpq.so.5"].map((name) => ({
    source: "native/lib/libpq.so.5.18",
    target: `native/lib/${name}`,
  }));
  await writeFile(join(packageDir, "native", "pg-symlinks.json"), JSON.stringify(links));
  await writeFile(join(packageDir, "native", "lib", "libpq.so.5.18"), "library");
  await writeFile(join(packageDir, "native", "lib", "libpq.so"), "there already");
  await linkLibraries(packageDir);
  await linkLibraries(packageDir);
  assert.equal(await readFile(join(packageDir, "native", "lib", "libpq.so.5"), "utf8"), "library");
  assert.equal(await readFile(join(packageDir, "native", "lib", "libpq.so"), "utf8"), "there already");
});

test("this platform's binaries are found", async () => {
  const { initdb, postgres, version } = await locatePostgresBinaries();
  assert.match(version, /^18\./);
  assert.match(initdb, /\/initdb$/);
  assert.match(postgres, /\/postgres$/);
});

const skip = process.getuid?.() === 0 ? false : "needs root";
const logger = createLogger("test", "silent");

/** A program in a folder that only root may enter, and a umask as hardened machines have it. */
async function closedBinaries(t: TestContext, folder: string): Promise<PostgresBinaries> {
  const packageDir = join(folder, "package");
  const bin = join(packageDir, "native", "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, "postgres"), "#!/bin/sh\n", { mode: 0o755 });
  await chmod(packageDir, 0o700);
  const before = process.umask(0o077);
  t.after(() => process.umask(before));
  return { packageDir, version: "18", initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

test("another user can run root's copy of the binaries whatever root's umask is", { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  const binaries = await closedBinaries(t, folder);
  const sharedDir = join(folder, "shared");
  const copy = await makeRunnable(binaries, findUser("nobody"), { sharedDir, logger });
  assert.ok(copy.postgres.startsWith(`${sharedDir}/`));
  assert.equal((await stat(sharedDir)).mode & 0o777, 0o755);
  // As an earlier start may have left it.
  await chmod(sharedDir, 0o700);
  assert.deepEqual(await makeRunnable(binaries, findUser("nobody"), { sharedDir, logger }), copy);
});

test("a copy that its user cannot get to is named, and not taken for another platform's", {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const binaries = await closedBinaries(t, folder);
  await chmod(folder, 0o700);
  await assert.rejects(
    makeRunnable(binaries, findUser("nobody"), { sharedDir: join(folder, "shared"), logger }),
    { name: "StartError", message: /^The user nobody cannot run PostgreSQL's binary .*\/shared\// },
  );
});
