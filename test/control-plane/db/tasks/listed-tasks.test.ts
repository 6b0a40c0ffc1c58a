// What a list of tasks reads besides them: of many media nodes no more than tell that each task will be worked on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectListedTasks } from "../../../../control-plane/db/tasks/tasks.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { rowsRead } from "../../../support/database/rows-read.ts";
import { fakeNode } from "../../../support/media-node/media-node.ts";

const NODES = 30;
const TASKS = 20;

test("tasks that wait and will be taken are listed without reading all nodes for each", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskIds: string[] = [];
  for (let count = 0; count < TASKS; count += 1) taskIds.push(await newTask(sql, account.id));
  for (let count = 0; count < NODES; count += 1) await fakeNode(sql);
  await sql`update worker_leases set shortage = 'the disk is full' where id = (select max(id) from worker_leases)`;
  await sql`analyze worker_leases, tasks`;
  const read = await rowsRead(sql, "worker_leases", async (transaction) => {
    const tasks = await selectListedTasks(transaction, taskIds);
    assert.deepEqual(
      tasks.filter((task) => task.is_taken !== true || task.node_shortage !== null),
      [],
    );
  });
  assert.ok(read < (TASKS * NODES) / 2, `${read} rows of nodes for ${TASKS} tasks`);
});

test("nodes are read once for all tasks of a list, also where the last one alone takes them", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const taskIds: string[] = [];
  for (let count = 0; count < TASKS; count += 1) taskIds.push(await newTask(sql, account.id));
  for (let count = 0; count < NODES; count += 1) await fakeNode(sql);
  await sql`update worker_leases set queue_jobs = '{run-other}' where id <> (select max(id) from worker_leases)`;
  await sql`analyze worker_leases, tasks`;
  const read = await rowsRead(sql, "worker_leases", async (transaction) => {
    const tasks = await selectListedTasks(transaction, taskIds);
    assert.deepEqual(
      tasks.filter((task) => task.is_taken !== true),
      [],
    );
  });
  assert.ok(read <= 2 * NODES, `${read} rows of ${NODES} nodes for ${TASKS} tasks`);
});
