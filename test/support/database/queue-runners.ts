// Queue runners for tests, on databases that can be taken away from them.
import { once } from "node:events";
import type { TestContext } from "node:test";
import { pino } from "pino";
import { connectDatabase } from "../../../shared/db/connect.ts";
import {
  type QueueRunner,
  type QueueRunnerOptions,
  startQueueRunner,
} from "../../../shared/db/queue/queue-runner.ts";
import type { QueueHandler } from "../../../shared/db/queue/run-queue-job.ts";
import { migrateDatabase } from "../../../shared/db/schema/migrate.ts";
import { createLogger, type Logger } from "../../../shared/logger.ts";
import { cleanUp } from "../clean-up.ts";
import { until } from "../until.ts";
import { type StoppablePostgres, stoppablePostgres } from "./stoppable-postgres.ts";

/** Says nothing. */
const logger = createLogger("test", "silent");

/** Puts a job into the queue, over a connection of its own. */
export async function addJob(databaseUrl: string, name: string, payload: unknown = {}): Promise<void> {
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::text::json)`;
  await sql.end();
}

/** Starts a runner of four connections that works on one job at a time, unless told otherwise. */
export function startRunner(
  databaseUrl: string,
  handlers: Readonly<Record<string, QueueHandler>>,
  changes: Partial<QueueRunnerOptions> = {},
): Promise<QueueRunner> {
  const usual = { applicationName: "test", connections: 4, concurrency: 1, logger };
  return startQueueRunner({ ...usual, databaseUrl, handlers, ...changes });
}

/** What ends before the database that is made next goes: hooks run in the order of their registration. */
export function endsOf(t: TestContext): (() => Promise<unknown>)[] {
  const ends: (() => Promise<unknown>)[] = [];
  cleanUp(t, async () => {
    for (const end of ends) await end();
  });
  return ends;
}

/** A runner on a database that the test can take away. */
export async function outageScene(
  t: TestContext,
  handlers: Readonly<Record<string, QueueHandler>>,
  runnerLogger: Logger = logger,
): Promise<{ postgres: StoppablePostgres; runner: QueueRunner }> {
  let runner: QueueRunner | undefined;
  const postgres = await stoppablePostgres(t, async () => runner?.stop());
  const { databaseUrl } = postgres;
  await migrateDatabase(databaseUrl);
  runner = await startRunner(databaseUrl, handlers, { concurrency: 2, logger: runnerLogger });
  return { postgres, runner };
}

/** A runner whose slow job is under way while its database is taken away. */
export async function slowJobInOutage(t: TestContext) {
  const gate = new EventTarget();
  const seen: unknown[] = [];
  const lines: string[] = [];
  const handlers = {
    slow: async () => {
      seen.push("slow");
      await once(gate, "open");
    },
    note: async () => void seen.push("note"),
  };
  const listening = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const { postgres, runner } = await outageScene(t, handlers, listening);
  await addJob(postgres.databaseUrl, "slow");
  await until("the slow job to begin", () => seen.length === 1);
  await postgres.stop();
  const log = (text: string): boolean => lines.some((line) => line.includes(text));
  const forgetLog = (): void => void lines.splice(0);
  return {
    postgres,
    runner,
    handlers,
    seen,
    log,
    forgetLog,
    open: () => gate.dispatchEvent(new Event("open")),
  };
}

/** How many jobs the queue still has. */
export async function jobsLeft(databaseUrl: string): Promise<number> {
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  const jobs = await sql`select from graphile_worker.jobs`;
  await sql.end();
  return jobs.length;
}
