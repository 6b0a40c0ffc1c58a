// Fills a migrated database with what a year of use leaves: tasks with their runs, webhooks and charges, half of them one
// account's, and all counters and sums as the statements would have kept them. Two connections fill side by side, each a
// partition at a time.
import postgres from "postgres";
import { createAccount } from "../../control-plane/accounts/manage-accounts.ts";
import { grantMoods } from "../../control-plane/billing/grant-moods.ts";
import { sumNextDays } from "../../control-plane/db/usage-days.ts";
import type { Sql } from "../../shared/db/connect.ts";
import { fillPartition, type Period } from "./fill-partitions.ts";
import { DAYS, FILLED_TABLES } from "./fill-rows.ts";
import { insertSums } from "./fill-sums.ts";

const PERIOD_DAYS = 30;
const ACCOUNTS = 100;
const WRITERS = 2;

export interface FilledDatabase {
  /** Owns half of all tasks. */
  readonly busyAccountId: string;
  readonly accountIds: readonly string[];
}

/** One connection that stays, without the time limits that requests have. */
function openSession(databaseUrl: string): Sql {
  return postgres(databaseUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: { timezone: "UTC", session_replication_role: "replica" },
  });
}

/** Does all work, two at a time, each on a connection of its own. */
async function shareWork<T>(
  databaseUrl: string,
  work: readonly T[],
  doIt: (sql: Sql, one: T) => Promise<unknown>,
): Promise<void> {
  const left = [...work];
  const writer = async (): Promise<void> => {
    const sql = openSession(databaseUrl);
    try {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await doIt(sql, one);
    } finally {
      await sql.end();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

/** Periods of the whole year, beside those that there are. */
async function makePeriods(sql: Sql): Promise<Period[]> {
  await sql`
    insert into periods (starts_at, ends_at)
    select first.starts_at - n * make_interval(days => ${PERIOD_DAYS}), first.starts_at - (n - 1) * make_interval(days => ${PERIOD_DAYS})
    from (select min(starts_at) as starts_at from periods) first, generate_series(1, ${DAYS / PERIOD_DAYS + 1}::int) as n`;
  return sql<Period[]>`select starts_at, ends_at from periods order by starts_at`;
}

/** After a fill nothing is marked as visible to all, nor known to the planner. */
async function vacuumAll(databaseUrl: string, sql: Sql): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by relpages desc`;
  await shareWork(databaseUrl, tables, (session, { name }) => session`vacuum (analyze) ${session(name)}`);
  const parents = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p'`;
  // Their partitions have been analyzed.
  for (const { name } of parents) await sql`analyze only ${sql(name)}`;
}

/** Makes accounts, whose balances cover anything, and `rows` tasks with all that is theirs. */
export async function fillDatabase(
  databaseUrl: string,
  rows: number,
  signal: AbortSignal,
): Promise<FilledDatabase> {
  const sql = openSession(databaseUrl);
  const accountIds: string[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const { id } = await createAccount(sql, { email: `bench-${index}@localhost`, approve: true });
    await grantMoods(sql, { accountId: id, moods: "100000000", note: null });
    accountIds.push(id);
  }
  const filling = { rows, until: new Date(), accountIds };
  const periods = await makePeriods(sql);
  const parts = periods.flatMap((period) => FILLED_TABLES.map((filled) => ({ period, filled })));
  await shareWork(databaseUrl, parts, async (session, { period, filled }) => {
    signal.throwIfAborted();
    await fillPartition(session, filled, period, filling);
  });
  const [busyAccountId = ""] = accountIds;
  await insertSums(sql, busyAccountId);
  while ((await sumNextDays(sql)) > 0);
  await vacuumAll(databaseUrl, sql);
  await sql.end();
  return { busyAccountId, accountIds };
}
