// What `npm run models` does with its arguments, apart from the process that it is.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readModelSettings } from "../../media-node/models/model-settings.ts";
import { AppError } from "../../shared/errors.ts";
import {
  type Environment,
  EXIT_CONFIG,
  readHttpUrl,
  SettingError,
} from "../../shared/process/environment.ts";
import { handBack } from "../../shared/process/service-user.ts";
import { EXIT_USAGE, isUsageError } from "../../shared/process/usage-error.ts";
import { createProgressLine, type ProgressStream } from "../progress-line.ts";
import type { ModelsCall } from "./models-call.ts";
import { MODELS_COMMANDS, MODELS_OPTIONS } from "./models-commands.ts";
import { showPull } from "./show-pull.ts";

const EXIT_INTERRUPTED = 130;

/** Why the signal is aborted where whoever called has broken the command off. */
export class Interruption extends Error {}

export interface ModelsSurroundings {
  readonly env: Environment;
  /** Where results and refusals go. */
  readonly terminal: Pick<Console, "log" | "error">;
  /** Where it is shown how far a download is. */
  readonly progress: ProgressStream;
  readonly ask: ModelsCall["ask"];
  readonly signal: AbortSignal;
}

function usage(): string {
  return [
    "Usage: npm run models -- COMMAND [--json] [--to DIR]",
    ...MODELS_COMMANDS.map(({ usage: line }) => `  ${line}`),
    "DIR is where models are installed: CLIPMILL_MODELS_DIR unless given, else `models` in the data folder.",
  ].join("\n");
}

async function printResult(argv: readonly string[], surroundings: ModelsSurroundings): Promise<number> {
  const { env, terminal, progress: stream, ask, signal } = surroundings;
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: MODELS_OPTIONS,
    allowPositionals: true,
    strict: true,
  });
  const command = MODELS_COMMANDS.find(({ word }) => word === positionals[0]);
  if (values.help === true) {
    terminal.log(usage());
    return 0;
  }
  if (command === undefined) {
    if (positionals.length > 0) terminal.error(`There is no command ${positionals[0]}.`);
    terminal.error(usage());
    return EXIT_USAGE;
  }
  const settings = readModelSettings(env);
  const modelsDir = values.to === undefined ? settings.modelsDir : resolve(values.to);
  const line = createProgressLine(stream);
  let hasProgress = false;
  try {
    const result = await command.run({
      args: positionals.slice(1),
      options: values,
      modelsDir,
      mirror: readHttpUrl({ "--mirror": values.mirror }, "--mirror") ?? settings.modelMirror,
      settings,
      env,
      signal,
      say: (text) => terminal.error(text),
      ask,
      onProgress: (progress) => {
        hasProgress = true;
        showPull(line, progress);
      },
    });
    if (hasProgress) line.end();
    terminal.log(values.json === true ? JSON.stringify(result.json) : result.text);
    return result.failed === true ? 1 : 0;
  } catch (error) {
    if (hasProgress) line.end();
    throw error;
  } finally {
    handBack(modelsDir);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Interruption) return EXIT_INTERRUPTED;
  if (error instanceof SettingError) return EXIT_CONFIG;
  return isUsageError(error) ? EXIT_USAGE : 1;
}

/** Runs the command that the arguments name. Resolves to the exit code. */
export async function runModels(argv: readonly string[], surroundings: ModelsSurroundings): Promise<number> {
  try {
    return await printResult(argv, surroundings);
  } catch (error) {
    const code = exitCodeOf(error);
    const isExpected = code !== 1 || error instanceof AppError;
    surroundings.terminal.error(isExpected && error instanceof Error ? error.message : error);
    return code;
  }
}
