// The account itself: for each thing that may go wrong there is an invariant that says so, and a calm database violates
// none. Without these tests a suite of faults that passes would prove nothing.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { createAccount } from "../../control-plane/accounts/manage-accounts.ts";
import type { Sql } from "../../shared/db/connect.ts";
import {
  endRun,
  FAILED,
  FINISHED,
  finalizeReported,
  newRun,
  newTask,
} from "../support/control-plane/tasks.ts";
import { accountDatabase } from "../support/database/account-database.ts";
import { newLease } from "../support/database/leases.ts";
import { dispatch } from "../support/database/queue.ts";
import type { TestAccount } from "../support/database/test-account.ts";
import { folderStorage } from "../support/faults/bed-storage.ts";
import { Books } from "../support/faults/books.ts";
import type { Answer } from "../support/faults/client.ts";
import * as counters from "../support/faults/counter-invariants.ts";
import * as invariants from "../support/faults/invariants.ts";
import * as money from "../support/faults/money-invariants.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Scene {
  readonly sql: Sql;
  readonly account: TestAccount;
  readonly books: Books;
  readonly storageFolder: string;
  readonly evidence: invariants.Evidence;
  /** Creates a task as the API does, with a request in the books that was answered so; the task's id. */
  create(status: number | null): Promise<string>;
}

/** A database with one account, and an appliance around it that does nothing. */
async function calmScene(t: TestContext): Promise<Scene> {
  const { sql, account } = await accountDatabase(t);
  const books = new Books();
  const storageFolder = await temporaryFolder(t);
  const bed = {
    sql,
    storage: folderStorage(storageFolder),
    planes: [],
    nodes: [],
    processes: [],
    proxies: new Map(),
    receivers: {
      url: () => "",
      accepted: () => 0,
      calls: () => 0,
      leave: async () => undefined,
      back: async () => undefined,
      close: () => undefined,
    },
    scratchFolder: () => storageFolder,
  };
  return {
    sql,
    account,
    books,
    storageFolder,
    evidence: { bed, books, afterKills: false },
    create: async (status) => {
      const mark = books.newTag();
      const id = await newTask(sql, account.id, { request: { source: mark } });
      const recorded = books.open({ mark, path: "/clips", account, body: {}, hasIdempotencyKey: false });
      const answer: Answer = { status, body: status === 201 ? { data: { task_id: id } } : {}, tookMs: 1 };
      recorded.answers.push(answer);
      return id;
    },
  };
}

async function finish(sql: Sql, taskId: string): Promise<void> {
  await dispatch(sql);
  await endRun(sql, await newRun(sql, taskId), FINISHED);
  await finalizeReported(sql);
  await sql`delete from graphile_worker._private_jobs where key = ${taskId}`;
}

describe("the account", () => {
  test("finds nothing where all is well", async (t) => {
    const { sql, evidence, create } = await calmScene(t);
    await finish(sql, await create(201));
    for (const check of [
      money.balancesThatDiffer,
      money.tasksChargedWrongly,
      invariants.answersThatLied,
      invariants.tasksOpenStill,
      invariants.tasksThatFailed,
      invariants.failuresNotRefunded,
      invariants.queueJobsWithoutWork,
      invariants.deliveriesDueWrongly,
      invariants.tasksFinishedTwice,
      invariants.webhooksNotDelivered,
      invariants.filesThatNothingNames,
      ...Object.values(counters),
    ])
      assert.deepEqual(await check(evidence), [], check.name);
  });

  test("finds a balance that is not its ledger's, and a task charged twice or back too much", async (t) => {
    const { sql, evidence, create, account } = await calmScene(t);
    const id = await create(201);
    await sql`update accounts set moods_used = moods_used + 1 where id = ${account.id}`;
    assert.equal((await money.balancesThatDiffer(evidence)).length, 1);
    assert.deepEqual(await money.tasksChargedWrongly(evidence), []);
    await sql`insert into ledger_entries (account_id, kind, moods, task_id) values (${account.id}, 'refund', 1, ${id})`;
    assert.equal((await money.tasksChargedWrongly(evidence)).length, 1);
    await createAccount(sql, { email: "other@example.com", approve: true });
    assert.equal((await money.balancesThatDiffer(evidence)).length, 1, "of that account alone");
  });

  test("finds a task whose request was answered 503, one without a request, and a 201 without a task", async (t) => {
    const { sql, evidence, create, books, account } = await calmScene(t);
    await create(null);
    assert.deepEqual(await invariants.answersThatLied(evidence), [], "what has no answer may have a task");
    await create(503);
    assert.match((await invariants.answersThatLied(evidence)).join(), /answered 503\) has 1 tasks$/);
    await newTask(sql, account.id, { request: { source: "tag-99-end" } });
    assert.equal((await invariants.answersThatLied(evidence)).length, 2);
    const [recorded] = books.creates;
    recorded?.answers.push({ status: 201, body: { data: { task_id: "task_that_is_not" } }, tookMs: 1 });
    assert.match((await invariants.answersThatLied(evidence)).join(), /task_that_is_not does not exist/);
  });

  test("finds a task that stays open without a queue job, and a queue job of one that has ended", async (t) => {
    const { sql, evidence, create } = await calmScene(t);
    const id = await create(201);
    assert.match(
      (await invariants.tasksOpenStill(evidence)).join(),
      /is queued, its run null; queue: in line$/,
    );
    await dispatch(sql);
    await newRun(sql, id);
    assert.match(
      (await invariants.tasksOpenStill(evidence)).join(),
      /is running, its run running; queue: run-clip after 0 of/,
    );
    await sql`update tasks set state = 'finished', completed_at = now() where id = ${id}`;
    assert.match((await invariants.queueJobsWithoutWork(evidence)).join(), /is left after 0 of/);
  });

  test("finds an open task without a place, one with two, and places of what has ended", async (t) => {
    const { sql, evidence, create } = await calmScene(t);
    const [first, second] = [await create(201), await create(201)];
    assert.deepEqual(await counters.tasksWithoutOnePlace(evidence), []);
    await sql`select leave_queue(array[${first}::text])`;
    assert.match(
      (await counters.tasksWithoutOnePlace(evidence)).join(),
      /is queued and has its place in: none$/,
    );
    const node = await newLease(sql);
    await newRun(sql, first, node.id);
    assert.deepEqual(await counters.tasksWithoutOnePlace(evidence), [], "a living node works on it");
    await sql`delete from worker_leases`;
    assert.equal((await counters.tasksWithoutOnePlace(evidence)).length, 1, "its node is gone");
    await endRun(sql, await newRun(sql, first), FINISHED);
    assert.deepEqual(await counters.tasksWithoutOnePlace(evidence), [], "it has reported");
    await sql`select graphile_worker.add_job('run-clip', job_key => ${second})`;
    assert.match((await counters.tasksWithoutOnePlace(evidence)).join(), /in: line, queue$/);
    await sql`update tasks set state = 'failed', completed_at = now()`;
    const left = (await counters.placesWithoutWork(evidence)).join();
    assert.match(left, /stands in line and has ended.*the report of run_\w+ is left after 0 tries/);
  });

  test("finds counters and sums that are not those of their rows", async (t) => {
    const { sql, evidence, create, account } = await calmScene(t);
    const id = await create(201);
    await create(201);
    await sql`insert into task_counts values (${account.id}, 'clip', 'failed', 15, -1)`;
    assert.match(
      (await counters.taskCountsThatDiffer(evidence)).join(),
      /^there are 0 clip failed tasks .* say -1$/,
    );
    await sql`delete from waiting_tasks where task_id = ${id}`;
    assert.match(
      (await counters.waitingSharesThatDiffer(evidence)).join(),
      /^1, up to ticket 2 wait .* says 2, /,
    );
    await sql`update charge_hours set charged_moods = charged_moods + 0.0001`;
    assert.match(
      (await counters.chargeSumsThatDiffer(evidence)).join(),
      /the hours 2 tasks for 2\.0001 of 2\.0000$/,
    );
    await sql`update charge_hours set charged_moods = charged_moods - 0.0001`;
    await sql`delete from charge_seconds`;
    assert.match((await counters.chargeSumsThatDiffer(evidence)).join(), /the seconds 0 tasks for 0/);
  });

  test("finds a task that failed, was not refunded, or was finished twice", async (t) => {
    const { sql, evidence, create } = await calmScene(t);
    const id = await create(201);
    await endRun(sql, await newRun(sql, id), FINISHED);
    await endRun(sql, await newRun(sql, id), FINISHED);
    assert.equal((await invariants.tasksFinishedTwice(evidence)).length, 1);
    const error = FAILED.ok ? null : FAILED.error;
    await sql`update tasks set state = 'failed', completed_at = now(), error = ${sql.json(error as never)} where id = ${id}`;
    assert.match((await invariants.tasksThatFailed(evidence)).join(), /SOURCE_UNSUPPORTED/);
    assert.equal((await invariants.failuresNotRefunded(evidence)).length, 1);
  });

  test("finds an open webhook that is never due, and one that is due and not open", async (t) => {
    const { sql, evidence, create, account } = await calmScene(t);
    const id = await create(201);
    await sql`insert into webhook_deliveries (id, task_id, url) values ('whd_1', ${id}, 'http://127.0.0.1/')`;
    assert.deepEqual(await invariants.deliveriesDueWrongly(evidence), []);
    await sql`update tasks set state = 'failed', completed_at = now() where id = ${id}`;
    assert.deepEqual(await invariants.deliveriesDueWrongly(evidence), ["whd_1 is open and never due"]);
    await sql`
      insert into due_deliveries (delivery_id, task_id, account_id, receiver, attempt, due_at)
      values ('whd_1', ${id}, ${account.id}, 'a', 1, now()), ('whd_2', ${id}, ${account.id}, 'a', 1, now())`;
    assert.deepEqual(await invariants.deliveriesDueWrongly(evidence), ["whd_2 is due and not open"]);
  });

  test("finds a webhook that nobody got, and files that no row names", async (t) => {
    const { sql, evidence, create, storageFolder } = await calmScene(t);
    const id = await create(201);
    await finish(sql, id);
    await sql`update tasks set callback_url = 'http://127.0.0.1/' where id = ${id}`;
    assert.match((await invariants.webhooksNotDelivered(evidence)).join(), /has 0 deliveries/);
    await sql`
      insert into webhook_deliveries (id, task_id, url, state) values ('whd_1', ${id}, 'http://127.0.0.1/', 'DELIVERED')`;
    assert.match((await invariants.webhooksNotDelivered(evidence)).join(), /reached nobody/);
    const file = `tasks/${id}/clips/clip_1/video.mp4`;
    const path = join(storageFolder, file);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, "clip");
    await mkdir(join(storageFolder, ".tmp"));
    await writeFile(join(storageFolder, ".tmp", "half"), "half");
    assert.equal((await invariants.filesThatNothingNames(evidence)).length, 2);
    await sql`update tasks set output = ${sql.json({ clips: [{ videoKey: file }] })} where id = ${id}`;
    assert.deepEqual(await invariants.filesThatNothingNames({ ...evidence, afterKills: true }), []);
  });

  test("leaves what a task had made that was withdrawn to the sweep that its folder is noted for", async (t) => {
    const { sql, evidence, create, storageFolder } = await calmScene(t);
    const id = await create(503);
    const folder = join(storageFolder, "tasks", id, "results");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "res_1.png"), "image");
    await sql`delete from tasks`;
    assert.deepEqual(await invariants.filesThatNothingNames(evidence), [
      `nothing names tasks/${id}/results/res_1.png`,
    ]);
    await sql`insert into discarded_files (storage_key) values (${`tasks/${id}/`})`;
    assert.deepEqual(await invariants.filesThatNothingNames(evidence), []);
  });
});
