// Leads graphile-worker's log lines into ours, one level lower: its "info" is a line per job, which belongs to
// debugging, while errors stay errors.
import { Logger as QueueLogger } from "graphile-worker";
import type { Logger } from "../../logger.ts";

/** Jobs ask the queue when they begin and when they end, so that few connections serve many of them. */
const INTENDED = /^WARNING: having maxPoolSize/;
const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/** A logger for graphile-worker's `logger` option; silent without a target. */
export function queueLogger(logger?: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    const ours = INTENDED.test(message) ? "debug" : LEVELS[level as keyof typeof LEVELS];
    logger?.[ours]({ ...scope, ...meta }, message);
  });
}
