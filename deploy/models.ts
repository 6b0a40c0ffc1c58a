// `npm run models -- …`: what models there are, and how they come onto this machine. Results go to standard output,
// progress and failures to standard error. It needs no appliance, only the folder where models are installed; but
// fit-virality reads the database.
import "../shared/process/check-node.ts";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readModelSettings } from "../media-node/models/model-settings.ts";
import { AppError } from "../shared/errors.ts";
import { EXIT_CONFIG, readHttpUrl, SettingError } from "../shared/process/environment.ts";
import { askOperator } from "./models/ask-operator.ts";
import { MODELS_COMMANDS, MODELS_OPTIONS } from "./models/models-commands.ts";
import { showPull } from "./models/show-pull.ts";
import { createProgressLine } from "./progress-line.ts";

const EXIT_USAGE = 64;
const EXIT_INTERRUPTED = 130;

class Interruption extends Error {}

function usage(): string {
  return [
    "Usage: npm run models -- COMMAND [--json] [--to DIR]",
    ...MODELS_COMMANDS.map(({ usage: line }) => `  ${line}`),
    "DIR is where models are installed: CLIPMILL_MODELS_DIR unless given, else `models` in the data folder.",
  ].join("\n");
}

/** Aborts on Ctrl-C and SIGTERM; a second one ends the process by itself. */
function watchSignals(): AbortSignal {
  const stopping = new AbortController();
  const reason = new Interruption("Interrupted. What has arrived is kept: run the same again to go on.");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stopping.abort(reason));
  return stopping.signal;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: MODELS_OPTIONS,
    allowPositionals: true,
    strict: true,
  });
  const command = MODELS_COMMANDS.find(({ word }) => word === positionals[0]);
  if (command === undefined || values.help === true) {
    console.error(usage());
    return values.help === true ? 0 : EXIT_USAGE;
  }
  const settings = readModelSettings(process.env);
  const line = createProgressLine(process.stderr);
  const signal = watchSignals();
  let hasProgress = false;
  try {
    const result = await command.run({
      args: positionals.slice(1),
      options: values,
      modelsDir: values.to === undefined ? settings.modelsDir : resolve(values.to),
      mirror: readHttpUrl({ "--mirror": values.mirror }, "--mirror") ?? settings.modelMirror,
      settings,
      signal,
      say: (text) => console.error(text),
      ask: (question) => askOperator(question, signal),
      onProgress: (progress) => {
        hasProgress = true;
        showPull(line, progress);
      },
    });
    if (hasProgress) line.end();
    console.log(values.json === true ? JSON.stringify(result.json) : result.text);
    return result.failed === true ? 1 : 0;
  } catch (error) {
    if (hasProgress) line.end();
    throw error;
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Interruption) return EXIT_INTERRUPTED;
  if (error instanceof SettingError) return EXIT_CONFIG;
  const isUsage =
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  return isUsage ? EXIT_USAGE : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  const code = exitCodeOf(error);
  const isExpected = code !== 1 || error instanceof AppError;
  console.error(isExpected && error instanceof Error ? error.message : error);
  return code;
});
