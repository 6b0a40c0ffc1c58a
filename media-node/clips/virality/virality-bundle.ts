// A virality bundle on the disk: `model.onnx`, which is run, `weights.json`, the same numbers as fit-virality reads
// them, and the manifest, written last.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { VIRALITY_FIT_LIMITS } from "../../../shared/limits/clips.ts";
import { compileSchema } from "../../../shared/schemas/validate.ts";
import type { BundleManifest } from "../../models/model-bundle.ts";
import { type BundleDescription, describeFile, writeManifest } from "../../models/write-manifest.ts";
import type { AdditiveModel } from "./additive-model.ts";
import { writeViralityNetwork } from "./virality-network.ts";

const NETWORK_FILE = "model.onnx";
const WEIGHTS_FILE = "weights.json";

const Numbers = Type.Array(Type.Number());
const Weights = Type.Object({
  featuresVersion: Type.Integer({ minimum: 1 }),
  features: Type.Array(Type.String(), { minItems: 1, maxItems: 1_000 }),
  knots: Numbers,
  neutral: Numbers,
  weights: Type.Array(Type.Array(Numbers)),
  bias: Numbers,
  /** Ids of the clips that it was fitted to; of the built-in model none. */
  fittedTo: Type.Optional(Type.Array(Type.String(), { maxItems: VIRALITY_FIT_LIMITS.outcomes.max })),
});

/** The model, and what it was fitted to. */
export interface StoredModel extends AdditiveModel {
  readonly fittedTo?: readonly string[];
}

const checkWeights: (value: unknown) => Static<typeof Weights> = compileSchema(Weights);

/** The manifest of a virality bundle but its files. */
export function viralityDescription(
  changes: Pick<BundleDescription, "name" | "version" | "title" | "license" | "priority">,
  featuresVersion: number,
): BundleDescription {
  return {
    kind: "virality",
    family: "additive",
    languages: ["en"],
    ...changes,
    virality: { featuresVersion },
  };
}

/** Writes the bundle into an existing or new folder. @throws AppError UNAVAILABLE; the file system's errors */
export async function writeViralityBundle(
  folder: string,
  model: StoredModel,
  description: BundleDescription,
): Promise<BundleManifest> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, NETWORK_FILE), writeViralityNetwork(model));
  await writeFile(join(folder, WEIGHTS_FILE), `${JSON.stringify(model)}\n`);
  const files = await Promise.all([NETWORK_FILE, WEIGHTS_FILE].map((path) => describeFile(folder, path)));
  const manifest = { ...description, files };
  await writeManifest(folder, manifest);
  return manifest;
}

/** The numbers of a bundle's model. @throws Error of the file system or of JSON; AppError INVALID_REQUEST */
export async function readViralityWeights(folder: string): Promise<StoredModel> {
  return checkWeights(JSON.parse(await readFile(join(folder, WEIGHTS_FILE), "utf8")));
}
