// Generation tasks over HTTP, with a media node that exists only in the database.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { RunOutcome } from "../../../shared/tasks/task-outcome.ts";
import { type FakeNode, fakeNode, TEST_MODEL } from "../media-node/media-node.ts";
import { until } from "../until.ts";
import {
  type ApiReply,
  callApi,
  failureOf,
  type TestControlPlane,
  type TestControlPlaneOptions,
  testControlPlane,
} from "./control-plane.ts";

export const PATH = "/api/v1/generation-tasks";
export const BODY = { model: TEST_MODEL.model, input: { prompt: "a lighthouse" } };

export interface Fixture {
  readonly plane: TestControlPlane;
  readonly node: FakeNode;
  readonly accountId: string;
  readonly key: string;
  create(body: unknown): Promise<ApiReply>;
  read(taskId: string): Promise<Record<string, unknown>>;
  /** Runs a task to its end, and returns it as its owner reads it then. */
  run(taskId: string, outcome: RunOutcome): Promise<Record<string, unknown>>;
}

export async function openFixture(t: TestContext, options: TestControlPlaneOptions = {}): Promise<Fixture> {
  const plane = await testControlPlane(t, options);
  const { id: accountId, key } = await plane.account();
  const node = await fakeNode(plane.sql);
  const read = async (taskId: string): Promise<Record<string, unknown>> => {
    const reply = await callApi(plane, "GET", `${PATH}/${taskId}`, { key });
    assert.equal(reply.status, 200);
    return reply.body.data ?? {};
  };
  const run = async (taskId: string, outcome: RunOutcome): Promise<Record<string, unknown>> => {
    await node.report(taskId, await node.start(taskId), outcome);
    return until("the task's end", async () => {
      const task = await read(taskId);
      return task.completed_at !== null && task;
    });
  };
  const create = (body: unknown): Promise<ApiReply> => callApi(plane, "POST", PATH, { key, body });
  return { plane, node, accountId, key, create, read, run };
}

export async function createdId(fixture: Fixture, body: unknown = BODY): Promise<string> {
  const reply = await fixture.create(body);
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return String(reply.body.data?.task_id);
}

export async function requestOf({ plane }: Fixture, taskId: string): Promise<Record<string, unknown>> {
  const [row] = await plane.sql`select request from tasks where id = ${taskId}`;
  return row?.request as Record<string, unknown>;
}

export async function assertRefused(
  fixture: Fixture,
  body: unknown,
  failure: string,
  path: string,
): Promise<void> {
  const reply = await fixture.create(body);
  assert.equal(failureOf(reply), failure, JSON.stringify(body).slice(0, 200));
  assert.equal(reply.body.error?.details?.[0]?.path, path);
}
