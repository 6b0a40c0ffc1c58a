import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import type { MediaTools } from "../../../media-node/pipelines/run-context.ts";
import { startMediaWorker } from "../../../media-node/worker/media-worker.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { dispatch, queuedTasks } from "../../support/database/queue.ts";
import { assertNoChildren } from "../../support/leaks.ts";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { mediaTools } from "../../support/media-node/media-pools.ts";
import { type TestServices, workerServices } from "../../support/media-node/worker-services.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

const REQUEST = {
  source: { kind: "upload", storageKey: "uploads/film" },
  range: { startS: 0, endS: null },
  clipCount: 2,
  clipLengthS: { min: 5, max: 9 },
  targetWidth: 360,
  editingStyles: ["BLURRED_WINGS"],
  captions: null,
  title: "A film",
  prompt: null,
  declaredDurationS: 20,
};

interface Setting extends TestServices {
  readonly sql: Sql;
  readonly taskId: string;
  /** Runs a worker for as long as `watch` takes. */
  withWorker(watch: () => Promise<unknown>): Promise<void>;
  states(): Promise<{ task: string; runs: string[] }>;
}

async function setUp(t: TestContext, changes: Partial<MediaTools> = {}): Promise<Setting> {
  const { sql, nodeSql, nodeUrl, account } = await accountDatabase(t);
  const services = await workerServices(t, nodeSql, { ...tools, ...changes });
  const film = join(await temporaryFolder(t), "film.mp4");
  const sound = "aevalsrc='0.3*(random(0)-0.5)*gt(mod(t,3),0.7)':d=20:s=16000";
  const encoder = ["-c:v", "libx264", "-preset", "ultrafast"];
  await makeMedia(...generated("testsrc2=s=160x90:r=10:d=20"), ...generated(sound), ...encoder, film);
  await services.services.storage.putFile("uploads/film", film);
  const taskId = await newTask(sql, account.id, { request: REQUEST });
  assert.equal(await dispatch(sql), 1);
  return {
    ...services,
    sql,
    taskId,
    withWorker: async (watch) => {
      const worker = await startMediaWorker(services.services, {
        databaseUrl: nodeUrl,
        places: { cores: 1, devices: 0 },
        models: [],
      });
      // A hook of the test would come after the database's own, which ends the connections that a stop needs.
      await watch().finally(worker.stop);
    },
    states: async () => {
      const [task] = await sql<{ state: string }[]>`select state from tasks where id = ${taskId}`;
      const runs = await sql<
        { state: string }[]
      >`select state from runs where task_id = ${taskId} order by started_at`;
      return { task: task?.state ?? "", runs: runs.map(({ state }) => state) };
    },
  };
}

test("a queued clip task is cut and handed over to be finalized", { timeout: 240_000 }, async (t) => {
  const { withWorker, states, sql, storedFiles, scratchFiles, taskId } = await setUp(t);
  await withWorker(() =>
    until("the run to succeed", async () => (await states()).runs[0] === "succeeded", 120_000),
  );
  const reports = await sql`select task_id, outcome -> 'ok' as ok from reported_runs`;
  assert.deepEqual([...reports], [{ task_id: taskId, ok: true }]);
  assert.deepEqual(await queuedTasks(sql), []);
  assert.deepEqual([await storedFiles(`tasks/${taskId}/work`), await scratchFiles()], [[], []]);
  assert.equal((await sql`select from worker_leases`).length, 0);
});

/** A program that never ends by itself, in ffprobe's place. */
async function stallingProgram(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "ffprobe");
  await writeFile(path, "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
  return path;
}

test("a run whose task is cancelled stops with the next look of the lease", {
  timeout: 240_000,
}, async (t) => {
  const setting = await setUp(t, { ffprobe: await stallingProgram(t) });
  const { sql, taskId, scratchFiles } = setting;
  const { activeRuns } = setting.services;
  const { list, revoke } = activeRuns;
  let looks = 0;
  const looksUntilRevoked: number[] = [];
  t.mock.method(activeRuns, "list", () => {
    looks += 1;
    return list();
  });
  t.mock.method(activeRuns, "revoke", (runId: string) => {
    looksUntilRevoked.push(looks);
    revoke(runId);
  });
  await setting.withWorker(async () => {
    await until("the run to begin", async () => (await scratchFiles()).length === 1);
    await sql`update tasks set state = 'failed', completed_at = now() where id = ${taskId}`;
    looks = 0;
    await until("the run to stop", async () => (await scratchFiles()).length === 0);
  });
  const [counted] = looksUntilRevoked;
  assert.ok(counted !== undefined && counted <= 1, `revoked after ${counted} looks`);
  assert.equal((await sql`select from reported_runs`).length, 0);
});

/** ffmpeg, whose renders wait until they are let go: progress is written once a second, a short render is over before. */
async function waitingRenders(t: TestContext): Promise<{ path: string; letGo: () => Promise<void> }> {
  const folder = await temporaryFolder(t);
  const path = join(folder, "ffmpeg");
  const held = join(folder, "held");
  await writeFile(held, "");
  const wait = `case "$*" in *libx264*) while [ -e '${held}' ]; do sleep 0.1; done;; esac`;
  await writeFile(path, `#!/bin/sh\n${wait}\nexec '${tools.ffmpeg}' "$@"\n`, { mode: 0o755 });
  return { path, letGo: () => rm(held) };
}

test("a shutdown gives the task back, and the next worker finishes it", { timeout: 240_000 }, async (t) => {
  const ffmpeg = await waitingRenders(t);
  const { withWorker, states, sql, scratchFiles } = await setUp(t, { ffmpeg: ffmpeg.path });
  const isRendering = async (): Promise<boolean> =>
    (await sql`select from runs where stage = 'rendering'`).length > 0;
  await withWorker(() => until("clips to render", isRendering, 120_000));
  assert.deepEqual((await states()).runs, ["interrupted"]);
  assert.deepEqual(await scratchFiles(), []);
  const [job] =
    await sql`select locked_by, attempts::int, run_at <= now() as is_due from graphile_worker.jobs`;
  assert.deepEqual(
    { ...job },
    { locked_by: null, attempts: 0, is_due: true },
    "it is there for others at once",
  );
  await ffmpeg.letGo();
  await withWorker(() =>
    until("the next run to succeed", async () => (await states()).runs[1] === "succeeded", 120_000),
  );
});
