// The stream of an account's tasks, over real connections.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { grantMoods } from "../../../../control-plane/billing/grant-moods.ts";
import { cancelTask } from "../../../../control-plane/tasks/end/cancel-task.ts";
import { CONSOLE_STREAM_LIMITS } from "../../../../shared/limits/people.ts";
import { approvedOwner, joinAs, type SignedIn } from "../../../support/control-plane/console-client.ts";
import {
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { type EventStream, openEvents } from "../../../support/control-plane/http/event-stream.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { until } from "../../../support/until.ts";

async function owner(plane: TestControlPlane, email: string): Promise<SignedIn> {
  const person = await approvedOwner(plane, email);
  await grantMoods(plane.sql, { accountId: person.accountId, moods: "1000", note: null });
  return person;
}

/** A tab's stream, of which the first look has been taken. */
async function openTab(t: TestContext, plane: TestControlPlane, { client }: SignedIn): Promise<EventStream> {
  const stream = await openEvents(t, `${plane.url}/console/api/events`, { cookie: client.cookie });
  assert.equal((await stream.event(1)).event, "ready");
  return stream;
}

function mentions({ events }: EventStream, taskId: string): number {
  return events.filter(({ data }) => data.taskId === taskId).length;
}

test("a tab hears of tasks that come, change and end, whoever made them, and of no other account's", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await owner(plane, "ada@example.com");
  const eve = await owner(plane, "eve@example.com");
  const old = await newTask(plane.sql, ada.accountId);
  const [tab, foreign] = [await openTab(t, plane, ada), await openTab(t, plane, eve)];
  await plane.sql`update tasks set revision = revision + 1 where id = ${old}`;
  await until("the first change", () => mentions(tab, old) > 0);
  const taskId = await newTask(plane.sql, ada.accountId);
  await until("the new task", async () => mentions(tab, taskId) > 0);
  const before = mentions(tab, taskId);
  await cancelTask({ sql: plane.sql, logger: keptLog().logger }, ada.accountId, "jobs", taskId);
  await until("its end", async () => mentions(tab, taskId) > before);
  const { data } = tab.events.at(-1) ?? { data: {} };
  assert.deepEqual(data, { taskId });
  assert.deepEqual([foreign.events.length, foreign.ended()], [1, false]);
});

test("a tab is told that it is ready once changes are seen, and not while the first look takes long", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await owner(plane, "ada@example.com");
  const tab = await plane.sql.begin(async (transaction) => {
    await transaction`lock table tasks in access exclusive mode`;
    const opened = await openEvents(t, `${plane.url}/console/api/events`, { cookie: ada.client.cookie });
    await until("the look", async () => {
      const [row] = await plane.sql`
        select from pg_locks where relation = 'tasks'::regclass and not granted and database =
          (select oid from pg_database where datname = current_database())`;
      return row !== undefined;
    });
    assert.deepEqual(opened.events, []);
    return opened;
  });
  assert.equal((await tab.event(1)).event, "ready");
});

test("a person has a few streams, and their places come back", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const tabs = [];
  for (let index = 0; index < CONSOLE_STREAM_LIMITS.ofPerson; index += 1)
    tabs.push(await openTab(t, plane, ada));
  assert.equal(failureOf(await ada.client.call("GET", "/console/api/events")), "429 RATE_LIMITED");
  tabs[0]?.close();
  await until("a place", async () => {
    const stream = await openEvents(t, `${plane.url}/console/api/events`, { cookie: ada.client.cookie });
    return stream.status === 200;
  });
});

test("a stream ends within seconds of the session, and of the membership", async (t) => {
  const plane = await testControlPlane(t);
  const ada = await approvedOwner(plane, "ada@example.com");
  const bob = await approvedOwner(plane, "bob@example.com");
  await joinAs(plane, bob, ada.accountId, "member");
  const [adas, bobs] = [await openTab(t, plane, ada), await openTab(t, plane, bob)];
  await ada.client.call("DELETE", `/console/api/people/${bob.userId}`);
  await until("the member's end", async () => bobs.ended());
  assert.equal(adas.ended(), false);
  await ada.client.call("DELETE", "/console/api/session");
  await until("the session's end", async () => adas.ended());
});

test("a control plane that stops ends its streams", async (t) => {
  const plane = await testControlPlane(t);
  const tab = await openTab(t, plane, await approvedOwner(plane, "ada@example.com"));
  await plane.stop();
  await tab.end();
});
