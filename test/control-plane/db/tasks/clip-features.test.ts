import assert from "node:assert/strict";
import { test } from "node:test";
import { selectClipTasks } from "../../../../control-plane/db/tasks/clip-features.ts";
import { timeDigits } from "../../../../shared/ids.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { insertPlainTasks, rowsRead } from "../../../support/database/rows-read.ts";

const TASKS = 20_000;
const SOUGHT = 100;

test("the tasks that made clips are read by their time, and no others", async (t) => {
  const { sql, account } = await accountDatabase(t);
  await insertPlainTasks(sql, account.id, { count: TASKS, state: "finished" });
  const sought = await sql<{ id: string }[]>`select id from tasks order by md5(id) limit ${SOUGHT}`;
  const ids = sought.map(({ id }) => id).sort();
  let found: readonly string[] = [];
  const rows = await rowsRead(sql, "tasks", async (transaction) => {
    found = (await selectClipTasks(transaction, ["clip"], ids.map(timeDigits))).map(({ id }) => id);
  });
  assert.deepEqual(found, ids);
  assert.equal(rows, SOUGHT);
});
