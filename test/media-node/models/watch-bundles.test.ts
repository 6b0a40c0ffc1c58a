// The models of a running node, read again at a SIGHUP.
import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { BUILT_IN_MODELS_DIR } from "../../../media-node/models/find-bundles.ts";
import { watchBundles } from "../../../media-node/models/watch-bundles.ts";
import { createLogger } from "../../../shared/logger.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("a model that was installed meanwhile is found at a SIGHUP, and whoever listens is told once it is there", async (t) => {
  const modelsDir = await temporaryFolder(t);
  const watched = await watchBundles({ modelsDir, logger: createLogger("test", "silent") });
  t.after(() => watched.close());
  const installed = (): string[] =>
    watched.bundles().flatMap(({ manifest, isBuiltIn }) => (isBuiltIn ? [] : [manifest.name]));
  assert.deepEqual(installed(), []);
  await cp(join(BUILT_IN_MODELS_DIR, "virality-en"), join(modelsDir, "virality-en"), { recursive: true });
  const told = new Promise<string[]>((resolve) => watched.onChange(() => resolve(installed())));
  process.emit("SIGHUP");
  assert.deepEqual(await told, ["virality-en"]);
});
