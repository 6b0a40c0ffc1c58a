// Gathers what every authenticated request adds to its account's usage, and writes it down once a second: a row per
// request was rejected, since it would cost more than most requests do. What is gathered is bounded, outlives a
// database that is away, and is written when the process stops. A statement whose answer was lost is repeated, so that
// an outage may count a second's requests twice, and never drops them.
import type { Queryable } from "../../shared/db/connect.ts";
import { USAGE_LIMITS } from "../../shared/limits/requests.ts";
import { SECOND } from "../../shared/limits/units.ts";
import type { Logger } from "../../shared/logger.ts";
import { repeatEvery } from "../../shared/repeat.ts";
import { insertUsage } from "../db/usage.ts";

/** Of a second: what takes a moment to reach the database is still in the right one. */
const MIDDLE_S = 0.5;

interface Gathered {
  readonly accountId: string;
  /** Since this process began, more or less: its calendar may be off, or be set meanwhile. */
  readonly secondS: number;
  readonly method: string;
  readonly endpoint: string;
  requests: number;
  durationMs: number;
}

export interface UsageRecorder {
  /** Counts one answered request. @param endpoint the route's pattern, never a request's own path */
  record(accountId: string, method: string, endpoint: string, durationMs: number): void;
  /** Writes what was recorded before this call. @throws the database's error; the counts are kept */
  flush(): Promise<void>;
  /** Ends the regular writing and writes what is left. */
  stop(): Promise<void>;
}

/**
 * Starts to record, and to write once a second. What cannot be written waits, up to a bound; beyond that it
 * is lost, which the log tells.
 */
export function createUsageRecorder(sql: Queryable, logger: Logger): UsageRecorder {
  let gathered = new Map<string, Gathered>();
  let lost = 0;
  let writing: Promise<void> = Promise.resolve();
  /** What makes this process's seconds begin with the database's: others would be counted in the second before. */
  let shiftS = 0;
  const nowS = (): number => performance.now() / SECOND + shiftS;

  const add = (key: string, count: Gathered): void => {
    const known = gathered.get(key);
    if (known !== undefined) {
      known.requests += count.requests;
      known.durationMs += count.durationMs;
    } else if (gathered.size < USAGE_LIMITS.pendingCounts) gathered.set(key, count);
    else lost += count.requests;
  };
  const write = async (): Promise<void> => {
    const entries = [...gathered];
    gathered = new Map();
    if (lost > 0) logger.error({ requests: lost }, "usage was lost: too much waits for the database");
    lost = 0;
    while (entries.length > 0) {
      const part = entries.slice(0, USAGE_LIMITS.countsPerStatement);
      try {
        const atS = nowS() - MIDDLE_S;
        const fractionS = await insertUsage(
          sql,
          part.map(([, { secondS, ...count }]) => ({ ...count, ageS: atS - secondS })),
        );
        const lateS = fractionS - nowS();
        // Whole seconds apart they begin together.
        shiftS += lateS - Math.round(lateS);
        entries.splice(0, part.length);
      } catch (error) {
        for (const [key, count] of entries) add(key, count);
        throw error;
      }
    }
  };
  const flush = (): Promise<void> => {
    writing = writing.catch(() => undefined).then(write);
    return writing;
  };
  const repetition = repeatEvery(USAGE_LIMITS.flushIntervalMs, "recording usage", logger, flush);
  return {
    record(accountId, method, endpoint, durationMs) {
      const secondS = Math.floor(nowS());
      const key = `${secondS} ${accountId} ${method} ${endpoint}`;
      const known = gathered.get(key);
      if (known === undefined) add(key, { accountId, secondS, method, endpoint, requests: 1, durationMs });
      else {
        known.requests += 1;
        known.durationMs += durationMs;
      }
    },
    flush,
    async stop() {
      await repetition.stop();
      await flush().catch((error: unknown) =>
        logger.error({ err: error }, "the last usage was not recorded"),
      );
    },
  };
}
