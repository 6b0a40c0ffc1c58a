// Fills a migrated database with what years of use leave: tasks with their runs and charges, spread over a year, half of
// them one account's, and all counters and sums as the statements would have kept them. Rows are made by the server
// in pieces, without triggers; sums are made from them at the end, and checked against each other.

import postgres from "postgres";
import { createAccount } from "../../control-plane/accounts/manage-accounts.ts";
import { grantMoods } from "../../control-plane/billing/grant-moods.ts";
import type { Sql } from "../../shared/db/connect.ts";

const DAYS = 360;
const PERIOD_DAYS = 30;
const ACCOUNTS = 100;
const ROWS_PER_STATEMENT = 50_000;
const WRITERS = 2;
/** Ledger entries for each task: its charge, and small grants. */
const ENTRIES_PER_TASK = 5;

export interface FilledDatabase {
  /** Owns half of all tasks. */
  readonly busyAccountId: string;
  readonly accountIds: readonly string[];
}

/** One connection that stays, without the time limits that requests have. */
function openSession(databaseUrl: string): Sql {
  return postgres(databaseUrl, { max: 1, onnotice: () => undefined, connection: { timezone: "UTC" } });
}

async function makePeriods(sql: Sql): Promise<void> {
  await sql`
    insert into periods (starts_at, ends_at)
    select first.starts_at - n * make_interval(days => ${PERIOD_DAYS}), first.starts_at - (n - 1) * make_interval(days => ${PERIOD_DAYS})
    from (select min(starts_at) as starts_at from periods) first, generate_series(1, ${DAYS / PERIOD_DAYS + 1}) as n`;
  const missing = await sql<{ table_name: string; starts_at: Date }[]>`
    select t.table_name, p.starts_at from periods p, period_tables t
    where to_regclass(period_partition(t.table_name, p.starts_at)) is null`;
  for (const { table_name, starts_at } of missing)
    await sql`select make_partition(${table_name}, ${starts_at})`;
}

/** Tasks `from` to before `to` of `rows`, each an equal step of the year after the one before. */
function insertTasks(
  sql: Sql,
  accountIds: readonly string[],
  piece: { from: number; to: number; rows: number },
) {
  const { from, to, rows } = piece;
  return sql`
    with task as (
      select n, now() - make_interval(secs => ${DAYS * 86_400} * (1 - n / ${rows}::float8)) as at,
        (${accountIds as string[]}::text[])[case when n % 2 = 0 then 1 else 2 + n % ${accountIds.length - 1} end] as account_id,
        (array['clip', 'clip', 'clip', 'transcription', 'highlight'])[1 + (n / 2) % 5] as kind,
        case when n % 25 = 8 then 'failed' else 'finished' end as state
      from generate_series(${from}::bigint, ${to}::bigint - 1) as n
    ), named as (
      select *, id_floor('task', at) || substr(md5(n::text), 1, 16) as id,
        id_floor('run', at) || substr(md5(n::text), 1, 16) as run_id from task
    ), tasks_in as (
      insert into tasks (id, account_id, kind, state, request, request_hash, base_moods, charged_moods, refunded_moods,
        current_run_id, output, error, created_at, updated_at, completed_at, answers, work_removed_at, files_removed_at)
      select id, account_id, kind, state, '{"source": {"kind": "url", "url": "https://media.example/talk.mp4"}, "clipCount": 5}',
        decode(md5(n::text) || md5(n::text), 'hex'), 1, 1, case state when 'failed' then 1 else 0 end, run_id,
        case state when 'finished' then jsonb_build_object('notice', null, 'clips', '[]'::jsonb) end,
        case state when 'failed' then '{"code": "SOURCE_UNREACHABLE", "message": "The source cannot be reached.", "retryable": true}'::jsonb end,
        at, at + interval '2 minutes', at + interval '2 minutes', array['answer'], at + interval '20 minutes', at + interval '30 days'
      from named
    ), runs_in as (
      insert into runs (id, task_id, node_id, state, stage, percent, message, reported_at, started_at, updated_at, ended_at)
      select run_id, id, 'node_bench', case state when 'failed' then 'failed' else 'succeeded' end, 'uploading', 100, 'Finishing',
        at + interval '2 minutes', at, at + interval '2 minutes', at + interval '2 minutes'
      from named
    )
    insert into ledger_entries (account_id, kind, moods, task_id, created_at)
    select account_id, case e when 1 then 'charge' else 'grant' end, case e when 1 then 1 else 0.25 end,
      case e when 1 then id end, at
    from named, generate_series(1, ${ENTRIES_PER_TASK}) as e`;
}

async function insertAll(
  databaseUrl: string,
  accountIds: readonly string[],
  rows: number,
  signal: AbortSignal,
): Promise<void> {
  const pieces = Array.from({ length: Math.ceil(rows / ROWS_PER_STATEMENT) }, (_, index) => ({
    from: index * ROWS_PER_STATEMENT,
    to: Math.min(rows, (index + 1) * ROWS_PER_STATEMENT),
    rows,
  }));
  const write = async (): Promise<void> => {
    const sql = openSession(databaseUrl);
    await sql`select set_config('synchronous_commit', 'off', false), set_config('session_replication_role', 'replica', false)`;
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      signal.throwIfAborted();
      await insertTasks(sql, accountIds, piece);
    }
    await sql.end();
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** What the statements that create and end tasks would have counted. */
async function insertSums(sql: Sql): Promise<void> {
  await sql`
    insert into task_counts (account_id, kind, state, slot, tasks)
    select account_id, kind, state, 0, count(*) from tasks group by account_id, kind, state
    on conflict (account_id, kind, state, slot) do update set tasks = excluded.tasks`;
  await sql`
    insert into charge_seconds (account_id, second, kind, tasks, base_moods, charged_moods)
    select account_id, date_trunc('second', created_at), kind, count(*), sum(base_moods), sum(charged_moods)
    from tasks where created_at > now() - interval '30 days' group by 1, 2, 3`;
  await sql`
    insert into charge_hours (account_id, hour, kind, tasks, base_moods, charged_moods)
    select account_id, date_trunc('hour', created_at, 'UTC'), kind, count(*), sum(base_moods), sum(charged_moods)
    from tasks group by 1, 2, 3`;
  await sql`
    insert into usage_hours (account_id, hour, method, endpoint, requests, duration_ms)
    select a.account_id, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', e.method, e.endpoint, 3600, 7200
    from (select distinct account_id from task_counts) a, generate_series(1, ${DAYS * 24}) as h,
      (values ('POST', '/api/v1/clips'), ('GET', '/api/v1/jobs/:jobId'), ('GET', '/api/v1/jobs'), ('GET', '/api/v1/balance')) e (method, endpoint)
    where a.account_id = (select account_id from task_counts group by 1 order by sum(tasks) desc limit 1) or h <= 24`;
  await sql`
    update accounts a set moods_used = l.used, moods_granted = l.granted from (
      select account_id, sum(moods) filter (where kind = 'charge') as used, sum(moods) filter (where kind = 'grant') as granted
      from ledger_entries group by account_id) l where l.account_id = a.id`;
}

/** Makes accounts, whose balances cover anything, and `rows` tasks. 0 rows leaves the accounts alone. */
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
  if (rows > 0) {
    await makePeriods(sql);
    await insertAll(databaseUrl, accountIds, rows, signal);
    await insertSums(sql);
  }
  for (const { name } of await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`) {
    await sql`vacuum (analyze) ${sql(name)}`;
  }
  await sql`analyze`;
  await sql.end();
  return { busyAccountId: accountIds[0] ?? "", accountIds };
}
