import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { linkLibraries, locatePostgresBinaries } from "../../../deploy/postgres/postgres-binaries.ts";
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
