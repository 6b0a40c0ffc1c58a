// The models of a running node, read again where the folder has changed, and where somebody asks.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fsPromises, { cp, rename, rm } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { BUILT_IN_MODELS_DIR } from "../../../media-node/models/find-bundles.ts";
import { watchBundles } from "../../../media-node/models/watch-bundles.ts";
import { createLogger } from "../../../shared/logger.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

test("a model that was just installed is found where that is asked for, and whoever listens is told once it is there", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const watched = await watchBundles({ modelsDir, logger: createLogger("test", "silent") });
  t.after(() => watched.close());
  const installed = (): string[] =>
    watched.bundles().flatMap(({ manifest, isBuiltIn }) => (isBuiltIn ? [] : [manifest.name]));
  assert.deepEqual(installed(), []);
  await cp(join(BUILT_IN_MODELS_DIR, "virality-en"), join(modelsDir, "virality-en"), { recursive: true });
  const told = new Promise<string[]>((resolve) => watched.onChange(() => resolve(installed())));
  await watched.readAgain();
  assert.deepEqual(await told, ["virality-en"]);
});

test("a model that comes, changes or goes is noticed without any signal, and nothing is read again for nothing", async (t) => {
  const modelsDir = join(await temporaryFolder(t), "models");
  const watched = await watchBundles({ modelsDir, logger: createLogger("test", "silent"), intervalMs: 5 });
  t.after(() => watched.close());
  let readings = 0;
  watched.onChange(() => {
    readings += 1;
  });
  const installed = (): string[] =>
    watched.bundles().flatMap(({ manifest, isBuiltIn }) => (isBuiltIn ? [] : [manifest.name]));
  const model = join(BUILT_IN_MODELS_DIR, "virality-en");
  await cp(model, join(modelsDir, "virality-en"), { recursive: true });
  await until("the model that came", () => installed().includes("virality-en"));
  // At once: what goes file by file may be read again for each of them.
  await rename(modelsDir, `${modelsDir}-away`);
  await until("the model that went", () => installed().length === 0);
  const before = readings;
  await cp(model, join(modelsDir, ".staging-virality-en"), { recursive: true });
  await rename(join(modelsDir, ".staging-virality-en"), join(modelsDir, "virality-en"));
  await until("the model that came", () => installed().includes("virality-en"));
  let looks = 0;
  const { readdir } = fsPromises;
  t.mock.method(fsPromises, "readdir", (path: string, options?: object) => {
    if (path === modelsDir && options === undefined) looks += 1;
    return readdir(path, options as never);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  await until("many looks at what has not changed", () => looks >= 20);
  // The folder is gone, is there without the model, and has it: a look that comes late sees some of that at once.
  assert.ok(readings - before <= 3, `${readings - before} readings of three changes`);
});

test("a model that a killed installation had put aside is there again, at the start and while the node runs", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const putAside = async (): Promise<void> => {
    const copy = join(modelsDir, ".copy");
    await cp(join(BUILT_IN_MODELS_DIR, "virality-en"), copy, { recursive: true });
    await rename(copy, join(modelsDir, `.replaced-virality-en@${hostname()}@${deadPid}`));
  };
  const deadPid = spawnSync(process.execPath, ["-e", ""]).pid;
  await putAside();
  const watched = await watchBundles({ modelsDir, logger: createLogger("test", "silent"), intervalMs: 5 });
  t.after(() => watched.close());
  const isInstalled = (): boolean =>
    watched.bundles().some(({ manifest, isBuiltIn }) => !isBuiltIn && manifest.name === "virality-en");
  assert.ok(isInstalled());
  await rm(join(modelsDir, "virality-en"), { recursive: true });
  await until("the model to go", () => !isInstalled());
  await putAside();
  await until("the model to come back", isInstalled);
});

test("a model is found although the folder could not be read when it came", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const watched = await watchBundles({ modelsDir, logger: createLogger("test", "silent"), intervalMs: 5 });
  t.after(() => watched.close());
  const { readdir } = fsPromises;
  let failures = 0;
  t.mock.method(fsPromises, "readdir", (path: string, options?: object) => {
    if (path !== modelsDir || options === undefined || failures > 0) return readdir(path, options as never);
    failures += 1;
    return Promise.reject(Object.assign(new Error("EIO: i/o error"), { code: "EIO" }));
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  await cp(join(BUILT_IN_MODELS_DIR, "virality-en"), join(modelsDir, ".staging-virality-en"), {
    recursive: true,
  });
  await rename(join(modelsDir, ".staging-virality-en"), join(modelsDir, "virality-en"));
  await until("the model that came", () =>
    watched.bundles().some(({ manifest, isBuiltIn }) => !isBuiltIn && manifest.name === "virality-en"),
  );
  assert.equal(failures, 1);
});
