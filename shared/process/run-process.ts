// What every long-running process of the appliance does at its edges: tell its supervisor that it is ready, stop once
// on a signal or when the supervisor is gone (also while it starts), and leave with a code that says why, whatever its
// threads are held up by.

import type { Logger } from "../logger.ts";
import { EXIT_CONFIG, SettingError } from "./environment.ts";
import { leaveProcess } from "./leave-process.ts";
import { StartError } from "./start-error.ts";

export interface RunningProcess {
  /** Where the process answers, for its supervisor and its log. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A terminal that is closed sends SIGHUP to all who were started from it: to the planes, too, and not only to their starter. */
export const STOP_SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Resolves with the first reason to stop. */
function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => resolve(signal));
    const isSupervised = process.send !== undefined;
    process.once("disconnect", () => resolve("the supervisor is gone"));
    if (isSupervised && !process.connected) resolve("the supervisor is gone");
  });
}

function describeStartFailure(error: unknown, logger: Logger): number {
  if (error instanceof SettingError || error instanceof StartError) logger.fatal(error.message);
  else logger.fatal({ err: error }, "start failed");
  if (error instanceof StartError) return error.exitCode;
  return error instanceof SettingError ? EXIT_CONFIG : 1;
}

/** Starts a process's parts and stays until it is told to stop. Never rejects: failures end the process. */
export async function runProcessUntilStopped(
  logger: Logger,
  start: () => Promise<RunningProcess>,
): Promise<void> {
  // What this process and its programs write is nobody else's to read.
  process.umask(0o077);
  process.once("uncaughtException", (error) => {
    logger.fatal({ err: error }, "an error that nothing expected ends the process");
    leaveProcess(1);
  });
  const stopping = stopRequested();
  const starting = start();
  // A process that is told to stop before it is ready has nothing to finish.
  const early = await Promise.race([stopping, starting.then(() => undefined)]).catch((error: unknown) =>
    leaveProcess(describeStartFailure(error, logger)),
  );
  if (early !== undefined) leaveProcess(0);
  const running = await starting;
  logger.info({ url: running.url }, "ready");
  process.send?.({ type: "ready", url: running.url });
  const reason = await stopping;
  logger.info({ reason }, "stopping");
  try {
    await running.stop();
    leaveProcess(0);
  } catch (error) {
    logger.error({ err: error }, "stop failed");
    leaveProcess(1);
  }
}
