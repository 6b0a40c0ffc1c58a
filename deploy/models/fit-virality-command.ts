// `npm run models -- fit-virality FILE.csv`: teaches the virality model what became of clips.
import { findClipFeatures } from "../../control-plane/tasks/read/clip-features.ts";
import {
  type ClipOutcome,
  fitVirality,
  type ViralityFitReport,
} from "../../media-node/clips/virality/fit-virality.ts";
import { BUILT_IN_MODELS_DIR, scanBundles } from "../../media-node/models/find-bundles.ts";
import { connectDatabase } from "../../shared/db/connect.ts";
import { createLogger } from "../../shared/logger.ts";
import type { Environment } from "../../shared/process/environment.ts";
import { UsageError } from "../../shared/process/usage-error.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { openStorage } from "../../shared/storage/open-storage.ts";
import { explainDatabaseError } from "../appliance/explain-database-error.ts";
import { findDatabaseUrl } from "../appliance/find-database.ts";
import { findStorage } from "../appliance/find-storage.ts";
import type { ModelsCall, ModelsResult } from "./models-call.ts";
import { type FileOutcome, readOutcomes } from "./outcomes-file.ts";

const DEFAULT_COLUMN = "outcome";

interface FoundOutcomes {
  readonly outcomes: readonly ClipOutcome[];
  /** Clips that the database does not have, and clips of old versions, which kept no features. */
  readonly unknown: number;
  readonly withoutFeatures: number;
}

async function findFeatures(env: Environment, given: readonly FileOutcome[]): Promise<FoundOutcomes> {
  const url = await findDatabaseUrl(env);
  const sql = connectDatabase(url, { applicationName: "clipmill models", connections: 1 });
  let opened: Promise<ObjectStorage> | undefined;
  const storage = (): Promise<ObjectStorage> => {
    opened ??= openStorage(findStorage(env), createLogger("models", "warn"));
    return opened;
  };
  try {
    const found = await findClipFeatures(
      sql,
      storage,
      given.map(({ clipId }) => clipId),
    );
    const byClip = new Map(found.map((each) => [each.clipId, each]));
    const outcomes = given.flatMap(({ clipId, outcome }): ClipOutcome[] => {
      const clip = byClip.get(clipId);
      if (clip === undefined || clip.features === null) return [];
      return [{ clipId, outcome, group: clip.taskId, features: clip.features }];
    });
    const unknown = given.filter(({ clipId }) => !byClip.has(clipId)).length;
    return { outcomes, unknown, withoutFeatures: given.length - unknown - outcomes.length };
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function correlationLine(name: string, value: number): string {
  return `  ${name.padEnd(28)} ${value.toFixed(3)}`;
}

function describe(
  report: ViralityFitReport,
  { unknown, withoutFeatures }: FoundOutcomes,
  found: string,
): string {
  const skipped = [
    ...(unknown > 0 ? [`${unknown} of clips that this database does not have`] : []),
    ...(withoutFeatures > 0 ? [`${withoutFeatures} of clips made before features were kept`] : []),
    ...(report.otherVersions > 0 ? [`${report.otherVersions} of another version's features`] : []),
  ];
  const lines = [
    `${report.outcomes} outcomes were used${skipped.length === 0 ? "." : `; left out: ${skipped.join(", ")}.`}`,
    "Rank correlation with what happened (1: the same order, 0: no relation):",
    correlationLine("built-in model", report.builtIn),
    ...(report.inUse === null ? [] : [correlationLine("model in use, on unseen clips", report.inUse)]),
    correlationLine("fitted model, cross-validated", report.fitted),
  ];
  if (report.folder === null)
    return [...lines, "It is not better, and was not installed; --force installs it all the same."].join(
      "\n",
    );
  const why = report.isBetter ? "It is better" : "It is not better, but --force was given";
  return [...lines, `${why}: installed in ${report.folder}. ${found}`].join("\n");
}

/** Runs the command. @throws AppError INVALID_REQUEST that says what is wrong with the file; UNAVAILABLE */
export async function fitViralityCommand(call: ModelsCall, foundByNodes: string): Promise<ModelsResult> {
  const { args, options, modelsDir } = call;
  const [path] = args;
  if (path === undefined) throw new UsageError("The path of the file with outcomes is missing.");
  const column = typeof options.outcome === "string" ? options.outcome : DEFAULT_COLUMN;
  const found = await findFeatures(call.env, await readOutcomes(path, column));
  const { bundles } = await scanBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR });
  const { outcomes, unknown, withoutFeatures } = found;
  const report = await fitVirality({ outcomes, bundles, modelsDir, force: options.force === true });
  return { json: { ...report, unknown, withoutFeatures }, text: describe(report, found, foundByNodes) };
}
