// Structured logs for every process: JSON lines on standard error, so that standard output stays free for results; on a
// terminal they are written for whoever looks at it.
// Secrets are redacted by path here, once, rather than by each caller.
import { isatty } from "node:tty";
import { type DestinationStream, type Logger, pino } from "pino";
import { formatLogLine } from "./format-log-line.ts";
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

const STANDARD_ERROR = 2;

/** @see https://no-color.org */
function takesColours({ NO_COLOR = "", TERM }: Environment): boolean {
  return NO_COLOR === "" && TERM !== "dumb";
}

function openLog(): DestinationStream {
  const log = pino.destination({
    fd: STANDARD_ERROR,
    sync: true,
    maxLength: PROCESS_LIMITS.unwrittenLogBytes,
  });
  // A log that cannot be written, such as a file on a full disk, must not end the process; it is tried again.
  log.on("error", () => undefined);
  if (!isatty(STANDARD_ERROR)) return log;
  const isColoured = takesColours(process.env);
  return { write: (line) => void log.write(formatLogLine(line, isColoured)) };
}

/**
 * The logger of one process; `part` names it, e.g. "control-plane". A process reads its level once it has a logger, which
 * has to tell where that setting is wrong.
 */
export function createLogger(part: string, level = "info"): Logger {
  return pino(
    {
      level,
      base: { part },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED_PATHS, censor: "[redacted]" },
      formatters: { level: (label) => ({ level: label }) },
    },
    openLog(),
  );
}
