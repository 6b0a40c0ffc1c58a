// The appliance in the console: health, live figures, nodes, storage, the audit log.
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  HealthView,
  LiveFigures,
  NodeDrainView,
  OperatorActionView,
  StorageView,
  WorkerView,
} from "../../../../../control-plane/console/api-types/operator.ts";
import type { OperatorAccountView } from "../../../../../control-plane/console/api-types/operator-accounts.ts";
import { failureOf, testControlPlane } from "../../../../support/control-plane/control-plane.ts";
import {
  OPERATOR_EMAIL,
  type OperatorClient,
  signInOperator,
} from "../../../../support/control-plane/operator.ts";
import { newTask } from "../../../../support/control-plane/tasks.ts";
import { fakeNode } from "../../../../support/media-node/media-node.ts";
import { until } from "../../../../support/until.ts";

async function stateOf(operator: OperatorClient, id: string): Promise<string | undefined> {
  const health = await operator.ask<HealthView>("GET", "/health");
  const check = health.checks.find((each) => each.id === id);
  if (check !== undefined)
    assert.equal(check.advice === null, check.state === "ok", "advice where it is needed");
  return check?.state;
}

test("health says that no node lives, and that tasks wait for none, until one does", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id } = await plane.account();
  assert.equal(await stateOf(operator, "nodes"), "bad");
  assert.equal(await stateOf(operator, "takers"), "ok");
  await newTask(plane.sql, id);
  assert.equal(await stateOf(operator, "takers"), "bad");
  await fakeNode(plane.sql);
  assert.equal(await stateOf(operator, "nodes"), "ok");
  assert.equal(await stateOf(operator, "takers"), "ok");
});

test("a node is drained and takes jobs again, each in the log with who did it", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const node = await fakeNode(plane.sql);
  const nodeOf = async () => {
    const workers = await operator.ask<WorkerView[]>("GET", "/nodes");
    return workers.find((worker) => worker.id === node.id);
  };
  assert.deepEqual([(await nodeOf())?.state, (await nodeOf())?.isAlive], ["working", true]);
  const drained = await operator.ask<NodeDrainView>("POST", `/nodes/${node.id}/drain`);
  assert.deepEqual([drained.asked, drained.nodes], [true, 1]);
  assert.equal((await nodeOf())?.state, "draining");
  await operator.ask("DELETE", `/nodes/${node.id}/drain`);
  assert.equal((await nodeOf())?.state, "working");
  assert.equal(failureOf(await operator.send("DELETE", `/nodes/${node.id}/drain`)), "404 NOT_FOUND");
  assert.equal(failureOf(await operator.send("POST", "/nodes/nobody/drain")), "404 NOT_FOUND");
  const log = await operator.ask<OperatorActionView[]>("GET", "/audit?action=node");
  assert.deepEqual(
    log.map(({ operator: who, via, action, target }) => [who, via, action, target]),
    ["node undrain", "node drain"].map((action) => [OPERATOR_EMAIL, "console", action, node.id]),
  );
});

test("a node says under which names it is drained, and takes jobs again once none is left", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const { id } = await fakeNode(plane.sql);
  const nodeOf = async (): Promise<unknown[]> => {
    const workers = await operator.ask<WorkerView[]>("GET", "/nodes");
    const node = workers.find((worker) => worker.id === id);
    return [node?.state, ...(node?.drainedAs ?? [])];
  };
  assert.deepEqual(await nodeOf(), ["working"]);
  await operator.ask("POST", "/nodes/test/drain");
  assert.deepEqual(await nodeOf(), ["draining", "test"]);
  await operator.ask("POST", `/nodes/${id}/drain`);
  assert.deepEqual(await nodeOf(), ["draining", id, "test"]);
  for (const name of [id, "test"]) await operator.ask("DELETE", `/nodes/${name}/drain`);
  assert.deepEqual(await nodeOf(), ["working"]);
});

test("a line of the audit log tells whose account was changed", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const made = await operator.ask<OperatorAccountView>("POST", "/accounts", { email: "ada@example.com" });
  const [line] = await operator.ask<OperatorActionView[]>("GET", "/audit");
  assert.deepEqual(
    [line?.target, line?.accountId, line?.accountEmail],
    [made.id, made.id, "ada@example.com"],
  );
});

test("the audit log is filtered by account, action and time, and pages are bounded", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  const [one, other] = [await plane.account(), await plane.account()];
  await operator.ask("POST", `/accounts/${one.id}/grants`, { moods: "1" });
  await operator.ask("POST", `/accounts/${other.id}/grants`, { moods: "1" });
  const find = async (query: string): Promise<number> =>
    (await operator.ask<unknown[]>("GET", `/audit?${query}`)).length;
  assert.equal(await find(""), 2);
  assert.equal(await find(`account=${one.id}`), 1);
  assert.equal(await find("action=account%20grant"), 2);
  assert.equal(await find("action=price"), 0);
  assert.equal(await find("since=2099-01-01"), 0);
  for (const query of ["since=yesterday", "limit=1000"]) {
    assert.equal(failureOf(await operator.send("GET", `/audit?${query}`)), "400 INVALID_REQUEST", query);
  }
});

test("storage tells its place, its room, what is kept and for how long, and the database's size", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_RESULTS_KEPT_DAYS: "3" } });
  const operator = await signInOperator(plane);
  const storage = await operator.ask<StorageView>("GET", "/storage");
  assert.deepEqual([storage.kind, storage.place], ["folder", plane.storageFolder]);
  assert.ok((storage.room?.totalBytes ?? 0) >= (storage.room?.freeBytes ?? 1));
  assert.equal(storage.retention.resultsDays, 3);
  assert.ok(storage.database.sizeBytes > 1_000_000 && storage.database.maxConnections > 0);
  assert.ok(
    storage.database.tables.some(({ name }) => name === "tasks"),
    "partitions count for their table",
  );
  assert.equal(storage.kept.uploads, 0);
});

/** Reads a stream's events of figures, until it ends or nobody asks. */
async function* readFigures(response: Response): AsyncGenerator<LiveFigures> {
  assert.ok(response.body !== null);
  let text = "";
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const [, data] = /^data: (.*)$/m.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as LiveFigures;
    }
  }
}

test("live figures come by one stream, and end when their reader is no operator any more", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  await plane.account({ approve: false });
  const headers = { cookie: operator.cookie };
  const response = await fetch(`${plane.url}/console/api/operator/events`, { headers });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const figures = readFigures(response);
  const { value: first } = (await figures.next()) as { value: LiveFigures };
  assert.equal(first.accounts.pending, 2);
  assert.equal(first.health.checks.length > 5, true);
  await fakeNode(plane.sql);
  await until("the node to be told", async () => {
    const { value } = (await figures.next()) as { value: LiveFigures };
    return value.workers.some(({ plane: of }) => of === "media-node");
  });
  await plane.sql`update users set is_operator = false`;
  for (let next = await figures.next(); next.done !== true; next = await figures.next());
});

test("without the sums of all accounts the live figures tell all else, and health says that they are missing", async (t) => {
  const plane = await testControlPlane(t);
  const operator = await signInOperator(plane);
  // A number that the sums cannot be told in.
  await plane.sql`alter table accounts alter column moods_granted type numeric`;
  await plane.sql`update accounts set moods_granted = '1e400'`;
  const figures = await operator.ask<LiveFigures>("GET", "/live");
  assert.deepEqual(figures.accounts, { pending: 1, approved: null });
  assert.equal(figures.health.checks.find(({ id }) => id === "ledger")?.state, "warn");
  assert.equal(await stateOf(operator, "database"), "ok");
  await plane.sql`update accounts set moods_granted = 0`;
  const { accounts } = await operator.ask<LiveFigures>("GET", "/live");
  assert.equal(accounts.approved, null, "what has just failed is not asked for with each look");
});
