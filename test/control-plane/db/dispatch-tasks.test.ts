import assert from "node:assert/strict";
import { test } from "node:test";
import { insertChargedTasks } from "../../../control-plane/db/create-tasks.ts";
import { dispatchTasks } from "../../../control-plane/db/queue-jobs.ts";
import { DISPATCH_LIMITS } from "../../../shared/limits.ts";
import { accountDatabase } from "../../support/account-database.ts";
import { dispatchOffered, offerQueueJobs } from "../../support/queue.ts";
import { rowsRead } from "../../support/rows-read.ts";
import { taskRow } from "../../support/tasks.ts";

test("a round for which there is no room looks at no place in line of an account that could have none", async (t) => {
  const { sql, account } = await accountDatabase(t, "1000");
  const tasks = Array.from({ length: 3 * DISPATCH_LIMITS.readyJobs }, () => taskRow(account.id));
  await insertChargedTasks(sql, tasks);
  await offerQueueJobs(sql, ["run-clip"]);
  assert.equal(await dispatchOffered(sql), DISPATCH_LIMITS.readyJobs);
  const rows = await rowsRead(sql, "waiting_tasks", (transaction) =>
    dispatchTasks(transaction, DISPATCH_LIMITS.runningJobs.default),
  );
  assert.equal(rows, 0);
});
