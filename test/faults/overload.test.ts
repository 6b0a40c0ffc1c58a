// One account that asks for more than the database can give in time: whatever others are answered is what happened.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { send } from "../support/faults/client.ts";
import type { FaultBed } from "../support/faults/fault-bed.ts";
import { type FaultTest, faultTest } from "../support/faults/fault-test.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

const HEAVY_TASKS = 20;
/** About the words of six hours of speech. */
const WORDS = 54_000;

/** Makes finished transcriptions of six hours that lie in the database, and returns what reads them all at once. */
async function writeHeavyTasks({ bed, call, createShort }: FaultTest): Promise<() => Promise<unknown>> {
  for (let count = 0; count < HEAVY_TASKS; count += 1) await createShort();
  const words = `{"word": "transcribed", "start": 12345.67, "end": 12346.02, "score": 0.912}`;
  const output = `{"notice": null, "segments": 1, "language": "en", "model": "test", "duration": 21600,
    "captions": [{"text": "long", "start": 0, "end": 1, "words": [${Array(WORDS).fill(words).join(",")}]}]}`;
  await bed.sql`update tasks set state = 'finished', completed_at = now(), output = ${output}::text::jsonb`;
  await bed.sql`select leave_queue(array(select task_id from waiting_tasks))`;
  const tasks = await bed.sql<{ id: string }[]>`select id from tasks`;
  return () => Promise.all(tasks.map(({ id }) => call("GET", `/jobs/${id}`)));
}

const QUIET_MS = 3_000;
const WITHDRAWN_WITHIN_MS = 60_000;

/** Waits until the planes have asked the database for nothing of clients for a while: nothing waits in a pool. */
async function untilIdle({ sql }: FaultBed): Promise<void> {
  let quietSince = performance.now();
  const isIdle = async (): Promise<boolean> => {
    const [row] = await sql<{ active: number }[]>`
      select count(*)::int as active from pg_stat_activity
      where application_name like 'clipmill%' and query ~* '(from|into) tasks'
        and (state <> 'idle' or state_change > now() - interval '500 milliseconds')`;
    if (row?.active !== 0) quietSince = performance.now();
    return performance.now() - quietSince > QUIET_MS;
  };
  await until("the database to have done what it was asked", isIdle, 120_000);
}

/**
 * How long a request took meanwhile that asks the database for nothing, at the worst: that is what a slow machine and
 * replies of many megabytes cost this process and the control plane, and no bound of a request can make it shorter.
 */
function measureLag(url: string): { readonly stop: () => Promise<number> } {
  let isOver = false;
  let lagMs = 0;
  const measure = async (): Promise<void> => {
    while (!isOver) {
      const { tookMs } = await send({ method: "GET", url: `${url}/healthz` });
      lagMs = Math.max(lagMs, tookMs);
    }
  };
  const measured = measure();
  const stop = async (): Promise<number> => {
    isOver = true;
    await measured;
    return lagMs;
  };
  return { stop };
}

describe("one account that reads more than the database can send in time", () => {
  test("spoils nobody's answers: creates and reads after it are what happened", {
    timeout: 300_000,
  }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 0 });
    const { bed, createShort, plane } = faults;
    const readAll = await writeHeavyTasks(faults);
    const other = await bed.account({ moods: "1000" });

    // Some of these are cut off in the middle of their result, where the statement's time is up.
    await Promise.all(Array.from({ length: 8 }, readAll));
    const statuses: (number | null)[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await createShort()).status);
    const balance = await until("the other account's balance", async () => {
      const answer = await send({ method: "GET", url: `${plane.url}/api/v1/balance`, key: other.key });
      return answer.status === 503 ? undefined : answer;
    });
    assert.deepEqual(
      [balance.status, (balance.body.data as { moodsBalance: number } | undefined)?.moodsBalance],
      [200, 1_000],
      "another account reads its own balance",
    );
    const created = statuses.filter((status) => status === 201).length;
    assert.deepEqual(
      statuses.filter((status) => status !== 201 && status !== 503),
      [],
      `ten creates were answered ${statuses.join(", ")}`,
    );
    // What came about all the same is taken back once the database says so.
    const isExact = async (): Promise<boolean> =>
      (await bed.sql`select from tasks`).length === HEAVY_TASKS + created;
    await until(`${created} tasks of creates answered ${statuses.join(", ")}`, isExact, WITHDRAWN_WITHIN_MS);
  });

  test("what it makes others wait for is not done after they were told 503", {
    timeout: 300_000,
  }, async (t) => {
    const faults = await faultTest(t, { controlPlanes: 1, mediaNodes: 0 });
    const { bed, createShort, plane } = faults;
    const readAll = await writeHeavyTasks(faults);
    const reading = new AbortController();
    const reads = Array.from({ length: 6 }, async () => {
      while (!reading.signal.aborted) await readAll();
    });
    // Whether or not they are allowed to keep the database busy: the creates come when they have begun.
    const isBusy = async (): Promise<boolean> => {
      const [row] = await bed.sql<{ active: number }[]>`
        select count(*)::int as active from pg_stat_activity
        where application_name like 'clipmill%' and state = 'active' and query ~* 'tasks'`;
      return (row?.active ?? 0) >= 6;
    };
    await until("the reads to keep the database busy", isBusy, 5_000).catch(() => undefined);
    const lag = measureLag(plane.url);
    const creates = await Promise.all(Array.from({ length: 60 }, () => createShort()));
    const lagMs = await lag.stop();
    reading.abort();
    await Promise.all(reads);
    await untilIdle(bed);
    const created = creates.filter((answer) => answer.status === 201).length;
    const statuses = creates.map((answer) => answer.status);
    const left = async (): Promise<{ tasks: number; charged: number; waiting: number } | undefined> => {
      const [row] = await bed.sql<{ tasks: number; charged: number; waiting: number }[]>`
        select (select count(*)::int from tasks) - ${HEAVY_TASKS} as tasks,
          (select sum(case kind when 'charge' then moods when 'refund' then -moods end)::int from ledger_entries)
            - ${HEAVY_TASKS} as charged,
          (select count(*)::int from waiting_tasks) as waiting`;
      return row;
    };
    // What was still under way when its client was told 503 is taken back once the database says so.
    const isExact = async (): Promise<boolean> => (await left())?.tasks === created;
    await until("withdrawals", isExact, WITHDRAWN_WITHIN_MS).catch(() => undefined);
    assert.deepEqual(
      await left(),
      { tasks: created, charged: created, waiting: created },
      `answered ${statuses.join(", ")}`,
    );
    t.diagnostic(`answered ${statuses.join(", ")}`);
    const slowest = Math.max(...creates.map((answer) => answer.tookMs));
    assert.ok(slowest < 8_000 + 2 * lagMs, `every create is answered in time, not after ${slowest} ms`);
  });
});
