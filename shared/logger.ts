// Structured logs for every process: JSON lines on standard error, so that standard output stays free for results.
// Secrets are redacted by path here, once, rather than by each caller.
import { type Logger, pino } from "pino";
import { PROCESS_LIMITS } from "./limits/processes.ts";
import { type Environment, readChoice } from "./process/environment.ts";

export type { Logger };

const REDACTED_PATHS = [
  "key",
  "secret",
  "password",
  "*.key",
  "*.secret",
  "*.password",
  '*["x-service-api-key"]',
];

const LEVELS = ["trace", "debug", "info", "warn", "error"] as const;

/** What a process logs from, by its setting. @throws SettingError */
export function readLogLevel(env: Environment, fallback: (typeof LEVELS)[number] = "info"): string {
  return readChoice(env, "CLIPMILL_LOG_LEVEL", LEVELS, fallback);
}

/**
 * The logger of one process; `part` names it, e.g. "control-plane". A process reads its level once it has a logger, which
 * has to tell where that setting is wrong.
 */
export function createLogger(part: string, level = "info"): Logger {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: PROCESS_LIMITS.unwrittenLogBytes });
  // A log that cannot be written, such as a file on a full disk, must not end the process; it is tried again.
  destination.on("error", () => undefined);
  return pino(
    {
      level,
      base: { part },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED_PATHS, censor: "[redacted]" },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}
