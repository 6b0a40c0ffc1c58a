// Creates that wait for an account's row for as long as a test holds it: the test looks for who waits before it goes on, and
// may itself have to wait for its machine.
import type { TestContext } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { DATABASE_LIMITS } from "../../../shared/limits/database.ts";
import { CREATE_LIMITS, HTTP_LIMITS } from "../../../shared/limits/requests.ts";
import type { TestControlPlaneOptions } from "./control-plane.ts";

/** Longer than a machine stands still, and shorter than the runner lets a test be. */
const PATIENCE_MS = 300_000;

/**
 * For the rest of the test. Call it first: connections keep the bounds under which they were opened. Requests are answered in
 * their own time all the same.
 */
export function patientCreates(t: TestContext): void {
  const creates: { lockTimeoutMs: number } = CREATE_LIMITS;
  t.mock.property(creates, "lockTimeoutMs", PATIENCE_MS);
  const database: Record<"statementTimeoutMs" | "replyTimeoutMs" | "idleTransactionMs", number> =
    DATABASE_LIMITS;
  for (const name of ["statementTimeoutMs", "replyTimeoutMs", "idleTransactionMs"] as const)
    t.mock.property(database, name, PATIENCE_MS);
}

export interface PatientAnswers {
  /** For the control plane of the test. */
  readonly options: Required<Pick<TestControlPlaneOptions, "envFor">>;
  /** Lets the time of all answers pass by its database's clock, since withdrawals wait for that. */
  pass(sql: Sql): Promise<void>;
}

/** Patient creates, and as much time for the answers of all requests. */
export function patientAnswers(t: TestContext): PatientAnswers {
  patientCreates(t);
  const answers: { replyTimeoutMs: number } = HTTP_LIMITS;
  t.mock.property(answers, "replyTimeoutMs", PATIENCE_MS);
  return {
    options: {
      envFor: async (databaseUrl) => {
        await letClockPass(databaseUrl);
        return {};
      },
    },
    pass: async (sql) => void (await sql`update passed_time set ms = ${PATIENCE_MS}`),
  };
}

/** Connections that are opened from now on find a clock that is ahead by what the table says. */
async function letClockPass(databaseUrl: string): Promise<void> {
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  try {
    // A name is looked up in pg_catalog first unless the path says otherwise.
    await sql.unsafe(`
      create table passed_time (ms int not null);
      insert into passed_time values (0);
      create function public.clock_timestamp() returns timestamptz language sql volatile
        as 'select pg_catalog.clock_timestamp() + ms * interval ''1 millisecond'' from public.passed_time';
      alter database ${new URL(databaseUrl).pathname.slice(1)} set search_path = public, pg_catalog`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
