// Structured logs for every process: JSON lines on standard error, so that standard output stays free for results.
// Secrets are redacted by path here, once, rather than by each caller.
import { type Logger, pino } from "pino";

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

/** The logger of one process; `part` names it, e.g. "control-plane". Level by `CLIPMILL_LOG_LEVEL`. */
export function createLogger(part: string, level = "info"): Logger {
  return pino(
    {
      level,
      base: { part },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED_PATHS, censor: "[redacted]" },
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
