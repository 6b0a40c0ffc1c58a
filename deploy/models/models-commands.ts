// The commands of `npm run models`, as a table: each names its usage and what it does. What a command returns is printed
// as JSON or for people; `failed` makes the process end with 1.
import type { ParseArgsOptionsConfig } from "node:util";
import { type AddedBundle, addBundle } from "../../media-node/models/add-bundle.ts";
import { CATALOGUE } from "../../media-node/models/catalogue/catalogue.ts";
import { addressOf, type CatalogueEntry } from "../../media-node/models/catalogue/catalogue-entry.ts";
import { BUILT_IN_MODELS_DIR, scanBundles } from "../../media-node/models/find-bundles.ts";
import { pullBundle } from "../../media-node/models/pull-bundle.ts";
import { type DamagedFile, verifyBundle } from "../../media-node/models/verify-bundle.ts";
import { AppError } from "../../shared/errors.ts";
import { UsageError } from "../../shared/process/usage-error.ts";
import { formatTable } from "../format-table.ts";
import { fitViralityCommand } from "./fit-virality-command.ts";
import type { ModelsCall, ModelsCommand, ModelsResult } from "./models-call.ts";
import { formatModels, formatSize, listModels } from "./models-list.ts";
import { missingHere, pullRecommended, RECOMMENDED } from "./recommended-command.ts";

export const MODELS_OPTIONS = {
  json: { type: "boolean" },
  help: { type: "boolean" },
  to: { type: "string" },
  name: { type: "string" },
  mirror: { type: "string" },
  force: { type: "boolean" },
  "dry-run": { type: "boolean" },
  yes: { type: "boolean" },
  outcome: { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

function invalid(message: string): AppError {
  return new AppError("INVALID_REQUEST", message);
}

async function list({ modelsDir }: ModelsCall): Promise<ModelsResult> {
  const { bundles, broken } = await scanBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR });
  const models = listModels(bundles, CATALOGUE);
  const warnings = broken.map(({ folder, reason }) => `${folder} cannot be used: ${reason}`);
  return { json: models, text: [`Models in ${modelsDir}`, "", formatModels(models), ...warnings].join("\n") };
}

function findEntry(name: string | undefined): CatalogueEntry {
  if (name === undefined) throw new UsageError("The model's name is missing; `list` shows them.");
  const entry = CATALOGUE.find((each) => each.name === name);
  if (entry !== undefined) return entry;
  throw invalid(
    `The catalogue has no ${name}. It has: ${CATALOGUE.map((each) => each.name).join(", ")}. A model from elsewhere is installed with \`add\`.`,
  );
}

const FOUND_BY_NODES = "Media nodes find what is new by themselves, within seconds.";

async function pull(call: ModelsCall): Promise<ModelsResult> {
  const { modelsDir, mirror, signal, onProgress } = call;
  const isDryRun = call.options["dry-run"] === true;
  if (call.args[0] === RECOMMENDED) {
    if (!isDryRun) return pullRecommended(call, FOUND_BY_NODES);
    const plans = (await missingHere(call)).map((missing) => planPull(missing, mirror));
    const text = plans.map((plan) => plan.text).join("\n\n");
    return { json: plans.map((plan) => plan.json), text: text || "Nothing is missing here." };
  }
  const entry = findEntry(call.args[0]);
  if (isDryRun) return planPull(entry, mirror);
  const force = call.options.force === true;
  const pulled = await pullBundle({ entry, modelsDir, mirror, force, signal, onProgress });
  if (pulled.wasInstalled) {
    return {
      json: pulled,
      text: `${entry.name} is installed already in ${pulled.folder}; --force fetches it again.`,
    };
  }
  const recorded =
    pulled.recorded.length === 0
      ? ""
      : `\nNobody had pinned the hash of ${pulled.recorded.join(", ")}: what came is recorded, and \`verify\` holds to it from now on.`;
  const text = `${entry.name} is installed in ${pulled.folder} (licence: ${entry.license}). ${FOUND_BY_NODES}${recorded}`;
  return { json: pulled, text };
}

/** For machines without internet: what to fetch elsewhere, and how to bring it in. */
function planPull(entry: CatalogueEntry, mirror: string | undefined): ModelsResult {
  const files = entry.files.map((file) => ({
    path: file.path,
    url: addressOf(entry.source, file, mirror),
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
  }));
  const rows = files.map(({ path, sizeBytes, url }) => ({
    file: path,
    size: formatSize(sizeBytes),
    address: url,
  }));
  const text = [
    `${entry.title}, licence ${entry.license}`,
    "",
    formatTable(rows),
    "",
    `Save each file under its path in a folder named ${entry.name}, carry the folder to the machine, and run there:`,
    `npm run models -- add ${entry.name}`,
  ].join("\n");
  return { json: { name: entry.name, license: entry.license, files }, text };
}

async function add({ args, options, modelsDir }: ModelsCall): Promise<ModelsResult> {
  const [path] = args;
  if (path === undefined) throw new UsageError("The path of a folder or a file is missing.");
  const name = typeof options.name === "string" ? options.name : undefined;
  const { folder, manifest }: AddedBundle = await addBundle({ path, modelsDir, catalogue: CATALOGUE, name });
  const { kind, family, title, license, languages = [] } = manifest;
  return {
    json: { name: manifest.name, kind, family, title, license, languages, folder },
    text: `${manifest.name} (${title}, for ${kind}) is installed in ${folder}. ${FOUND_BY_NODES}`,
  };
}

interface VerifiedModel {
  readonly name: string;
  readonly folder: string;
  readonly damaged: readonly DamagedFile[];
}

async function verify({ args, modelsDir, signal }: ModelsCall): Promise<ModelsResult> {
  const { bundles, broken } = await scanBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR });
  const [name] = args;
  const isAsked = (folder: string, bundleName?: string): boolean =>
    name === undefined || bundleName === name || folder.endsWith(`/${name}`);
  const results: VerifiedModel[] = broken
    .filter(({ folder }) => isAsked(folder))
    .map(({ folder, reason }) => ({
      name: folder.split("/").at(-1) ?? folder,
      folder,
      damaged: [{ path: "manifest.json", problem: reason }],
    }));
  for (const bundle of bundles.filter(({ folder, manifest }) => isAsked(folder, manifest.name))) {
    const damaged = await verifyBundle(bundle, signal);
    results.push({ name: bundle.manifest.name, folder: bundle.folder, damaged });
  }
  if (name !== undefined && results.length === 0) throw invalid(`${name} is not installed in ${modelsDir}.`);
  const lines = results.flatMap(({ name: each, folder, damaged }) =>
    damaged.length === 0
      ? [`${each}: whole`]
      : damaged.map(({ path, problem }) => `${each}: DAMAGED: ${folder}: ${path} ${problem}`),
  );
  const failed = results.some(({ damaged }) => damaged.length > 0);
  const advice = failed ? ["Install a damaged model again: `pull NAME --force`, or `add`."] : [];
  const text = [...lines, ...advice].join("\n") || `No model is installed in ${modelsDir}.`;
  return { json: results, text, failed };
}

export const MODELS_COMMANDS: readonly ModelsCommand[] = [
  { word: "list", usage: "list", run: list },
  { word: "pull", usage: "pull recommended [--yes] [--mirror URL] [--dry-run]", run: pull },
  { word: "pull", usage: "pull NAME [--mirror URL] [--force] [--dry-run]", run: pull },
  { word: "add", usage: "add PATH [--name NAME]", run: add },
  { word: "verify", usage: "verify [NAME]", run: verify },
  {
    word: "fit-virality",
    usage: "fit-virality OUTCOMES.csv [--outcome COLUMN] [--force]",
    run: (call) => fitViralityCommand(call, FOUND_BY_NODES),
  },
];
