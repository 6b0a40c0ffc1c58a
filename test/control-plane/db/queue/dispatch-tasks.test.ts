import assert from "node:assert/strict";
import { test } from "node:test";
import { dispatchTasks } from "../../../../control-plane/db/queue/queue-jobs.ts";
import { insertChargedTasks } from "../../../../control-plane/db/tasks/create-tasks.ts";
import { DISPATCH_LIMITS } from "../../../../shared/limits/queue.ts";
import { taskRow } from "../../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { dispatchOffered, offerQueueJobs } from "../../../support/database/queue.ts";
import { rowsRead } from "../../../support/database/rows-read.ts";

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
