// Bundles of small models in the model hub's layout.
import type { ModelBundle } from "../../../media-node/models/model-bundle.ts";
import { describeFile, writeManifest } from "../../../media-node/models/write-manifest.ts";
import { carriedFolder } from "./carried-folder.ts";

/** Writes the files of a bundle with a manifest of what is there. */
export async function writeHubBundle(
  folder: string,
  files: Readonly<Record<string, string | Buffer | object>>,
  description: Pick<ModelBundle["manifest"], "kind" | "family" | "languages">,
): Promise<ModelBundle> {
  await carriedFolder(folder, files);
  const described = await Promise.all(Object.keys(files).map((path) => describeFile(folder, path)));
  const manifest = {
    name: "small",
    version: "1",
    title: "A small model",
    license: "MIT",
    ...description,
    files: described,
  };
  await writeManifest(folder, manifest);
  return { folder, manifest };
}
