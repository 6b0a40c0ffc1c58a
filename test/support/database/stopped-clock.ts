// The clock of a test's own database, where statements ask for `clock_timestamp()`: it stands until the test sets it, so that
// no deadline by that clock passes because a machine stood still. `now()` goes on.
import type { TestContext } from "node:test";
import { connectDatabase, type Sql } from "../../../shared/db/connect.ts";
import { cleanUp } from "../clean-up.ts";

export interface StoppedClock {
  /** Connections that see it. */
  readonly sql: Sql;
  /** At which it stands at first. */
  readonly startedAt: Date;
  /** How often it was looked at. */
  looks(): Promise<number>;
  set(time: Date): Promise<void>;
}

/** @param own connections to the same database that were there before, which go on seeing the real clock */
export async function stopDatabaseClock(
  t: TestContext,
  own: Sql,
  databaseUrl: string,
): Promise<StoppedClock> {
  const startedAt = new Date();
  const name = new URL(databaseUrl).pathname.slice(1);
  // A name is looked up in pg_catalog first unless the path says otherwise.
  await own.unsafe(`
    create table stopped_clock (time timestamptz not null);
    insert into stopped_clock values ('${startedAt.toISOString()}');
    create sequence stopped_clock_looks;
    create function public.clock_timestamp() returns timestamptz language sql volatile
      as 'select time from (select nextval(''public.stopped_clock_looks''), time from public.stopped_clock) as look';
    alter database ${name} set search_path = public, pg_catalog`);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 10 });
  cleanUp(t, () => sql.end({ timeout: 1 }));
  return {
    sql,
    startedAt,
    looks: async () => {
      const [row] = await own<{ n: number }[]>`
        select case when is_called then last_value else 0 end::int as n from stopped_clock_looks`;
      return row?.n ?? 0;
    },
    set: async (time) => void (await own`update stopped_clock set time = ${time}`),
  };
}
