// What every long-running process of the appliance does at its edges: tell its supervisor that it is ready, stop once
// on a signal or when the supervisor is gone, and leave with a code that says why.
import { SettingError } from "./environment.ts";
import type { Logger } from "./logger.ts";

/** EX_CONFIG of sysexits.h: the settings are wrong, so that starting again would not help. */
const EXIT_CONFIG = 78;

export interface RunningProcess {
  /** Where the process answers, for its supervisor and its log. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a process's parts and stays until it is told to stop. Never rejects: failures end the process. */
export async function runProcessUntilStopped(
  logger: Logger,
  start: () => Promise<RunningProcess>,
): Promise<void> {
  let running: RunningProcess;
  try {
    running = await start();
  } catch (error) {
    if (error instanceof SettingError) logger.fatal(error.message);
    else logger.fatal({ err: error }, "start failed");
    process.exit(error instanceof SettingError ? EXIT_CONFIG : 1);
  }
  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, "stopping");
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, "stop failed");
        process.exit(1);
      },
    );
  };
  process.once("SIGTERM", () => stop("SIGTERM"));
  process.once("SIGINT", () => stop("SIGINT"));
  process.once("disconnect", () => stop("the supervisor is gone"));
  logger.info({ url: running.url }, "ready");
  process.send?.({ type: "ready", url: running.url });
}
