// Fair shares: one account has a crowd of jobs waiting, and others' single jobs come. How many jobs start before such a
// job, and how long after its create it starts.
import type { Sql } from "../../shared/db/connect.ts";
import { until } from "../../test/support/until.ts";
import { type BenchCase, summarize } from "../measuring/harness.ts";
import { ask, type Client } from "./client.ts";
import { addWaiting, removeOpenTasks } from "./open-tasks.ts";
import { Planes } from "./planes.ts";
import type { Subject } from "./subject.ts";

const MODEL = "empty";
const PLACES = 16;
const PROBES = 10;
const UNDER_WAY = 200;

async function startedRuns(sql: Sql, sinceId: string): Promise<number> {
  const [row] = await sql<{ runs: number }[]>`
    select count(*)::int as runs from runs where task_id >= ${sinceId} and started_at > '-infinity'`;
  return row?.runs ?? 0;
}

async function createJob(client: Client): Promise<string> {
  const body = JSON.stringify({ model: MODEL, input: {} });
  const headers = { "content-type": "application/json" };
  const reply = await ask(client, "/api/v1/generation-tasks", { method: "POST", body, headers });
  return (JSON.parse(reply) as { data: { task_id: string } }).data.task_id;
}

interface Start {
  readonly startMs: number;
  /** Of the crowd, from the create on. */
  readonly runsBefore: number;
}

async function readStart(sql: Sql, taskId: string, sinceId: string): Promise<Start | undefined> {
  const [start] = await sql<Start[]>`
    select (extract(epoch from r.started_at - t.created_at) * 1000)::float8 as "startMs", (
        select count(*)::int from runs o
        where o.task_id >= ${sinceId} and o.task_id <> t.id and o.started_at >= t.created_at and o.started_at < r.started_at
      ) as "runsBefore"
    from tasks t join runs r on r.task_id = t.id where t.id = ${taskId}`;
  return start;
}

/** @param crowd jobs of one account that wait */
export function shareCase(subject: Subject, crowd: number): BenchCase {
  const { sql, accountIds, keys } = subject;
  const planes = new Planes();
  let [url, sinceId] = ["", ""];
  return {
    name: subject.name,
    prepare: async () => {
      const [floor] = await sql<{ id: string }[]>`select id_floor('task', now()) as id`;
      sinceId = floor?.id ?? "";
      await addWaiting(sql, { accountId: accountIds[1] ?? "", model: MODEL, count: crowd });
      ({ url } = await planes.startAppliance(subject, PLACES));
      const isUnderWay = async (): Promise<boolean> => (await startedRuns(sql, sinceId)) >= UNDER_WAY;
      await until("the crowd's jobs run", isUnderWay, 60_000);
    },
    run: async () => {
      const starts: Start[] = [];
      for (let probe = 0; probe < PROBES; probe += 1) {
        const taskId = await createJob({ url, key: keys[2 + probe] ?? "" });
        starts.push(await until("the start", () => readStart(sql, taskId, sinceId), 60_000));
      }
      const jobs = summarize(starts.map(({ runsBefore }) => runsBefore));
      const times = summarize(starts.map(({ startMs }) => startMs));
      return {
        jobsBefore: jobs.median,
        maxJobsBefore: jobs.max,
        startMs: times.median,
        maxStartMs: times.max,
      };
    },
    cleanUp: async () => {
      await planes.stop();
      await removeOpenTasks(sql);
    },
  };
}
