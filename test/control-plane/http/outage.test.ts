// What clients see while the database is away, and that everything goes on when it is back.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { BRING_TEMPLATES_JOB } from "../../../shared/templates/template-previews.ts";
import { timedAwake } from "../../support/awake-time.ts";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { FINISHED, taskEnded } from "../../support/control-plane/tasks.ts";
import { queuedTasks } from "../../support/database/queue.ts";
import { type StoppablePostgres, stoppablePostgres } from "../../support/database/stoppable-postgres.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";
import { until } from "../../support/until.ts";

interface Scene {
  readonly postgres: StoppablePostgres;
  readonly plane: TestControlPlane;
  readonly key: string;
  /** Of an announced upload, with its signature. */
  readonly uploadPath: string;
}

async function scene(t: TestContext): Promise<Scene> {
  let plane: TestControlPlane | undefined;
  const postgres = await stoppablePostgres(t, async () => plane?.stop());
  plane = await testControlPlane(t, { databaseUrl: postgres.databaseUrl });
  const { key } = await plane.account();
  const announced = await callApi(plane, "POST", "/api/v1/uploads", { key, body: UPLOAD_BODY });
  const { pathname, search } = new URL(String(announced.body.data?.upload_url));
  return { postgres, plane, key, uploadPath: pathname + search };
}

const create = ({ plane, key }: Scene) => callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });

const OTHER_ROUTES = [
  ["GET", "/api/v1/jobs"],
  ["GET", "/api/v1/jobs/task_01/events"],
  ["GET", "/api/v1/generation-tasks"],
  ["GET", "/api/v1/models"],
  ["GET", "/api/v1/templates"],
  ["GET", "/api/v1/balance"],
  ["GET", "/api/v1/usage"],
  ["GET", "/api/v1/nowhere"],
] as const;
const UPLOAD_BODY = { filename: "film.mp4", content_type: "video/mp4", size_bytes: 4 };

/** Every kind of request answers 503 within 5 s and names nothing internal. */
async function assertUnavailable(at: Scene): Promise<void> {
  const { plane, key, uploadPath } = at;
  const { value: replies, awakeMs } = await timedAwake(() =>
    Promise.all([
      create(at),
      callApi(plane, "GET", "/api/v1/jobs/task_01", { key }),
      callApi(plane, "GET", "/readyz"),
      ...OTHER_ROUTES.map(([method, path]) => callApi(plane, method, path, { key })),
      callApi(plane, "POST", "/api/v1/transcriptions", { key, body: CLIP_BODY }),
      callApi(plane, "POST", "/api/v1/uploads", { key, body: UPLOAD_BODY }),
      callApi(plane, "PUT", uploadPath, { body: "film", headers: { "content-type": "video/mp4" } }),
    ]),
  );
  for (const reply of replies) {
    assert.equal(failureOf(reply), "503 UNAVAILABLE");
    assert.equal(reply.body.error?.message, "The service is temporarily unavailable.");
    assert.equal(reply.body.error?.requestId, reply.headers.get("x-request-id"));
  }
  assert.ok(awakeMs < 5_000, `${awakeMs} ms`);
  assert.equal((await fetch(`${plane.url}/healthz`)).status, 200, "the process itself is well");
}

async function assertBack(at: Scene): Promise<void> {
  const reply = await until("the service to be back", async () => {
    const answer = await create(at);
    return answer.status === 201 && answer;
  });
  const { plane, key } = at;
  const taskId = String(reply.body.data?.task_id);
  // The worker is back, too: it gives the queue what is next, ends what has reported, and takes its own jobs.
  const node = await fakeNode(plane.sql);
  await until("the task to be next", async () => {
    const queued = await queuedTasks(plane.sql);
    return queued.some((task) => task.task_id === taskId && !task.is_waiting);
  });
  await node.report(taskId, await node.start(taskId), FINISHED);
  await taskEnded(plane.sql, taskId);
  await plane.sql`select graphile_worker.add_job(${BRING_TEMPLATES_JOB}, job_key => 'of the test')`;
  await until("the worker to do a job", async () => {
    const jobs = await plane.sql`select from graphile_worker.jobs where key = 'of the test'`;
    return jobs.length === 0;
  });
  assert.equal((await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key })).status, 200);
}

test("while PostgreSQL is stopped requests answer 503, again and again, and work when it is back", async (t) => {
  const at = await scene(t);
  assert.equal((await create(at)).status, 201);
  await at.postgres.stop();
  for (let round = 0; round < 8; round += 1) await assertUnavailable(at);
  await at.postgres.start();
  await assertBack(at);
});

test("a PostgreSQL that crashes under requests ends no process", async (t) => {
  const at = await scene(t);
  const answers = Array.from({ length: 30 }, () => create(at));
  await at.postgres.kill();
  for (const reply of await Promise.all(answers)) assert.ok([201, 503].includes(reply.status));
  await at.postgres.start();
  await assertBack(at);
});

test("while PostgreSQL hangs requests answer 503 within 5 s, and work when it goes on", async (t) => {
  const at = await scene(t);
  const backends = await at.plane.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend'`;
  const pids = [at.postgres.pid, ...backends.map((backend) => backend.pid)];
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of pids) process.kill(pid, signal);
  };
  signalAll("SIGSTOP");
  try {
    await assertUnavailable(at);
  } finally {
    signalAll("SIGCONT");
  }
  await assertBack(at);
});
