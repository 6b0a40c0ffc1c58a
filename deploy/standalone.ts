// `npm start`: runs the appliance on this machine until it is told to stop. The console's address is the only thing
// on standard output. The first SIGTERM or SIGINT stops everything in order, a second one at once.
import "../shared/process/check-node.ts";
import { PROCESS_LIMITS } from "../shared/limits/processes.ts";
import { createLogger, readLogLevel } from "../shared/logger.ts";
import { EXIT_CONFIG, SettingError } from "../shared/process/environment.ts";
import { leaveProcess } from "../shared/process/leave-process.ts";
import { STOP_SIGNALS } from "../shared/process/run-process.ts";
import { StartError } from "../shared/process/start-error.ts";
import { warnOfUnknownSettings } from "../shared/process/unknown-settings.ts";
import { type Appliance, startAppliance } from "./appliance/appliance.ts";
import { offerFirstOperator } from "./appliance/first-operator-link.ts";
import { adviseOnModels } from "./models/missing-models.ts";

const EXIT_KILLED = 137;

const logger = createLogger("standalone");

function exitCodeOf(error: unknown): number {
  if (error instanceof SettingError) return EXIT_CONFIG;
  return error instanceof StartError ? error.exitCode : 1;
}

function report(error: unknown): void {
  if (error instanceof SettingError || error instanceof StartError) console.error(error.message);
  else logger.fatal({ err: error }, "the appliance could not start");
}

/** Aborts on the first signal; on a later one, ends the appliance at once. */
function watchSignals(stopping: AbortController, killAll: () => void): void {
  let firstAt: number | undefined;
  const onSignal = (signal: string): void => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      logger.info({ signal }, "stopping; another signal ends everything at once");
      stopping.abort(new StartError("The start was interrupted."));
    } else if (now - firstAt > PROCESS_LIMITS.sameSignalMs) killAll();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => onSignal(signal));
  // Started by a supervisor of its own (tsx is one), the appliance ends with it.
  if (process.connected) process.on("disconnect", () => onSignal("disconnect"));
}

async function main(): Promise<number> {
  const stopping = new AbortController();
  let appliance: Appliance | undefined;
  watchSignals(stopping, () => {
    appliance?.kill();
    leaveProcess(EXIT_KILLED);
  });
  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  logger.level = readLogLevel(process.env);
  warnOfUnknownSettings(process.env, logger);
  appliance = await startAppliance({ env: process.env, logger, signal: stopping.signal });
  console.log(`Clipmill is running: ${appliance.url}`);
  const offer = await offerFirstOperator(appliance);
  if (offer !== undefined) console.error(offer);
  // A folder that cannot be read is the media node's to complain of.
  const advice = await adviseOnModels(process.env).catch(() => undefined);
  if (advice !== undefined) console.error(advice);
  const failure = await Promise.race([appliance.failed, stopped]);
  if (failure === undefined) await appliance.stop();
  else report(failure);
  return failure?.exitCode ?? 0;
}

const exitCode = await main().catch((error: unknown) => {
  report(error);
  return exitCodeOf(error);
});
// Not left to the last handle's end: a part that could not be ended may hold one for ever.
leaveProcess(exitCode);
