// `npm run models -- pull recommended`: what this machine should have, shown before it is fetched.
import { CATALOGUE } from "../../media-node/models/catalogue/catalogue.ts";
import type { CatalogueEntry } from "../../media-node/models/catalogue/catalogue-entry.ts";
import type { RecommendedEntry } from "../../media-node/models/catalogue/recommend-models.ts";
import { AppError } from "../../shared/errors.ts";
import { formatTable } from "../format-table.ts";
import { type FoundMachine, findMachine } from "./find-machine.ts";
import {
  type FailedModel,
  findMissing,
  type Installation,
  type InstallationOptions,
  type InstallationPlan,
  installPlanned,
  type PlannedModel,
  planInstallation,
  plannedBytes,
  planOffline,
} from "./install-recommended.ts";
import type { ModelsCall, ModelsResult } from "./models-call.ts";
import { formatSize } from "./models-list.ts";

/** In the place of a model's name. */
export const RECOMMENDED = "recommended";

/** What was found, in a sentence for whoever chooses models, and why a GPU that is there cannot be used. */
export function describeMachine({ cores, memoryBytes, gpuMemoryBytes, gpuLack }: FoundMachine): string {
  const gpu =
    gpuMemoryBytes === 0
      ? "no GPU that models can run on"
      : `a GPU with ${formatSize(gpuMemoryBytes)} that models can run on`;
  const lack = gpuLack === null ? "" : ` No model can run on its GPU: ${gpuLack}`;
  return `This machine has ${cores} cores, ${formatSize(memoryBytes)} of memory, and ${gpu}.${lack}`;
}

function sizeText(models: readonly PlannedModel[]): string {
  const sizes = models.flatMap((model) => model.sizes);
  if (sizes.every((size) => size === null)) return formatSize(null);
  return `${sizes.includes(null) ? "at least " : ""}${formatSize(plannedBytes(models))}`;
}

function failureLines(failed: readonly FailedModel[]): string[] {
  return failed.map(({ entry, failure }) => `${entry.name} was left out: ${failure.message}`);
}

/** The list that is shown before anything is fetched. */
export function describePlan(machine: FoundMachine, plan: InstallationPlan): string {
  const rows = plan.models.map((model) => {
    const { name, recommended, license, improves } = model.entry;
    return {
      name,
      for: recommended.sense,
      size: sizeText([model]),
      license,
      "what gets better": improves,
    };
  });
  return [describeMachine(machine), "", formatTable(rows), "", ...failureLines(plan.failed)].join("\n");
}

function describeInstallation({ installed, failed }: Installation, modelsDir: string): string {
  const names = installed.map(({ name }) => name).join(", ");
  const recorded = installed.reduce((sum, each) => sum + each.recorded.length, 0);
  return [
    ...(installed.length === 0 ? [] : [`Installed in ${modelsDir}: ${names}.`]),
    ...(recorded === 0
      ? []
      : [
          `Nobody had pinned the hashes of ${recorded} of their files: what came is recorded, and \`verify\` holds to it from now on.`,
        ]),
    ...failureLines(failed),
    ...(failed.length === 0 ? [] : ["Run the same again to fetch what is missing."]),
  ].join("\n");
}

async function mayInstall({ options, ask }: ModelsCall, plan: InstallationPlan): Promise<boolean> {
  if (options.yes === true) return true;
  const answer = await ask(`Install ${plan.models.length === 1 ? "it" : "them"} (${sizeText(plan.models)})?`);
  if (answer !== undefined) return answer;
  throw new AppError("INVALID_REQUEST", "Nobody can be asked here: run it again with --yes to install them.");
}

/** Runs the command. @throws AppError that says what to do; `signal.reason` on abort */
export async function pullRecommended(
  call: ModelsCall,
  foundByNodes: string,
  catalogue: readonly CatalogueEntry[] = CATALOGUE,
): Promise<ModelsResult> {
  const { modelsDir, mirror, settings, signal, onProgress, say } = call;
  const options: InstallationOptions = { models: { modelsDir, modelMirror: mirror }, signal, onProgress };
  const { speechModel } = settings;
  const machine = await findMachine(settings.providerChoice);
  const missing = await findMissing(machine, { modelsDir, speechModel }, catalogue);
  if (missing.length === 0) {
    const text = `${describeMachine(machine)}\nWhat it should have is there already.`;
    return { json: { machine, installed: [], failed: [] }, text };
  }
  const plan = await planInstallation(missing, options).catch((error: unknown) => {
    // Whoever fetches them elsewhere, for lack of a way to the hub, has to know which.
    if (error instanceof AppError) say(describePlan(machine, planOffline(missing)));
    throw error;
  });
  say(describePlan(machine, plan));
  if (!(await mayInstall(call, plan))) {
    return { json: { machine, installed: [], failed: [] }, text: "Nothing was installed.", failed: true };
  }
  const installation = await installPlanned(plan, options);
  const { installed, failed } = installation;
  return {
    json: {
      machine,
      installed: installed.map(({ entry: { license }, name, folder }) => ({ name, license, folder })),
      failed: failed.map(({ entry: { name }, failure }) => ({ name, reason: failure.message })),
    },
    text: [
      describeInstallation(installation, modelsDir),
      ...(installed.length > 0 ? [foundByNodes] : []),
    ].join("\n"),
    failed: failed.length > 0,
  };
}

/** What is missing here, for a plan of what to fetch elsewhere. @throws as findMissing */
export async function missingHere({ modelsDir, settings }: ModelsCall): Promise<RecommendedEntry[]> {
  const machine = await findMachine(settings.providerChoice);
  return findMissing(machine, { modelsDir, speechModel: settings.speechModel });
}
