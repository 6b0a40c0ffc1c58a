// Writes the built-in virality bundle beside this file from its priors. Run by hand after a change of priors or features:
// node --import tsx media-node/models/training/virality/make-model.ts
import { fileURLToPath } from "node:url";
import { viralityDescription, writeViralityBundle } from "../../../clips/virality/virality-bundle.ts";
import { FEATURES_VERSION } from "../../../clips/virality/virality-feature-list.ts";
import { priorModel } from "./prior-model.ts";

const DESCRIPTION = viralityDescription(
  {
    name: "virality-en",
    version: "1",
    title: "Virality of English clips, from written-down priors",
    license: "Apache-2.0",
    priority: 10,
  },
  FEATURES_VERSION,
);

await writeViralityBundle(
  fileURLToPath(new URL("../../built-in/virality-en/", import.meta.url)),
  priorModel(),
  DESCRIPTION,
);
