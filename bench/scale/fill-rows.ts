// The rows of a filled database, made by the server from their numbers: tasks an equal step of the year after one another,
// half of them one account's, with their runs, webhooks and ledger entries.
import type { TransactionSql } from "../../shared/db/connect.ts";
import { DAY } from "../../shared/limits/units.ts";

export const DAYS = 360;
/** How far back requests and charges are kept by the second. */
export const SECONDS_DAYS = 30;
/** Ledger entries for each task: its charge, its refund where it failed, and small grants. */
const ENTRIES_PER_TASK = 5;
/** Large for a row, just not large enough for the storage. */
const LARGE_OUTPUT_CHARACTERS = 12_000;
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;

export interface Filling {
  readonly rows: number;
  /** When the last task was created. */
  readonly until: Date;
  /** The busy one first. */
  readonly accountIds: readonly string[];
}

/** Numbers of tasks, from inclusive, to exclusive. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

/** The tasks that were created from one time on and before another. */
export function pieceBetween({ rows, until }: Filling, starts: Date, ends: Date): Piece {
  const first = until.getTime() - DAYS * DAY;
  const numberAt = (at: Date): number =>
    Math.min(rows, Math.max(0, Math.ceil(((at.getTime() - first) / (DAYS * DAY)) * rows)));
  return { from: numberAt(starts), to: numberAt(ends) };
}

/** As `id_floor` has it, which is a query of its own for each id. */
function timeDigits(sql: TransactionSql) {
  const digits = Array.from(
    { length: TIME_DIGITS },
    (_, index) => `substr('${DIGITS}', ((ms >> ${5 * (TIME_DIGITS - 1 - index)}) & 31)::int + 1, 1)`,
  );
  return sql.unsafe(digits.join(" || "));
}

/**
 * Each task's number, time, account and kind, and the end of its ids. Without `offset 0` the server would compute all of it
 * anew wherever it is named, and the time ten times for the digits.
 */
function taskNumbers(sql: TransactionSql, { rows, until, accountIds }: Filling, { from, to }: Piece) {
  const first = until.getTime() - DAYS * DAY;
  return sql`(
    select n, to_timestamp(ms / 1000.0) as at, ${timeDigits(sql)} || substr(md5(n::text), 1, 16) as digits,
      (${accountIds as string[]}::text[])[case when n % 2 = 0 then 1 else 2 + n % ${accountIds.length - 1} end] as account_id,
      (array['clip', 'clip', 'clip', 'transcription', 'highlight'])[1 + (n / 2) % 5] as kind,
      n % 25 = 8 as is_failed, n % 4 = 0 as has_callback
    from (
      select n, (${first}::float8 + ${DAYS * DAY}::float8 * n / ${rows})::bigint as ms
      from generate_series(${from}::bigint, ${to}::bigint - 1) as n offset 0
    ) numbered offset 0
  ) task`;
}

/** Of the busy account's transcriptions a tenth each has an output that is large for a row, and one in the storage. */
function outputOf(sql: TransactionSql, large: string) {
  return sql`case when is_failed or kind = 'transcription' and n / 10 % 10 = 5 then null
    when kind = 'transcription' and n % 2 = 0 and n / 10 % 10 = 0 then ${large}::jsonb
    else '{"notice": null, "clips": []}'::jsonb end`;
}

function insertTasks(sql: TransactionSql, part: string, filling: Filling, piece: Piece) {
  const text = Array.from({ length: LARGE_OUTPUT_CHARACTERS }, () =>
    DIGITS.charAt(Math.floor(Math.random() * DIGITS.length)),
  );
  const large = JSON.stringify({ notice: null, captions: [], text: text.join("") });
  return sql`
    insert into ${sql(part)} (id, account_id, kind, state, request, request_hash, callback_url, base_moods, charged_moods,
      refunded_moods, current_run_id, output, output_key, error, created_at, updated_at, completed_at, answers,
      work_removed_at, files_removed_at)
    select 'task_' || digits, account_id, kind, case when is_failed then 'failed' else 'finished' end,
      '{"source": {"kind": "url", "url": "https://media.example/talk.mp4"}, "clipCount": 5}', decode(md5(digits), 'hex'),
      case when has_callback then 'https://receiver.example/hook' end, 1, 1, case when is_failed then 1 else 0 end,
      'run_' || digits, ${outputOf(sql, large)}, case when not is_failed and kind = 'transcription' and n / 10 % 10 = 5
        then 'outputs/' || substr(digits, 1, 6) || '/task_' || digits || '/run_' || digits || '.json.gz' end,
      case when is_failed then '{"code": "SOURCE_UNREACHABLE", "message": "The source cannot be reached.", "retryable": true}'::jsonb end,
      at, at + interval '2 minutes', at + interval '2 minutes', array['answer'], at + interval '20 minutes', at + interval '30 days'
    from ${taskNumbers(sql, filling, piece)}`;
}

function insertRuns(sql: TransactionSql, part: string, filling: Filling, piece: Piece) {
  return sql`
    insert into ${sql(part)} (id, task_id, node_id, state, stage, percent, message, reported_at, started_at, updated_at, ended_at)
    select 'run_' || digits, 'task_' || digits, 'node_bench', case when is_failed then 'failed' else 'succeeded' end,
      'uploading', 100, 'Finishing', at + interval '2 minutes', at, at + interval '2 minutes', at + interval '2 minutes'
    from ${taskNumbers(sql, filling, piece)}`;
}

function insertDeliveries(sql: TransactionSql, part: string, filling: Filling, piece: Piece) {
  return sql`
    insert into ${sql(part)} (id, task_id, url, state, attempts, last_attempt_at, delivered_at, last_status_code, created_at)
    select 'whd_' || digits, 'task_' || digits, 'https://receiver.example/hook', 'DELIVERED', 1, at + interval '2 minutes',
      at + interval '2 minutes', 200, at + interval '2 minutes'
    from ${taskNumbers(sql, filling, piece)} where has_callback`;
}

function insertEntries(sql: TransactionSql, part: string, filling: Filling, piece: Piece) {
  return sql`
    insert into ${sql(part)} (account_id, kind, moods, task_id, created_at)
    select account_id, case when e = 1 then 'charge' when e = 2 and is_failed then 'refund' else 'grant' end,
      case when e = 1 or e = 2 and is_failed then 1 else 0.25 end,
      case when e = 1 or e = 2 and is_failed then 'task_' || digits end, at
    from ${taskNumbers(sql, filling, piece)}, generate_series(1, ${ENTRIES_PER_TASK}::int) as e`;
}

function insertCharges(sql: TransactionSql, part: string, filling: Filling, piece: Piece) {
  return sql`
    insert into ${sql(part)} (account_id, second, kind, tasks, base_moods, charged_moods)
    select account_id, date_trunc('second', at), kind, count(*), count(*), count(*)
    from ${taskNumbers(sql, filling, piece)}
    where at >= ${filling.until}::timestamptz - make_interval(days => ${SECONDS_DAYS}) group by 1, 2, 3 order by 1, 2, 3`;
}

/** Each task was asked for six times, in the second of its create: later ones may belong to the next partition. */
function insertRequests(sql: TransactionSql, part: string, filling: Filling, piece: Piece) {
  return sql`
    insert into ${sql(part)} (account_id, second, method, endpoint, requests, duration_ms)
    select account_id, date_trunc('second', at), e.method, e.endpoint, count(*) * e.each, count(*) * e.each * 2
    from ${taskNumbers(sql, filling, piece)}, (values
      ('POST', '/api/v1/clips', 1), ('GET', '/api/v1/jobs/:jobId', 1), ('GET', '/api/v1/jobs', 2), ('GET', '/api/v1/balance', 2)
    ) e (method, endpoint, each)
    where at >= ${filling.until}::timestamptz - make_interval(days => ${SECONDS_DAYS}) group by 1, 2, 3, 4, e.each order by 1, 2, 3, 4`;
}

export type InsertRows = (
  sql: TransactionSql,
  part: string,
  filling: Filling,
  piece: Piece,
) => PromiseLike<unknown>;

/** Neighbours are filled side by side. */
export const FILLED_TABLES: readonly { table: string; insert: InsertRows }[] = [
  { table: "ledger_entries", insert: insertEntries },
  { table: "tasks", insert: insertTasks },
  { table: "runs", insert: insertRuns },
  { table: "webhook_deliveries", insert: insertDeliveries },
  { table: "charge_seconds", insert: insertCharges },
  { table: "usage_seconds", insert: insertRequests },
];
