// Highlight tasks from the queue job to their end: what cannot become a reel fails with its reason and is refunded.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { NODE_KINDS } from "../../../media-node/worker/kinds.ts";
import { taskJob } from "../../../media-node/worker/task-job.ts";
import { finalizeReported, moneyOf, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { takenJob } from "../../support/database/queue.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { REEL_REQUEST } from "../../support/media-node/reels.ts";
import { workerServices } from "../../support/media-node/worker-services.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

for (const [what, code, make] of [
  ["a text", "SOURCE_UNSUPPORTED", (path: string) => writeFile(path, "This is no match.\n".repeat(100))],
  [
    "sound alone",
    "SOURCE_UNSUPPORTED",
    (path: string) => makeMedia(...generated("sine=d=12"), "-f", "mp4", path),
  ],
] as const) {
  test(`${what} ends with ${code}, and the charge is refunded`, async (t) => {
    const { sql, account } = await accountDatabase(t);
    const { services, storedFiles } = await workerServices(t, sql, tools);
    const path = join(await temporaryFolder(t), "match");
    await make(path);
    await services.storage.putFile("uploads/match", path);
    const taskId = await newTask(sql, account.id, { kind: "highlight", request: { ...REEL_REQUEST } });
    const handle = taskJob(services, NODE_KINDS.highlight.pipeline);
    await handle(
      { payload: { taskId }, key: taskId, lock: await takenJob(sql) },
      new AbortController().signal,
    );
    const [run] = await sql<{ id: string; state: string }[]>`select id, state from runs`;
    assert.equal(run?.state, "failed");
    assert.equal(await finalizeReported(sql), true);
    const [task] = await sql<{ state: string; error: { code: string } }[]>`select state, error from tasks`;
    assert.deepEqual([task?.state, task?.error.code], ["failed", code]);
    assert.equal((await moneyOf(sql, account.id)).used, 0);
    assert.deepEqual(await storedFiles(`tasks/${taskId}`), []);
  });
}
