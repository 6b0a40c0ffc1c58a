// What an appliance costs that has nothing to do: processor time of PostgreSQL, of a control plane and of a media node,
// over twenty seconds, while jobs wait that this node does not take.
import type { Sql } from "../../shared/db/connect.ts";
import type { BenchCase } from "../harness.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import { treeCpuMs } from "./process-time.ts";

const API = new URL("../api-servers.ts", import.meta.url);
const NODE = new URL("empty-node.ts", import.meta.url);
/** What starting leaves to do is not counted. */
const SETTLE_MS = 8_000;
const IDLE_MS = 20_000;
const PLACES = 4;

export interface IdleSubject {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly storageFolder: string;
  /** The postmaster. */
  readonly postgresPid: number;
}

/** Puts tasks in line that no node takes. */
export async function addWaiting(sql: Sql, accountId: string, count: number): Promise<void> {
  await sql`
    with task as (
      insert into tasks (id, account_id, kind, model, request, request_hash, base_moods, charged_moods)
      select id_floor('task', now()) || substr(md5('waiting ' || n), 1, 16), ${accountId}, 'generation', 'other', '{}',
        decode(md5(n::text), 'hex'), 0, 0
      from generate_series(1, ${count}::int) as n
      returning id, account_id, queue_job
    ), line as (
      insert into waiting_shares (queue_job, account_id, waiting, last_ticket)
      select queue_job, account_id, count(*), count(*) from task group by queue_job, account_id
    )
    insert into waiting_tasks (task_id, account_id, queue_job, ticket)
    select id, account_id, queue_job, row_number() over (order by id) from task`;
  await sql`vacuum (analyze) waiting_tasks`;
}

export function idleCase(name: string, subject: IdleSubject): BenchCase {
  const { sql, databaseUrl, env, storageFolder, postgresPid } = subject;
  const processes: ServerProcess[] = [];
  return {
    name,
    prepare: async () => {
      processes.push(await startServerProcess(API, ["ours"], env));
      processes.push(await startServerProcess(NODE, [databaseUrl, storageFolder, String(PLACES)], env));
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    },
    run: async () => {
      const planesMs = (): number => processes.reduce((sum, { pid }) => sum + treeCpuMs(pid), 0);
      const before = { postgres: treeCpuMs(postgresPid), planes: planesMs() };
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      const [row] = await sql<{ connections: number }[]>`
        select count(*)::int as connections from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      return {
        postgresCpuMs: treeCpuMs(postgresPid) - before.postgres,
        planesCpuMs: planesMs() - before.planes,
        connections: row?.connections ?? 0,
      };
    },
    cleanUp: async () => {
      for (const process of processes.splice(0)) await process.stop();
    },
  };
}
