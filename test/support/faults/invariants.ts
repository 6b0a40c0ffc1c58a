// What must be true whatever has failed: one function for each invariant of the account, which returns a sentence for
// each violation. They ask the database and the public API only, so that the same account can be taken of any version.
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Sql } from "../../../shared/db/connect.ts";
import { listFiles, TEMPORARY_FOLDER } from "./bed-storage.ts";
import { type Books, isUncertain, MARK, toldTaskIds } from "./books.ts";
import { send } from "./client.ts";
import type { FaultBed } from "./fault-bed.ts";

export interface Evidence {
  readonly bed: Pick<
    FaultBed,
    "sql" | "planes" | "processes" | "proxies" | "receivers" | "storage" | "nodes" | "scratchFolder"
  >;
  readonly books: Books;
  /** Whether a process was killed: what it was writing may lie about until it is swept. */
  readonly afterKills: boolean;
}

/** The ids of tasks by the mark in their request. */
async function tasksByMark(sql: Sql): Promise<Map<string, string[]>> {
  const rows = await sql<{ id: string; request: string }[]>`select id, request::text as request from tasks`;
  const found = new Map<string, string[]>();
  for (const { id, request } of rows) {
    const mark = MARK.exec(request)?.[0] ?? "";
    found.set(mark, [...(found.get(mark) ?? []), id]);
  }
  return found;
}

export async function answersThatLied({ bed: { sql }, books }: Evidence): Promise<string[]> {
  // What was answered while the database was read is left to the next account.
  const answered = books.creates.map((create) => {
    const uncertain = isUncertain(create);
    return { ...create, told: toldTaskIds(create), uncertain };
  });
  const tasks = await tasksByMark(sql);
  const known = new Set(books.creates.map((create) => create.mark));
  const unasked = [...tasks].filter(([mark]) => !known.has(mark)).flatMap(([, ids]) => ids);
  return [
    ...unasked.map((id) => `${id} belongs to no request`),
    ...answered.flatMap(({ mark, path, told, uncertain, hasIdempotencyKey, answers }) => {
      const ids = tasks.get(mark) ?? [];
      const statuses = answers.map((answer) => answer.status ?? "nothing").join(", ");
      const said = `POST ${path} ${mark} (answered ${statuses})`;
      const missing = told.filter((id) => !ids.includes(id)).map((id) => `${said}: ${id} does not exist`);
      const max = uncertain && (told.length === 0 || !hasIdempotencyKey) ? 1 : told.length;
      const extra = ids.length > max ? [`${said} has ${ids.length} tasks`] : [];
      const several = told.length > 1 ? [`${said} was told ${told.length} tasks`] : [];
      return [...missing, ...extra, ...several];
    }),
  ];
}

export async function tasksOpenStill({ bed: { sql } }: Evidence): Promise<string[]> {
  const rows = await sql<
    {
      id: string;
      kind: string;
      state: string;
      run: string | null;
      is_waiting: boolean;
      jobs: string | null;
    }[]
  >`
    select t.id, t.kind, t.state, (select r.state from runs r where r.task_id = t.id and r.id = t.current_run_id) as run,
      exists (select from waiting_tasks w where w.task_id = t.id) as is_waiting,
      (select string_agg(format('%s after %s of %s attempts, due in %s s, locked %s s ago by %s, last error %s',
          k.identifier, j.attempts, j.max_attempts, round(extract(epoch from j.run_at - now())),
          round(extract(epoch from now() - j.locked_at)), coalesce(j.locked_by, 'nobody'), left(j.last_error, 100)), '; ')
        from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
        where j.payload ->> 'taskId' = t.id) as jobs
    from tasks t where t.state in ('queued', 'running')`;
  return rows.map(
    (row) =>
      `${row.id} (${row.kind}) is ${row.state}, its run ${row.run}; queue: ${row.jobs ?? (row.is_waiting ? "in line" : "no job")}`,
  );
}

/** A task that failed: every source is good and every fault is ours, so that only a client may have ended it. */
export async function tasksThatFailed({ bed: { sql } }: Evidence): Promise<string[]> {
  const rows = await sql<{ id: string; kind: string; error: string; runs: string; lost: number }[]>`
    select t.id, t.kind, t.error::text as error, string_agg(r.state, ', ' order by r.id) as runs,
      count(*) filter (where r.state in ('lost', 'failed'))::int as lost
    from tasks t left join runs r on r.task_id = t.id
    where t.state = 'failed' and t.error ->> 'code' <> 'CANCELLED' group by t.id`;
  return rows.map((row) => `${row.id} (${row.kind}, runs ${row.runs}) failed: ${row.error}`);
}

export async function failuresNotRefunded({ bed: { sql } }: Evidence): Promise<string[]> {
  const rows = await sql<{ id: string; charged: string; refunded: string }[]>`
    select id, charged_moods as charged, refunded_moods as refunded from tasks
    where (state = 'failed' and error ->> 'code' <> 'CANCELLED' and refunded_moods <> charged_moods)
      or (state = 'finished' and refunded_moods <> round(charged_moods
        * jsonb_array_length(jsonb_path_query_array(result, '$[*] ? (@.status == "FAILED")'))
        / greatest(jsonb_array_length(result), 1), 4))`;
  return rows.map((row) => `${row.id} was charged ${row.charged} and got ${row.refunded} back`);
}

/** A job without a key that names no work was replaced by a newer one while a process ran it that ended with it. */
export async function queueJobsWithoutWork({ bed: { sql } }: Evidence): Promise<string[]> {
  const rows = await sql<{ job: string; payload: string; attempts: number; max: number }[]>`
    select j.id::text || ' ' || k.identifier as job, j.payload::text as payload, j.attempts, j.max_attempts as max
    from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
    where (j.payload ->> 'taskId' is not null
        and not exists (select from tasks t where t.id = j.payload ->> 'taskId' and t.completed_at is null))
      or (j.attempts >= j.max_attempts and j.key is not null)`;
  return rows.map(
    (row) => `queue job ${row.job} ${row.payload} is left after ${row.attempts} of ${row.max} attempts`,
  );
}

export async function tasksFinishedTwice({ bed: { sql } }: Evidence): Promise<string[]> {
  const rows = await sql<{ task_id: string; runs: number }[]>`
    select r.task_id, count(*)::int as runs from runs r where r.state = 'succeeded' group by r.task_id having count(*) > 1`;
  return rows.map((row) => `${row.task_id} has ${row.runs} runs that succeeded`);
}

/** Every open delivery of an ended task is due, and nothing else is. */
export async function deliveriesDueWrongly({ bed: { sql } }: Evidence): Promise<string[]> {
  const rows = await sql<{ id: string; is_due: boolean }[]>`
    select coalesce(u.delivery_id, d.id) as id, u.delivery_id is not null as is_due
    from due_deliveries u full join (
      select d.id from webhook_deliveries d join tasks t on t.id = d.task_id
      where d.state in ('PENDING', 'RETRYING') and t.completed_at is not null
    ) d on d.id = u.delivery_id
    where u.delivery_id is null or d.id is null`;
  return rows.map(({ id, is_due }) => (is_due ? `${id} is due and not open` : `${id} is open and never due`));
}

export async function webhooksNotDelivered({ bed: { sql, receivers } }: Evidence): Promise<string[]> {
  const rows = await sql<{ id: string; state: string | null; attempts: number; deliveries: number }[]>`
    select t.id, min(d.state) as state, max(d.attempts)::int as attempts, count(d.id)::int as deliveries
    from tasks t left join webhook_deliveries d on d.task_id = t.id
    where t.callback_url is not null and t.completed_at is not null group by t.id`;
  return rows.flatMap((row) => {
    const delivery = `the delivery of ${row.id}`;
    if (row.deliveries !== 1) return [`${row.id} has ${row.deliveries} deliveries`];
    if (row.state !== "DELIVERED") return [`${delivery} is ${row.state} after ${row.attempts} attempts`];
    return receivers.accepted(row.id) > 0 ? [] : [`${delivery} reached nobody`];
  });
}

/** Every storage key that stands in any row of any table: whatever may name a file does it there. */
async function namedKeys(sql: Sql): Promise<Set<string>> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^(usage_|ledger_|rate_)'`;
  const keys = new Set<string>();
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
    for (const { row } of rows) for (const [key] of row.matchAll(/[\w-]+(?:\/[\w.-]+)+/g)) keys.add(key);
  }
  return keys;
}

/**
 * The tasks of runs that were cut off, one for each run, and those that were cancelled, be it after a run's report. What
 * these have left is found by the search for orphans, or goes with the task's files.
 */
async function interruptedTasks(sql: Sql): Promise<string[]> {
  const rows = await sql<{ task_id: string }[]>`
    select task_id from runs where state not in ('running', 'succeeded')
    union all select id from tasks where error->>'code' = 'CANCELLED'`;
  return rows.map((row) => row.task_id);
}

/** Previews of templates that are being made, or will be made again: what lies there of them is written anew. */
async function awaitedPreviews(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select preview_id as id from templates where preview_id is not null`;
  return new Set(rows.map((row) => row.id));
}

/** Of a task's files, or of its outputs: a node ends what is as short as a job of these before it hears of its cancellation. */
const TASK_FOLDER = /^(?:tasks|outputs\/\w+)\/(task_\w+)\//;

export async function filesThatNothingNames({ bed, afterKills }: Evidence): Promise<string[]> {
  const keys = await bed.storage.keys();
  const [named, interrupted] = [await namedKeys(bed.sql), await interruptedTasks(bed.sql)];
  const awaited = await awaitedPreviews(bed.sql);
  const gone = await bed.sql`select storage_key as folder from discarded_files where storage_key like '%/'`;
  const isGone = (key: string): boolean => gone.some(({ folder }) => key.startsWith(folder));
  const clipFolders = new Set([...named].map((key) => dirname(key)));
  let transcriptsLeft = interrupted.length;
  const isExpected = (key: string): boolean => {
    const [folder, , part = ""] = key.split("/");
    if (folder === TEMPORARY_FOLDER) return afterKills;
    // Work files go when their task ends, or with a sweep later; with that sweep goes what clips are rendered from again.
    if (named.has(key) || key.includes("/work/") || key.includes("/source/")) return true;
    // What a clip was measured by stays beside it.
    if (key.endsWith("/measures.gz") && clipFolders.has(dirname(key))) return true;
    const taskId = TASK_FOLDER.exec(key)?.[1];
    if (taskId !== undefined) return interrupted.includes(taskId);
    if (folder === "templates") return awaited.has(part);
    if (folder !== "transcripts") return false;
    transcriptsLeft -= 1;
    return transcriptsLeft >= 0;
  };
  return keys.filter((key) => !isExpected(key) && !isGone(key)).map((key) => `nothing names ${key}`);
}

export async function scratchFilesLeft({ bed }: Evidence): Promise<string[]> {
  const paths = (await Promise.all(bed.nodes.map((node) => listFiles(bed.scratchFolder(node))))).flat();
  const rows = await bed.sql<{ id: string }[]>`select id from runs where ended_at is not null`;
  const ended = new Set(rows.map((row) => row.id));
  return paths
    .filter((path) => path.split("/").some((part) => ended.has(part)))
    .map((path) => `${path} is left`);
}

/** The links in what the API shows of a task: to files at a control plane, or at the storage itself. */
function linksIn(data: object): string[] {
  const shown = JSON.stringify({ ...data, callback_url: null });
  return [...shown.matchAll(/"(http:\/\/127\.0\.0\.1:\d+\/[^"]+)"/g)].map((match) => match[1] ?? "");
}

interface FinishedTask {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
}

/** What its owner cannot read or fetch of a finished task. */
async function failuresOfFetching(task: FinishedTask, url: string, key: string): Promise<string[]> {
  const { id, kind } = task;
  const path = kind === "generation" ? "generation-tasks" : "jobs";
  const read = await send({ method: "GET", url: `${url}/api/v1/${path}/${id}`, key });
  if (read.status !== 200) return [`${id} cannot be read: ${read.status}`];
  const links = linksIn((read.body.data ?? {}) as object);
  if (kind !== "transcription" && links.length === 0) return [`${id} is finished and has no file`];
  const statuses = await Promise.all(
    links.map(async (link) => (await send({ method: "GET", url: link })).status),
  );
  return links
    .filter((_, index) => statuses[index] !== 200)
    .map((link) => `${id}: ${new URL(link).pathname} cannot be fetched`);
}

export async function filesNotFetched({ bed, books }: Evidence): Promise<string[]> {
  const tasks = await bed.sql<FinishedTask[]>`
    select id, account_id as account, kind from tasks where state = 'finished'`;
  const keys = new Map(books.creates.map(({ account }) => [account.id, account.key]));
  const url = bed.planes[0]?.url ?? "";
  const found: string[] = [];
  for (const task of tasks) {
    const key = keys.get(task.account);
    if (key !== undefined) found.push(...(await failuresOfFetching(task, url, key)));
  }
  return found;
}

export async function processesNotReady({ bed: { processes } }: Evidence): Promise<string[]> {
  const checks = await Promise.all(
    processes.map(async (process) => {
      const { status } = await send({ method: "GET", url: `${process.url}/readyz`, timeoutMs: 10_000 });
      return status === 200
        ? []
        : [`${process.name} answers ${status ?? "nothing"} when asked whether it is ready`];
    }),
  );
  return [...checks.flat(), ...processes.flatMap((process) => process.unexpectedEnds)];
}

/** More than the pools of one process open together. */
const CONNECTIONS_PER_PROCESS = 40;

export async function connectionsLeft({ bed: { sql, proxies } }: Evidence): Promise<string[]> {
  const sessions = await sql<{ pid: number; port: number; name: string; is_stuck: boolean }[]>`
    select pid, client_port as port, application_name as name,
      state like 'idle in transaction%' and state_change < now() - interval '10 seconds' as is_stuck
    from pg_stat_activity where backend_type = 'client backend' and application_name <> 'fault account'`;
  const open = [...proxies].map(([name, proxy]) => ({ name, ports: proxy.sourcePorts() }));
  const ports = new Set(open.flatMap((each) => each.ports));
  return [
    ...open
      .filter((each) => each.ports.length > CONNECTIONS_PER_PROCESS)
      .map((each) => `${each.name} has more than ${CONNECTIONS_PER_PROCESS} connections to the database`),
    ...sessions
      .filter(({ port }) => !ports.has(port))
      .map(({ pid, name }) => `session ${pid} of ${name} is left without its connection`),
    ...sessions
      .filter(({ is_stuck }) => is_stuck)
      .map(({ pid, name }) => `session ${pid} of ${name} stands idle in a transaction`),
  ];
}

const PROCESS_MEMORY_BYTES = 2 * 2 ** 30;

export async function memoryNotGivenBack({ bed: { processes } }: Evidence): Promise<string[]> {
  const sizes = await Promise.all(
    processes.map(async ({ name, pid }) => {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      return { name, bytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024 };
    }),
  );
  return sizes
    .filter(({ bytes }) => bytes > PROCESS_MEMORY_BYTES)
    .map(({ name, bytes }) => `${name} holds ${Math.round(bytes / 2 ** 20)} MiB`);
}
