// An empty folder of models to which a test adds bundles, as `npm run models -- add` does.
import { join } from "node:path";
import type { TestContext } from "node:test";
import { addBundle } from "../../../media-node/models/add-bundle.ts";
import type { CatalogueEntry } from "../../../media-node/models/catalogue/catalogue-entry.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** `carried` names a path beside the folder, where what is added may lie. */
export async function adding(t: TestContext, catalogue: readonly CatalogueEntry[] = []) {
  const root = await temporaryFolder(t);
  const modelsDir = join(root, "models");
  return {
    modelsDir,
    carried: (name: string) => join(root, "carried", name),
    add: (path: string, name?: string) => addBundle({ path, modelsDir, catalogue, name }),
  };
}
