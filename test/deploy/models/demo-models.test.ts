// Which installed models the demo uses, whose own data are elsewhere.
import assert from "node:assert/strict";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { demoModelsDir } from "../../../deploy/models/demo-models.ts";
import { findUnreadable } from "../../../shared/process/os-user.ts";
import { isRoot } from "../../../shared/process/service-user.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const NOBODY = { name: "65534:65534", uid: 65_534, gid: 65_534 };

test("the demo uses the models that are installed for an appliance here, or where the setting says", async (t) => {
  const dataDir = await temporaryFolder(t);
  const env = { CLIPMILL_DATA_DIR: dataDir, CLIPMILL_USER: "root" };
  assert.equal(await demoModelsDir(env, await temporaryFolder(t)), join(dataDir, "models"));
  const elsewhere = { ...env, CLIPMILL_MODELS_DIR: "/elsewhere" };
  assert.equal(await demoModelsDir(elsewhere, await temporaryFolder(t)), "/elsewhere");
});

const skip =
  !isRoot() || findUnreadable(NOBODY, [process.execPath, fileURLToPath(import.meta.url)]) !== undefined
    ? "needs root, and an installation that others can read"
    : false;

test("under root, models that the node's user cannot read do not keep the demo from starting", {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  const modelsDir = join(folder, "data", "models");
  await mkdir(modelsDir, { recursive: true });
  const env = { CLIPMILL_DATA_DIR: join(folder, "data"), CLIPMILL_USER: NOBODY.name };
  await chmod(join(folder, "data"), 0o700);
  assert.equal(await demoModelsDir(env, join(folder, "demo")), undefined);
  await chmod(join(folder, "data"), 0o755);
  assert.equal(await demoModelsDir(env, join(folder, "demo")), modelsDir);
});
