import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import { releaseAtExit } from "../../../deploy/appliance/release-process.ts";
import type { RunningService } from "../../../deploy/processes/supervisor.ts";
import { createLogger } from "../../../shared/logger.ts";
import { readProcessSpace } from "../../../shared/process/process-space.ts";
import { newRun, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { newLease } from "../../support/database/leases.ts";

test("the end of a plane's process gives its work back at once", async (t) => {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const [dead, living] = [await newLease(sql, "media-node", 4321), await newLease(sql, "media-node", 4321)];
  await sql`update worker_leases set host = ${hostname()}, process_space = 'another boot'`;
  await sql`update worker_leases set process_space = ${readProcessSpace() ?? null} where id = ${dead.id}`;
  const runId = await newRun(sql, await newTask(sql, account.id), dead.id);
  const onExit = releaseAtExit(databaseUrl, createLogger("test", "silent"));
  const run: RunningService = {
    pid: 4321,
    exited: new Promise(() => undefined),
    stop: async () => undefined,
    kill: () => undefined,
  };
  await onExit(run, { code: null, signal: "SIGKILL" });
  const leases = await sql`select id from worker_leases where renewed_at > 'epoch'`;
  assert.deepEqual(
    leases.map(({ id }) => id),
    [living.id],
  );
  const [row] = await sql`select state from runs where id = ${runId}`;
  assert.equal(row?.state, "lost");
});
