// A control plane that is killed before it could take back what it had answered 503.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { taskIdOf } from "../support/faults/books.ts";
import type { Answer } from "../support/faults/client.ts";
import { faultTest } from "../support/faults/fault-test.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

/** In each direction: an admission and a create come about in the time of an answer, and what is read behind them does not. */
const DELAY_MS = 750;
const TIMEOUT_MS = 120_000;

test("what a plane answered 503, and was killed before it took it back, is taken back at its next start", {
  timeout: 300_000,
}, async (t) => {
  const { bed, plane, createShort, callPatiently, assertAccount } = await faultTest(t, {
    controlPlanes: 1,
    mediaNodes: 0,
  });
  const proxy = bed.proxyOf(plane);
  const told = new Set<string>();
  const untold = async (): Promise<string[]> => {
    const rows = await bed.sql<{ id: string }[]>`select id from tasks`;
    return rows.map(({ id }) => id).filter((id) => !told.has(id));
  };
  const tellOf = (answer: Answer): boolean => {
    const taskId = taskIdOf(answer);
    if (taskId !== undefined) told.add(taskId);
    return taskId !== undefined;
  };
  const killUntold = async (): Promise<boolean> => {
    // The connections stand, so that none has to be opened slowly.
    proxy.delay(0);
    if (!tellOf(await createShort())) return false;
    proxy.delay(DELAY_MS);
    const late = await createShort();
    tellOf(late);
    await plane.kill();
    // Nothing that it has sent is on its way still.
    proxy.cut();
    if (late.status === 503 && (await untold()).length === 1) return true;
    await plane.start();
    return false;
  };
  await until("a create that is answered 503 and came about, and was not taken back", killUntold, TIMEOUT_MS);
  proxy.delay(0);
  await plane.start();
  await until("the withdrawal", async () => (await untold()).length === 0, 30_000);
  for (const taskId of told)
    assert.equal((await callPatiently("POST", `/jobs/${taskId}/cancel`, {})).status, 200);
  await assertAccount({ afterKills: true });
});
