// Runs of several tasks in one statement: each is fenced as if it had come alone.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type NewRun, reportRuns, startRuns, updateProgress } from "../../../media-node/db/runs.ts";
import { createRunRecords } from "../../../media-node/worker/runs/run-records.ts";
import type { Queryable, Sql } from "../../../shared/db/connect.ts";
import type { JobLock } from "../../../shared/db/queue/queue-ends.ts";
import { newId } from "../../../shared/ids.ts";
import { FAILED, FINISHED, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { takenJob } from "../../support/database/queue.ts";
import { rowsRead } from "../../support/database/rows-read.ts";
import { statementsThatWait } from "../../support/database/waiting-statements.ts";
import { until } from "../../support/until.ts";

interface Scene {
  readonly sql: Sql;
  readonly nodeSql: Sql;
  readonly runs: readonly NewRun[];
}

/** Tasks and a run for each, none of which has started. */
async function tasksWithRuns(t: TestContext, count: number): Promise<Scene> {
  const { sql, nodeSql, account } = await accountDatabase(t);
  const runs: NewRun[] = [];
  for (let index = 0; index < count; index += 1) {
    runs.push({
      id: newId("run"),
      taskId: await newTask(sql, account.id),
      nodeId: `node-${index}`,
      job: await takenJob(sql),
    });
  }
  return { sql, nodeSql, runs };
}

async function statesOf(sql: Sql, runs: readonly NewRun[]): Promise<string[]> {
  const rows = await sql<{ state: string }[]>`
    select t.state || ' ' || coalesce(r.state, 'none') || ' ' || coalesce(r.node_id, 'none') as state
    from tasks t left join runs r on r.task_id = t.id and r.id = t.current_run_id
    where t.id = any (${runs.map((run) => run.taskId)}) order by t.id`;
  return rows.map(({ state }) => state);
}

test("runs that start together each take their own task over, and one whose task has ended starts nothing", async (t) => {
  const { sql, nodeSql, runs } = await tasksWithRuns(t, 3);
  await sql`update tasks set state = 'failed', completed_at = now(), error = '{}' where id = ${runs[1]?.taskId ?? ""}`;
  const started = await startRuns(nodeSql, runs);
  assert.deepEqual(
    started.map((task) => task?.kind),
    ["clip", undefined, "clip"],
  );
  assert.deepEqual(await statesOf(sql, runs), [
    "running running node-0",
    "failed none none",
    "running running node-2",
  ]);
});

test("runs that report together each end as they say, and one that was overtaken changes nothing", async (t) => {
  const { sql, nodeSql, runs } = await tasksWithRuns(t, 3);
  await startRuns(nodeSql, runs);
  await startRuns(nodeSql, [
    { id: newId("run"), taskId: runs[1]?.taskId ?? "", nodeId: "another", job: await takenJob(sql) },
  ]);
  const outcomes = [FINISHED, FINISHED, FAILED];
  const reports = runs.map(({ id, taskId }, index) => ({
    runId: id,
    taskId,
    outcome: outcomes[index] ?? FAILED,
  }));
  assert.deepEqual(await reportRuns(nodeSql, reports), [true, false, true]);
  assert.deepEqual(await statesOf(sql, runs), [
    "running succeeded node-0",
    "running running another",
    "running failed node-2",
  ]);
  const outbox = await sql`select run_id, outcome from reported_runs order by task_id`;
  assert.deepEqual(
    outbox.map((row) => ({ ...row })),
    [
      { run_id: runs[0]?.id, outcome: FINISHED },
      { run_id: runs[2]?.id, outcome: FAILED },
    ],
  );
});

test("a task whose row somebody holds does not hold up the runs that start with it", async (t) => {
  const { sql, nodeSql, runs } = await tasksWithRuns(t, 3);
  const records = createRunRecords(nodeSql);
  let held: Promise<unknown> = Promise.resolve();
  await sql.begin(async (holder) => {
    await holder`select from tasks where id = ${runs[0]?.taskId ?? ""} for update`;
    held = records.start(runs[0] as NewRun);
    const others = await Promise.all(runs.slice(1).map((run) => records.start(run)));
    assert.ok(others.every((task) => task !== undefined));
    assert.deepEqual((await statesOf(sql, runs))[0], "queued none none");
  });
  assert.ok((await held) !== undefined);
});

test("runs whose rows are held leave connections free for others, and start when they are let go", async (t) => {
  const { sql, nodeSql, runs } = await tasksWithRuns(t, 12);
  const records = createRunRecords(nodeSql);
  const held = runs.slice(0, 8);
  let starting: Promise<unknown>[] = [];
  await sql.begin(async (holder) => {
    await holder`select from tasks where id = any (${held.map((run) => run.taskId)}) for update`;
    starting = held.map((run) => records.start(run));
    await Promise.all(runs.slice(8).map((run) => records.start(run)));
    const [waiting] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    assert.ok((waiting?.count ?? 0) <= 2, JSON.stringify(waiting));
  });
  const started = await Promise.all(starting);
  assert.ok(started.every((task) => task !== undefined));
});

/**
 * Gives a job back, and takes it again for its next try. Locks of one pool are told apart by the milliseconds in which they
 * were taken, and a fast machine comes here in the same one, which no job is run, given back and taken again in.
 */
async function takeAgain(sql: Queryable, { jobId }: JobLock): Promise<JobLock> {
  const [lock] = await sql<JobLock[]>`
    update graphile_worker._private_jobs
    set attempts = attempts + 1, locked_at = greatest(clock_timestamp(), locked_at + interval '10 milliseconds')
    where id = ${jobId}
    returning id::text as "jobId", locked_by as "lockedBy", locked_at as "lockedAt", attempts::int as attempt`;
  assert.ok(lock !== undefined);
  return lock;
}

test("a start that arrives when its job was given back and taken again leaves the run that works alone", async (t) => {
  const { sql, nodeSql, runs } = await tasksWithRuns(t, 2);
  const [first, other] = runs;
  assert.ok(first !== undefined && other !== undefined);
  await startRuns(nodeSql, [first]);
  const next = { ...first, id: newId("run"), nodeId: "next", job: await takeAgain(sql, first.job) };
  const [started] = await startRuns(nodeSql, [next]);
  assert.ok(started !== undefined, "also after a start whose answer was lost");
  const late = { ...first, id: newId("run"), nodeId: "late" };
  const found = await startRuns(nodeSql, [late, other]);
  assert.deepEqual(
    found.map((task) => task?.kind),
    [undefined, "clip"],
  );
  assert.deepEqual(await statesOf(sql, runs), ["running running next", "running running node-1"]);
  const report = { taskId: next.taskId, runId: next.id, outcome: FINISHED };
  assert.deepEqual(await reportRuns(nodeSql, [report]), [true]);
});

test("a start that meets the end of its job's lock waits for it, and starts nothing", async (t) => {
  const { sql, nodeSql, runs } = await tasksWithRuns(t, 1);
  const [run] = runs;
  assert.ok(run !== undefined);
  let late: Promise<unknown> | undefined;
  await sql.begin(async (end) => {
    await takeAgain(end, run.job);
    late = createRunRecords(nodeSql).start(run);
    await until("the start to wait", async () => (await statementsThatWait(sql)) === 1);
  });
  assert.equal(await late, undefined);
  assert.deepEqual(await statesOf(sql, runs), ["queued none none"]);
});

test("a job is not given back while a start of it is not committed", async (t) => {
  const { sql, nodeSql, runs } = await tasksWithRuns(t, 1);
  const [run] = runs;
  assert.ok(run !== undefined);
  let end: Promise<JobLock> | undefined;
  await nodeSql.begin(async (start) => {
    await startRuns(start, [run]);
    end = takeAgain(sql, run.job);
    await until("the end to wait", async () => (await statementsThatWait(sql)) === 1);
  });
  const next = { ...run, id: newId("run"), nodeId: "next", job: (await end) ?? run.job };
  assert.ok((await startRuns(nodeSql, [next]))[0] !== undefined);
  assert.deepEqual(await statesOf(sql, runs), ["running running next"]);
});

test("what is written of a run reads none of its node's other runs", async (t) => {
  const { sql, runs } = await tasksWithRuns(t, 2);
  const [first, second] = runs;
  assert.ok(first !== undefined && second !== undefined);
  const others = Array.from({ length: 5_000 }, () => newId("task"));
  await sql`
    insert into runs (id, task_id, node_id, state, ended_at)
    select 'run_of_' || id, id, ${first.nodeId}, case when n <= 50 then 'running' else 'succeeded' end,
      case when n > 50 then now() end
    from unnest(${others}::text[]) with ordinality as o (id, n)`;
  await sql`
    insert into graphile_worker._private_jobs (task_id, key, locked_by, locked_at)
    select 0, id, ${first.job.lockedBy}, ${first.job.lockedAt} from unnest(${others}::text[]) as id`;
  await sql`analyze runs, graphile_worker._private_jobs`;
  await startRuns(sql, [first]);
  const progress = { stage: "uploading", percent: 1, message: "At work" } as const;
  const run = { taskId: first.taskId, runId: first.id };
  // Each run is read once, by what is to be changed of it.
  assert.equal(await rowsRead(sql, "runs", (transaction) => startRuns(transaction, [second])), 0);
  const again = { ...second, id: newId("run") };
  const jobs = "graphile_worker._private_jobs";
  assert.equal(await rowsRead(sql, jobs, (transaction) => startRuns(transaction, [again])), 1);
  assert.equal(
    await rowsRead(sql, "runs", (transaction) => updateProgress(transaction, { ...run, ...progress })),
    1,
  );
  assert.equal(
    await rowsRead(sql, "runs", (transaction) => reportRuns(transaction, [{ ...run, outcome: FINISHED }])),
    1,
  );
});
