// Fits the virality model to what became of clips and installs it, if it predicts better. The built-in model is always
// the starting point: fitting a fitted model to the same clips again would count them twice.
import { rm } from "node:fs/promises";
import { AppError } from "../../../shared/errors.ts";
import { VIRALITY_FIT_LIMITS } from "../../../shared/limits/clips.ts";
import { chooseBundle, type FoundBundle } from "../../models/find-bundles.ts";
import type { BundleManifest } from "../../models/model-bundle.ts";
import { installStaged, openStagingFolder } from "../../models/staging-folder.ts";
import { type AdditiveModel, scoreOf } from "./additive-model.ts";
import { fitAdditiveModel, type OutcomeExample } from "./fit-additive-model.ts";
import { spearman } from "./rank-correlation.ts";
import { readViralityWeights, viralityDescription, writeViralityBundle } from "./virality-bundle.ts";
import { FEATURES_VERSION } from "./virality-feature-list.ts";

const FITTED_NAME = "virality-fitted";
/** Above the built-in model, which has 10. */
const FITTED_PRIORITY = 500;

export interface ClipOutcome {
  readonly clipId: string;
  readonly outcome: number;
  /** Of the clip's job: clips of one source are alike. */
  readonly group: string;
  readonly features: { readonly version: number; readonly values: readonly (number | null)[] };
}

export interface ViralityFitOptions {
  readonly outcomes: readonly ClipOutcome[];
  /** All that are there, built-in ones too. */
  readonly bundles: readonly FoundBundle[];
  readonly modelsDir: string;
  /** Installs a model that is no better, too. */
  readonly force: boolean;
}

export interface ViralityFitReport {
  readonly outcomes: number;
  /** Outcomes of clips that were scored with features of another version. */
  readonly otherVersions: number;
  /** Rank correlations with the outcomes, -1 to 1: the built-in model, and cross-validated the fitted one. */
  readonly builtIn: number;
  readonly fitted: number;
  /** Of the fitted model in use, where there is one and it has not seen most of these clips; else null. */
  readonly inUse: number | null;
  readonly isBetter: boolean;
  /** Where it was installed; null where it was not. */
  readonly folder: string | null;
}

function readFeatures({ features }: ClipOutcome): number[] {
  return features.values.map((value) => value ?? Number.NaN);
}

function examplesOf(outcomes: readonly ClipOutcome[]): OutcomeExample[] {
  return outcomes.map((each) => ({ features: readFeatures(each), outcome: each.outcome, group: each.group }));
}

function requireEnough(usable: readonly ClipOutcome[], given: number): void {
  const { outcomes: bounds } = VIRALITY_FIT_LIMITS;
  if (usable.length < bounds.min) {
    const lost =
      given === usable.length ? "" : ` (${given - usable.length} are of an older version's features)`;
    throw new AppError(
      "INVALID_REQUEST",
      `There are ${usable.length} outcomes of known clips${lost}; at least ${bounds.min} are needed to tell anything from chance.`,
    );
  }
  if (new Set(usable.map(({ outcome }) => outcome)).size < 2)
    throw new AppError("INVALID_REQUEST", "All outcomes are the same: nothing can be learned from them.");
}

async function builtInWeights(bundles: readonly FoundBundle[]): Promise<AdditiveModel> {
  const bundle = chooseBundle(
    bundles.filter(({ isBuiltIn }) => isBuiltIn),
    "virality",
  );
  if (bundle === undefined)
    throw new AppError("MODEL_UNAVAILABLE", "The built-in virality model is missing.");
  return readViralityWeights(bundle.folder);
}

/** The correlation of a fitted model in use, over the clips that it was not fitted to. */
async function judgeInUse(
  bundles: readonly FoundBundle[],
  outcomes: readonly ClipOutcome[],
): Promise<number | null> {
  const bundle = chooseBundle(
    bundles.filter(({ manifest }) => manifest.virality?.featuresVersion === FEATURES_VERSION),
    "virality",
  );
  if (bundle === undefined || bundle.isBuiltIn) return null;
  const { fittedTo = [], ...model } = await readViralityWeights(bundle.folder);
  const seen = new Set(fittedTo);
  const unseen = outcomes.filter(({ clipId }) => !seen.has(clipId));
  if (unseen.length < VIRALITY_FIT_LIMITS.outcomes.min) return null;
  return spearman(
    unseen.map((each) => scoreOf(model, readFeatures(each))),
    unseen.map(({ outcome }) => outcome),
  );
}

async function install(
  modelsDir: string,
  model: AdditiveModel,
  outcomes: readonly ClipOutcome[],
  correlation: number,
): Promise<string> {
  const stagingFolder = await openStagingFolder(modelsDir, FITTED_NAME);
  try {
    const names: Pick<BundleManifest, "name" | "version" | "title" | "license" | "priority"> = {
      name: FITTED_NAME,
      version: new Date().toISOString().replaceAll(/[-:]|\.\d+Z$/g, ""),
      title: `Virality, fitted to ${outcomes.length} outcomes (rank correlation ${correlation.toFixed(2)})`,
      license: "Apache-2.0",
      priority: FITTED_PRIORITY,
    };
    const fittedTo = outcomes.map(({ clipId }) => clipId);
    const description = viralityDescription(names, model.featuresVersion);
    await writeViralityBundle(stagingFolder, { ...model, fittedTo }, description);
    return await installStaged({ stagingFolder, modelsDir, name: FITTED_NAME });
  } finally {
    await rm(stagingFolder, { recursive: true, force: true });
  }
}

/**
 * Fits, judges and installs.
 * @throws AppError INVALID_REQUEST where there are too few outcomes or all are the same; UNAVAILABLE for the disk
 */
export async function fitVirality(options: ViralityFitOptions): Promise<ViralityFitReport> {
  const { outcomes, bundles, modelsDir, force } = options;
  const usable = outcomes.filter(({ features }) => features.version === FEATURES_VERSION);
  requireEnough(usable, outcomes.length);
  const fit = fitAdditiveModel(await builtInWeights(bundles), examplesOf(usable));
  const inUse = await judgeInUse(bundles, usable);
  const isBetter = fit.fittedCorrelation > Math.max(fit.oldCorrelation, inUse ?? -1);
  const folder =
    isBetter || force ? await install(modelsDir, fit.model, usable, fit.fittedCorrelation) : null;
  return {
    outcomes: usable.length,
    otherVersions: outcomes.length - usable.length,
    builtIn: fit.oldCorrelation,
    fitted: fit.fittedCorrelation,
    inUse,
    isBetter,
    folder,
  };
}
