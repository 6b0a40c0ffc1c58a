// GET /jobs/{jobId}/events over real connections, with runs as a media node writes them.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { changeAccount } from "../../../../control-plane/accounts/manage-accounts.ts";
import { changeKey, revokeApiKey, rotateKey } from "../../../../control-plane/accounts/manage-keys.ts";
import { newId } from "../../../../shared/ids.ts";
import { EVENT_LIMITS } from "../../../../shared/limits/requests.ts";
import { timedAwake } from "../../../support/awake-time.ts";
import {
  approvedOwner,
  ConsoleClient,
  joinAs,
  TEST_PASSWORD,
} from "../../../support/control-plane/console-client.ts";
import {
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { type EventStream, openEvents } from "../../../support/control-plane/http/event-stream.ts";
import { endRun, FAILED, FINISHED, newRun, newTask } from "../../../support/control-plane/tasks.ts";
import { queuedTasks } from "../../../support/database/queue.ts";
import type { TestAccount } from "../../../support/database/test-account.ts";
import { fakeNode } from "../../../support/media-node/media-node.ts";
import { until } from "../../../support/until.ts";

function watch(
  t: TestContext,
  plane: { url: string },
  account: TestAccount,
  taskId: string,
  lastEventId?: string,
): Promise<EventStream> {
  return openEvents(t, `${plane.url}/api/v1/jobs/${taskId}/events`, {
    "x-service-api-key": account.key,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  });
}

async function report(plane: TestControlPlane, runId: string, percent: number): Promise<void> {
  await plane.sql`
    update runs set stage = 'rendering', percent = ${percent}, message = 'Rendering clips', updated_at = now() where id = ${runId}`;
}

test("a stream tells a job's whole way at once when it comes: waiting, progress, the finished task, the end", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await fakeNode(plane.sql);
  await newTask(plane.sql, account.id);
  const taskId = await newTask(plane.sql, account.id);
  // While tasks pass from the line into the queue a position may be one too low.
  await until("both to have their turn", async () =>
    (await queuedTasks(plane.sql)).every((task) => !task.is_waiting),
  );
  const stream = await watch(t, plane, account, taskId);
  assert.equal(stream.status, 200);
  assert.equal(stream.headers["content-type"], "text/event-stream");
  assert.equal(stream.headers["cache-control"], "no-store");
  assert.ok(stream.headers["x-request-id"]);
  const waiting = await stream.event(1);
  assert.equal(waiting.event, "progress");
  assert.deepEqual(waiting.data, {
    percent: 0,
    stage: "queued",
    message: "Waiting for a media node",
    queue_position: 1,
    status: "queued",
  });
  const runId = await newRun(plane.sql, taskId);
  assert.equal((await stream.event(2)).data.status, "running");
  await report(plane, runId, 42.25);
  const rendering = await stream.event(3);
  assert.deepEqual(rendering.data, {
    percent: 42.3,
    stage: "rendering",
    message: "Rendering clips",
    queue_position: null,
    status: "running",
  });
  await endRun(plane.sql, runId, FINISHED);
  await stream.end();
  const last = stream.events.at(-1);
  assert.equal(last?.event, "finished");
  const read = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key: account.key });
  assert.deepEqual(last.data, read.body.data, "the last event is the task as a read shows it");
  const ids = stream.events.map((event) => Number(event.id));
  assert.ok(
    ids.every((id, index) => Number.isSafeInteger(id) && (index === 0 || id > (ids[index - 1] ?? 0))),
  );
});

test("a job that fails ends its stream with the failed task", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id);
  const stream = await watch(t, plane, account, taskId);
  await stream.event(1);
  const runId = await newRun(plane.sql, taskId);
  await endRun(plane.sql, runId, FAILED);
  await stream.end();
  const last = stream.events.at(-1);
  assert.equal(last?.event, "failed");
  assert.equal((last.data.error as { code: string }).code, "SOURCE_UNSUPPORTED");
  assert.equal((last.data.billing as { refunded_moods: number }).refunded_moods, 1);
});

test("a cancelled job ends its stream", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id);
  const stream = await watch(t, plane, account, taskId);
  await stream.event(1);
  await callApi(plane, "POST", `/api/v1/jobs/${taskId}/cancel`, { key: account.key });
  await stream.end();
  assert.equal(stream.events.at(-1)?.event, "failed");
});

test("a reconnect at another control plane goes on after the last event that was seen", async (t) => {
  const plane = await testControlPlane(t);
  const other = await testControlPlane(t, { databaseUrl: plane.databaseUrl });
  const account = await plane.account();
  const taskId = await newTask(plane.sql, account.id);
  const runId = await newRun(plane.sql, taskId);
  const first = await watch(t, plane, account, taskId);
  await first.event(1);
  await report(plane, runId, 10);
  const seen = await first.event(2);
  first.close();
  const second = await watch(t, other, account, taskId, seen.id);
  await report(plane, runId, 20);
  assert.equal((await second.event(1)).data.percent, 20);
  second.close();
  await report(plane, runId, 30);
  const third = await watch(t, plane, account, taskId, seen.id);
  assert.equal((await third.event(1)).data.percent, 30, "what changed meanwhile comes at once");
  await endRun(plane.sql, runId, FINISHED);
  await third.end();
  const end = third.events.at(-1);
  assert.equal(end?.event, "finished");
  const fourth = await watch(t, other, account, taskId, end.id);
  assert.deepEqual([fourth.status, fourth.events.length], [204, 0]);
  const fifth = await watch(t, other, account, taskId, seen.id);
  await fifth.end();
  assert.deepEqual(
    fifth.events.map((event) => event.event),
    ["finished"],
  );
  await other.stop();
});

test("streams of unknown, foreign and other surfaces' tasks are not found", async (t) => {
  const plane = await testControlPlane(t);
  const [mine, theirs] = [await plane.account(), await plane.account()];
  const foreign = await newTask(plane.sql, theirs.id);
  const generation = await newTask(plane.sql, mine.id, { kind: "generation", model: "image" });
  const { key } = mine;
  for (const id of ["x", newId("task"), foreign, generation]) {
    assert.equal(
      failureOf(await callApi(plane, "GET", `/api/v1/jobs/${id}/events`, { key })),
      "404 NOT_FOUND",
    );
  }
  const stream = await openEvents(t, `${plane.url}/api/v1/generation-tasks/${generation}/events`, {
    "x-service-api-key": key,
  });
  assert.equal((await stream.event(1)).data.status, "queued");
});

test("streams do without notifications, and outlive the loss of the process's connections", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const taskIds = [await newTask(plane.sql, account.id), await newTask(plane.sql, account.id)];
  const runIds = [await newRun(plane.sql, taskIds[0] ?? ""), await newRun(plane.sql, taskIds[1] ?? "")];
  const streams: EventStream[] = [];
  for (const taskId of [...taskIds, ...taskIds]) streams.push(await watch(t, plane, account, taskId));
  for (const stream of streams) await stream.event(1);
  const listeners = await plane.sql<{ query: string }[]>`
    select query from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
  assert.ok(
    listeners.every(({ query }) => query.includes("jobs:insert")),
    "only the queue's own workers listen",
  );
  const notifiers = await plane.sql`
    select p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid in ('tasks'::regclass, 'runs'::regclass) and p.prosrc like '%notify%'`;
  assert.equal(notifiers.length, 0);
  await plane.sql.begin(async (transaction) => {
    await transaction`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name like 'clipmill%'`;
    for (const runId of runIds) await transaction`update runs set percent = 50 where id = ${runId}`;
  });
  for (const stream of streams) assert.equal((await stream.event(2)).data.percent, 50);
  await report(plane, runIds[0] ?? "", 60);
  assert.equal((await streams[0]?.event(3))?.data.percent, 60);
});

test("a key has a bounded number of streams, and a place is free again when its client is gone", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  await plane.sql`update api_keys set per_minute = 100000`;
  const taskId = await newTask(plane.sql, account.id);
  const streams = await Promise.all(
    Array.from({ length: EVENT_LIMITS.streamsPerCaller }, () => watch(t, plane, account, taskId)),
  );
  assert.ok(streams.every((stream) => stream.status === 200));
  const path = `/api/v1/jobs/${taskId}/events`;
  assert.equal(failureOf(await callApi(plane, "GET", path, { key: account.key })), "429 RATE_LIMITED");
  const { key } = await plane.key(account.id);
  assert.equal((await watch(t, plane, { ...account, key }, taskId)).status, 200, "another key has its own");
  streams[0]?.close();
  await until("a free place", async () => {
    const stream = await watch(t, plane, account, taskId);
    return stream.status === 200;
  });
});

test("a stop of the control plane ends its streams at once", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const stream = await watch(t, plane, account, await newTask(plane.sql, account.id));
  await stream.event(1);
  const { awakeMs } = await timedAwake(() => plane.stop());
  await stream.end();
  assert.ok(awakeMs < 5_000, `${awakeMs} ms`);
});

test("a stream ends within seconds of what opened it: a key or its secret, scope or network, a session, a membership", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  await joinAs(plane, bob, ada.accountId, "member");
  const elsewhere = new ConsoleClient(plane);
  await elsewhere.enter("session", { email: ada.email, password: TEST_PASSWORD });
  const blocked = await plane.account();
  await plane.sql`update accounts set moods_granted = 10 where id = ${ada.accountId}`;
  const taskId = await newTask(plane.sql, ada.accountId);
  const path = `${plane.url}/api/v1/jobs/${taskId}/events`;
  const open = (headers: Readonly<Record<string, string>>) => openEvents(t, path, headers);
  const openInBrowser = ({ cookie }: ConsoleClient) => open({ cookie, "sec-fetch-site": "same-origin" });
  const keys = await Promise.all(Array.from({ length: 5 }, () => plane.key(ada.accountId)));
  const [stays, revoked, rotated, narrowed, kept] = keys.map(({ id }) => id);
  const byKey = await Promise.all(keys.map(({ key }) => open({ "x-service-api-key": key })));
  const lasting = [byKey[0], await openInBrowser(ada.client)];
  const ending = [
    ...byKey.slice(1),
    await openInBrowser(elsewhere),
    await openInBrowser(bob.client),
    await watch(t, plane, blocked, await newTask(plane.sql, blocked.id)),
  ];
  for (const stream of [...lasting, ...ending]) await stream?.event(1);
  await changeKey(plane.sql, stays ?? "", { perMinute: 5, ips: ["127.0.0.0/8"] });
  await revokeApiKey(plane.sql, revoked ?? "");
  await rotateKey(plane.sql, rotated ?? "");
  await changeKey(plane.sql, narrowed ?? "", { scopes: ["BALANCE"] });
  await changeKey(plane.sql, kept ?? "", { ips: ["10.0.0.0/8"] });
  assert.equal((await ada.client.call("DELETE", "/console/api/sessions")).status, 200);
  await plane.sql`delete from memberships where user_id = ${bob.userId}`;
  await plane.sql.begin((transaction) => changeAccount(transaction, blocked.id, "block"));
  await until("their ends", () => ending.every((stream) => stream.ended()));
  assert.deepEqual(
    lasting.map((stream) => stream?.ended()),
    [false, false],
  );
});
