// Writes the built-in highlight bundle beside this file from its patterns and priors. Run by hand after a change of them:
// node --import tsx media-node/models/training/highlights/make-model.ts
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MATCH_CURVES_VERSION } from "../../../highlights/match-curves.ts";
import { writeHighlightNetwork } from "../../../highlights/moments/highlight-network.ts";
import { describeFile, writeManifest } from "../../write-manifest.ts";
import { priorModel } from "./prior-model.ts";

const NETWORK_FILE = "model.onnx";

const folder = fileURLToPath(new URL("../../built-in/highlights/", import.meta.url));
const model = priorModel();
await writeFile(join(folder, NETWORK_FILE), writeHighlightNetwork(model));
await writeManifest(folder, {
  name: "highlights",
  kind: "highlight-scoring",
  family: "curve-kernels",
  version: "1",
  title: "Moments of matches in thirteen categories, from written-down priors",
  license: "Apache-2.0",
  priority: 10,
  highlights: { curvesVersion: MATCH_CURVES_VERSION, categories: [...model.categories] },
  files: [await describeFile(folder, NETWORK_FILE)],
});
