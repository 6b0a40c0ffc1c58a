// A data folder that cannot be made is a wrong setting: each command says so and ends, instead of trying for ever.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, stat, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { makeFolder } from "../../../shared/process/own-folders.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** /proc refuses new folders with ENOENT, which Node's recursive mkdir takes for a parent that is missing. */
const IMPOSSIBLE = "/proc/clipmill";
const isLinux = process.platform === "linux";

function startCommand(file: string, env: Readonly<Record<string, string>>) {
  const run = spawnSync(process.execPath, [file], {
    env: {
      PATH: process.env.PATH,
      CLIPMILL_PORT: "0",
      CLIPMILL_MEDIA_PORT: "0",
      CLIPMILL_SECRET: "a-signing-secret-that-only-tests-know",
      ...env,
    },
    encoding: "utf8",
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  return { status: run.status, output: run.stdout + run.stderr };
}

test("npm start names a data folder that cannot be made, and ends", { skip: !isLinux }, () => {
  const { status, output } = startCommand("deploy/standalone.ts", { CLIPMILL_DATA_DIR: IMPOSSIBLE });
  assert.match(output, /^CLIPMILL_DATA_DIR names a folder that cannot be made, \/proc\/clipmill: ENOENT/m);
  assert.equal(status, 78);
});

/** Loaded before all else: whatever would be written into the data folder finds its disk full. */
const FULL_DISK = `data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  const { open } = fs;
  fs.open = (path, ...rest) => {
    if (!String(path).startsWith(process.env.CLIPMILL_DATA_DIR)) return open(path, ...rest);
    return Promise.reject(Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }));
  };
  syncBuiltinESMExports();
`)}`;

test("npm start names the data folder whose disk is full", async (t) => {
  const folder = await temporaryFolder(t);
  const { status, output } = startCommand("deploy/standalone.ts", {
    CLIPMILL_DATA_DIR: folder,
    CLIPMILL_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    NODE_OPTIONS: `--import ${FULL_DISK}`,
  });
  assert.ok(
    output.endsWith(`The disk of the data folder ${folder} is full: make room on it, and start again.\n`),
    output,
  );
  assert.equal(status, 1);
});

for (const plane of ["control-plane", "media-node"]) {
  test(`a ${plane} that runs alone does so too, for each setting`, { skip: !isLinux }, () => {
    for (const [variable, value] of [
      ["CLIPMILL_DATA_DIR", IMPOSSIBLE],
      ["CLIPMILL_STORAGE", `file:${IMPOSSIBLE}/files`],
    ] as const) {
      const env = { CLIPMILL_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", [variable]: value };
      const { status, output } = startCommand(`${plane}/main.ts`, env);
      assert.match(output, new RegExp(`${variable} names a folder that cannot be made, /proc/clipmill`));
      assert.equal(status, 78);
    }
  });
}

test("a folder is made with the parents that it lacks, for its user alone, and one that is there is left", async (t) => {
  const root = await temporaryFolder(t);
  makeFolder(`${root}/a/b`);
  assert.equal((await stat(`${root}/a`)).mode & 0o777, 0o700);
  await chmod(`${root}/a/b`, 0o755);
  makeFolder(`${root}/a/b`);
  assert.equal((await stat(`${root}/a/b`)).mode & 0o777, 0o755);
  await writeFile(`${root}/file`, "");
  assert.throws(() => makeFolder(`${root}/file`), { code: "EEXIST" });
  assert.throws(() => makeFolder(`${root}/file/below`), { code: "ENOTDIR" });
});
