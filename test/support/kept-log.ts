// Loggers whose lines a test can read, or whoever reads how it failed.
import type { TestContext } from "node:test";
import { type Logger, pino } from "pino";

/** The last lines of a log tell what went wrong. */
const SHOWN_LINES = 40;

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export function keptLog(level = "info"): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const logger = pino({ level }, { write: (line: string) => lines.push(JSON.parse(line) as LogLine) });
  return { logger, lines };
}

/** Node's own context knows it; its types for this version do not say so. */
type EndedContext = TestContext & { readonly passed: boolean };

/** A logger whose last warnings and errors are shown where the test fails, and nowhere otherwise. */
export function logOfFailure(t: TestContext): Logger {
  const lines: string[] = [];
  t.after(() => {
    if ((t as EndedContext).passed) return;
    for (const line of lines) t.diagnostic(line.trimEnd());
  });
  const keep = (line: string): void => {
    lines.push(line);
    if (lines.length > SHOWN_LINES) lines.shift();
  };
  return pino({ level: "warn" }, { write: keep });
}
