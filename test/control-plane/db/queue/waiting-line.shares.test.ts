// Who is next: shares of accounts, their weights and bounds, and that the queue itself stays small.
import assert from "node:assert/strict";
import { test } from "node:test";
import { leaveQueue } from "../../../../control-plane/db/queue/waiting-line.ts";
import { insertChargedTasks } from "../../../../control-plane/db/tasks/create-tasks.ts";
import type { Sql } from "../../../../shared/db/connect.ts";
import { newId } from "../../../../shared/ids.ts";
import { DISPATCH_LIMITS } from "../../../../shared/limits/queue.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatchOffered, offerQueueJobs } from "../../../support/database/queue.ts";
import { endJob, failJob, type TakenJob, takeJob } from "../../../support/database/queue-places.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";

const CLIPS = "run-clip";
const IMAGES = "run-generation:image";

async function createTasks(sql: Sql, accountId: string, count: number, queueJob = CLIPS): Promise<string[]> {
  const isClip = queueJob === CLIPS;
  const tasks = Array.from({ length: count }, () => ({
    id: newId("task"),
    accountId,
    kind: isClip ? "clip" : "generation",
    model: isClip ? null : "image",
    templateId: null,
    name: null,
    request: {},
    requestHash: new Uint8Array(32),
    idempotencyKey: null,
    callbackUrl: null,
    deliveryId: newId("delivery"),
    baseMoods: "0",
    cost: 1,
    queueJob,
    traceparent: null,
    answerId: "answer",
    answerBy: new Date(Date.now() + 600_000),
  }));
  const outcomes = await insertChargedTasks(sql, tasks);
  assert.ok(outcomes.every((outcome) => outcome === "created"));
  return tasks.map((task) => task.id);
}

/** Frees a place and fills it again, so many times. Returns whose jobs were taken, in order. */
async function serve(
  sql: Sql,
  names: readonly string[],
  turns: number,
  running: TakenJob[],
): Promise<string[]> {
  const served: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const ended = running.shift();
    if (ended !== undefined) await endJob(sql, ended);
    await dispatchOffered(sql);
    const job = await takeJob(sql, names);
    if (job === undefined) break;
    running.push(job);
    served.push(job.accountId);
  }
  return served;
}

function countOf(served: readonly string[], accountId: string): number {
  return served.filter((id) => id === accountId).length;
}

async function queued(sql: Sql): Promise<{ waiting: number; ready: number; counted: number }> {
  const [row] = await sql<{ waiting: number; ready: number; counted: number }[]>`
    select (select count(*)::int from waiting_tasks) as waiting,
      (select count(*)::int from graphile_worker._private_jobs where locked_at is null) as ready,
      (select coalesce(sum(waiting), 0)::int from waiting_shares) as counted`;
  return row ?? { waiting: 0, ready: 0, counted: 0 };
}

test("an account's thousand jobs do not hold up another's one: it takes the next free place", async (t) => {
  const { sql, account: busy } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, busy.id, 1_000);
  const running: TakenJob[] = [];
  await serve(sql, [CLIPS], 2, running);
  for (const round of [1, 2, 3]) {
    await createTasks(sql, other.id, 1);
    const [next] = await serve(sql, [CLIPS], 1, running);
    assert.equal(next, other.id, `in round ${round}`);
    assert.equal(
      countOf(await serve(sql, [CLIPS], 20, running), busy.id),
      20,
      "the places are not kept free",
    );
  }
});

test("two accounts that always have jobs waiting take turns, on one place and on eight", async (t) => {
  const { sql, account: first } = await accountDatabase(t);
  const second = await createTestAccount(sql);
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, first.id, 300);
  const running: TakenJob[] = [];
  await serve(sql, [CLIPS], 100, running);
  await createTasks(sql, second.id, 300);
  for (const places of [1, 8]) {
    while (running.length < places) running.push((await takeJob(sql, [CLIPS])) as TakenJob);
    const served = await serve(sql, [CLIPS], 60, running);
    assert.ok(Math.abs(countOf(served, second.id) - 30) <= 2, `${countOf(served, second.id)} of 60`);
  }
});

test("an account of weight 3 gets three places for each of an account of weight 1", async (t) => {
  const { sql, account: light } = await accountDatabase(t);
  const heavy = await createTestAccount(sql);
  await sql`update accounts set share_weight = 3 where id = ${heavy.id}`;
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, light.id, 200);
  await createTasks(sql, heavy.id, 200);
  const served = await serve(sql, [CLIPS], 120, []);
  assert.ok(Math.abs(countOf(served, heavy.id) - 90) <= 3, `${countOf(served, heavy.id)} of 120`);
});

test("an account that was idle for long saves up no places", async (t) => {
  const { sql, account: busy } = await accountDatabase(t);
  const rare = await createTestAccount(sql);
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, busy.id, 500);
  const running: TakenJob[] = [];
  await serve(sql, [CLIPS], 200, running);
  await createTasks(sql, rare.id, 100);
  const served = await serve(sql, [CLIPS], 40, running);
  assert.ok(countOf(served, busy.id) >= 18, `${countOf(served, busy.id)} of 40`);
});

test("no more jobs of an account are in the queue than it may run at once", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const free = await createTestAccount(sql);
  await sql`update accounts set max_running_jobs = 2 where id = ${account.id}`;
  await offerQueueJobs(sql, [CLIPS, IMAGES]);
  await createTasks(sql, account.id, 10);
  await createTasks(sql, account.id, 10, IMAGES);
  await createTasks(sql, free.id, 10);
  await dispatchOffered(sql, 5);
  const taken: TakenJob[] = [];
  for (let job = await takeJob(sql, [CLIPS, IMAGES]); job !== undefined; ) {
    taken.push(job);
    await dispatchOffered(sql, 5);
    job = await takeJob(sql, [CLIPS, IMAGES]);
  }
  const owners = taken.map((job) => job.accountId);
  assert.deepEqual([countOf(owners, account.id), countOf(owners, free.id)], [2, 5]);
  const [first] = taken.filter((job) => job.accountId === account.id);
  await endJob(sql, first as TakenJob);
  await dispatchOffered(sql, 5);
  assert.equal((await takeJob(sql, [CLIPS, IMAGES]))?.accountId, account.id);
});

test("an image does not wait for the hundred films of the same account, and helps it to no greater share", async (t) => {
  const { sql, account: mixed } = await accountDatabase(t);
  const plain = await createTestAccount(sql);
  await offerQueueJobs(sql, [CLIPS, IMAGES]);
  await createTasks(sql, mixed.id, 200);
  const running: TakenJob[] = [];
  await serve(sql, [CLIPS, IMAGES], 10, running);
  const [image] = await createTasks(sql, mixed.id, 1, IMAGES);
  await serve(sql, [CLIPS, IMAGES], 1, running);
  assert.equal(running.at(-1)?.taskId, image, "it takes the next free place");
  await createTasks(sql, mixed.id, 300, IMAGES);
  await createTasks(sql, plain.id, 300);
  await serve(sql, [CLIPS, IMAGES], 200, running);
  const served = await serve(sql, [CLIPS, IMAGES], 60, running);
  assert.ok(Math.abs(countOf(served, plain.id) - 30) <= 6, `${countOf(served, plain.id)} of 60`);
});

test("what no living node takes stays in line, and the queue holds no more than is next", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await createTasks(sql, account.id, 400);
  assert.equal(await dispatchOffered(sql), 0);
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, account.id, 50, IMAGES);
  while ((await dispatchOffered(sql)) > 0);
  const ready = DISPATCH_LIMITS.readyJobs;
  assert.deepEqual(await queued(sql), { waiting: 450 - ready, ready, counted: 450 - ready });
});

test("of many accounts that come at once each has its first job taken before any has its second", async (t) => {
  const { sql } = await accountDatabase(t);
  await offerQueueJobs(sql, [CLIPS]);
  const count = DISPATCH_LIMITS.readyJobs + 20;
  for (let index = 0; index < count; index += 1) {
    await createTasks(sql, (await createTestAccount(sql, { moods: "0" })).id, 2);
  }
  const served = await serve(sql, [CLIPS], count, []);
  assert.equal(new Set(served).size, count);
});

test("however many accounts wait, the queue holds four times what is ready at most", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, account.id, 100);
  await dispatchOffered(sql);
  for (let index = 0; index < 5 * DISPATCH_LIMITS.readyJobs; index += 1) {
    await createTasks(sql, (await createTestAccount(sql, { moods: "0" })).id, 1);
    if (index % 10 === 0) await dispatchOffered(sql);
  }
  const { ready } = await queued(sql);
  assert.ok(ready > DISPATCH_LIMITS.readyJobs && ready <= 4 * DISPATCH_LIMITS.readyJobs, `${ready}`);
});

test("a film that comes anew is next among films however many images have run meanwhile", async (t) => {
  const { sql, account: films } = await accountDatabase(t);
  const images = await createTestAccount(sql);
  const anew = await createTestAccount(sql);
  await offerQueueJobs(sql, [CLIPS, IMAGES]);
  await createTasks(sql, films.id, 200);
  await createTasks(sql, images.id, 300, IMAGES);
  const runningFilms: TakenJob[] = [];
  await serve(sql, [CLIPS], 2, runningFilms);
  await serve(sql, [IMAGES], 280, []);
  await createTasks(sql, anew.id, 1);
  assert.deepEqual(await serve(sql, [CLIPS], 1, runningFilms), [anew.id]);
});

test("jobs that wait for another try, or that no living node takes, leave an account its places", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await sql`update accounts set max_running_jobs = 1 where id = ${account.id}`;
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, account.id, 2);
  await dispatchOffered(sql);
  const first = (await takeJob(sql, [CLIPS])) as TakenJob;
  await sql`update graphile_worker._private_jobs set locked_by = null, locked_at = null,
    run_at = now() + interval '1 hour' where id = ${first.id}`;
  await dispatchOffered(sql);
  assert.ok((await takeJob(sql, [CLIPS])) !== undefined);
});

test("whoever holds one account's place in line holds up nobody else", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, account.id, 1);
  await createTasks(sql, other.id, 1);
  await sql.begin(async (holder) => {
    await holder`select from waiting_shares where account_id = ${account.id} for update`;
    assert.equal(await dispatchOffered(sql), 1);
  });
  assert.equal((await takeJob(sql, [CLIPS]))?.accountId, other.id);
});

test("a job that failed takes its account's next turn and nobody else's", async (t) => {
  const { sql, account: failing } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  await offerQueueJobs(sql, [CLIPS]);
  await createTasks(sql, failing.id, 40);
  await createTasks(sql, other.id, 40);
  const served: string[] = [];
  await dispatchOffered(sql);
  for (let turn = 0; turn < 40; turn += 1) {
    const job = (await takeJob(sql, [CLIPS])) as TakenJob;
    served.push(job.accountId);
    if (job.accountId === failing.id) await failJob(sql, job);
    else await endJob(sql, job);
    await dispatchOffered(sql);
  }
  assert.ok(Math.abs(countOf(served, other.id) - 20) <= 2, `${countOf(served, other.id)} of 40`);
});

test("a task that leaves is neither in line nor in the queue any more, wherever it stood", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await offerQueueJobs(sql, [CLIPS]);
  const ids = await createTasks(sql, account.id, DISPATCH_LIMITS.readyJobs + 2);
  await dispatchOffered(sql);
  for (const id of [ids[0] ?? "", ids.at(-1) ?? ""]) await sql.begin((sqlOf) => leaveQueue(sqlOf, id));
  assert.deepEqual(await queued(sql), { waiting: 1, ready: DISPATCH_LIMITS.readyJobs - 1, counted: 1 });
});

test("dispatchers, creates and cancellations that meet lose and double nothing", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const other = await createTestAccount(sql);
  await offerQueueJobs(sql, [CLIPS, IMAGES]);
  const created: string[] = [];
  const left = new Set<string>();
  const create = async (accountId: string): Promise<void> => {
    for (let round = 0; round < 10; round += 1) {
      created.push(...(await createTasks(sql, accountId, 7, round % 2 === 0 ? CLIPS : IMAGES)));
      const id = created[(round * 13) % created.length] ?? "";
      left.add(id);
      await sql.begin((sqlOf) => leaveQueue(sqlOf, id));
    }
  };
  const dispatching = async (): Promise<void> => {
    for (let round = 0; round < 30; round += 1) await dispatchOffered(sql);
  };
  await Promise.all([create(account.id), create(other.id), dispatching(), dispatching()]);
  const rows = await sql<{ id: string }[]>`
    select task_id as id from waiting_tasks union all select key from graphile_worker._private_jobs`;
  const expected = created.filter((id) => !left.has(id)).sort();
  assert.deepEqual(rows.map((row) => row.id).sort(), expected);
  const { waiting, counted } = await queued(sql);
  assert.equal(counted, waiting);
});
