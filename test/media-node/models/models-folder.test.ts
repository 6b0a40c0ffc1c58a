// By what a models folder is known.
import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { identifyModelsFolder } from "../../../media-node/models/models-folder.ts";
import { isId } from "../../../shared/ids.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("all who have a folder know it by one id, also where they come at the same moment", async (t) => {
  const modelsDir = join(await temporaryFolder(t), "models");
  const ids = await Promise.all(Array.from({ length: 8 }, () => identifyModelsFolder(modelsDir)));
  assert.equal(new Set(ids).size, 1);
  assert.ok(isId("modelsFolder", String(ids[0])));
  assert.equal(await identifyModelsFolder(modelsDir), ids[0]);
  assert.deepEqual(await readdir(modelsDir), [".models-folder"]);
});

test("a folder that cannot have an id is known by its place", async (t) => {
  const folder = await temporaryFolder(t);
  const missing = join(folder, "not", "there");
  const id = await identifyModelsFolder(missing);
  assert.match(id, /^mdir_[0-9a-f]{26}$/);
  assert.equal(await identifyModelsFolder(missing), id);
  assert.notEqual(await identifyModelsFolder(join(folder, "nor", "there")), id);
});

test("an id that is none is not believed", async (t) => {
  const modelsDir = await temporaryFolder(t);
  await mkdir(join(modelsDir, "x"));
  await writeFile(join(modelsDir, ".models-folder"), "whatever");
  assert.match(await identifyModelsFolder(modelsDir), /^mdir_[0-9a-f]{26}$/);
});
