// Receivers of webhooks, ended tasks to tell them of, and what the API then shows of the deliveries.
import assert from "node:assert/strict";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { TestContext } from "node:test";
import type { TaskCreation } from "../../../control-plane/tasks/create/create-task.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import type { WebhookDelivery } from "../../../shared/schemas/webhook-delivery.ts";
import type { RunOutcome } from "../../../shared/tasks/task-outcome.ts";
import type { TestAccount } from "../database/test-account.ts";
import { localServer } from "../local-server.ts";
import { until } from "../until.ts";
import {
  callApi,
  type TestControlPlane,
  type TestControlPlaneOptions,
  testControlPlane,
} from "./control-plane.ts";
import { endRun, FINISHED, newRun, newTask } from "./tasks.ts";

export interface ReceivedCall {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface Receiver {
  /** A callback address, with a secret in its query. */
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  connections(): number;
}

/** How a receiver answers one call: a status, or whatever it likes. */
export type Answer = number | ((response: ServerResponse) => void);

/** Starts a receiver that answers the nth call with the nth answer, and from then on with the last. */
export async function webhookReceiver(
  t: TestContext,
  answers: readonly [Answer, ...Answer[]],
  host = "127.0.0.1",
): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const server = await localServer(
    t,
    async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, url: path, headers } = request;
      const answer = answers[Math.min(calls.length, answers.length - 1)] ?? answers[0];
      calls.push({ method, path, headers, body: Buffer.concat(chunks).toString(), atMs: performance.now() });
      if (typeof answer === "number") response.writeHead(answer).end();
      else answer(response);
    },
    { host },
  );
  return { url: `${server.url}/hook?secret=1`, calls, connections: server.connections };
}

/** A busy machine's receiver is not taken for one that hangs. */
export const TEST_TIMES = { timeoutMs: 30_000, retryMs: 150 } as const;

/** A control plane that may call loopback addresses and soon calls again, with one account. */
export async function webhookPlane(
  t: TestContext,
  options: TestControlPlaneOptions = {},
): Promise<TestControlPlane & { readonly owner: TestAccount }> {
  const plane = await testControlPlane(t, {
    ...options,
    env: {
      CLIPMILL_ALLOW_NETWORKS: "127.0.0.0/8",
      CLIPMILL_RATE_PER_MINUTE: "1000000",
      CLIPMILL_WEBHOOK_TIMEOUT_MS: String(TEST_TIMES.timeoutMs),
      CLIPMILL_WEBHOOK_RETRY_MS: String(TEST_TIMES.retryMs),
      ...options.env,
    },
  });
  return { ...plane, owner: await plane.account() };
}

/** Ends a task's run as a media node does; the control plane's worker then ends the task. */
async function reportOutcome(sql: Sql, taskId: string, outcome: RunOutcome): Promise<string> {
  const runId = await newRun(sql, taskId);
  await endRun(sql, runId, outcome);
  return runId;
}

/** Creates a task with a callback address whose run has ended, and returns its id. */
export async function endedTask(
  { sql, owner }: { sql: Sql; owner: TestAccount },
  callbackUrl: string | null,
  { outcome = FINISHED, ...creation }: Partial<TaskCreation> & { outcome?: RunOutcome } = {},
): Promise<string> {
  const taskId = await newTask(sql, owner.id, { callbackUrl, ...creation });
  await reportOutcome(sql, taskId, outcome);
  return taskId;
}

/** The deliveries of a video job as its owner reads them. */
export async function readDeliveries(
  plane: TestControlPlane & { readonly owner: TestAccount },
  taskId: string,
): Promise<WebhookDelivery[]> {
  const reply = await callApi(plane, "GET", `/api/v1/jobs/${taskId}`, { key: plane.owner.key });
  assert.equal(reply.status, 200);
  return reply.body.data?.webhooks as WebhookDelivery[];
}

/** Waits until a job's only delivery has this status, and returns it. */
export function untilDelivery(
  plane: TestControlPlane & { readonly owner: TestAccount },
  taskId: string,
  status: WebhookDelivery["status"],
): Promise<WebhookDelivery> {
  return until(`the delivery to be ${status}`, async () => {
    const deliveries = await readDeliveries(plane, taskId);
    return deliveries.length === 1 && deliveries[0]?.status === status && deliveries[0];
  });
}
