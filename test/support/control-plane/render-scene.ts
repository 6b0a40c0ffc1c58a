// Finished clips, and renders of them as clients ask for them.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { readRenderRequest } from "../../../shared/schemas/stored/stored-requests.ts";
import type { RenderJobRequest } from "../../../shared/tasks/render-job.ts";
import { type ClipScene, clipScene, type FinishedClipJob } from "./clip-jobs.ts";
import { type ApiReply, callApi, type TestControlPlaneOptions } from "./control-plane.ts";
import { moneyOf } from "./tasks.ts";

export interface RenderScene extends ClipScene {
  call(method: string, path: string, body?: unknown, key?: string): Promise<ApiReply>;
  render(job: FinishedClipJob, body?: unknown, clip?: number): Promise<ApiReply>;
  /** What the media node gets of a task. */
  requestOf(reply: ApiReply): Promise<RenderJobRequest>;
  used(): Promise<number>;
}

/** An account with finished clip jobs, and what a test asks of them. */
export async function renderScene(
  t: TestContext,
  options: TestControlPlaneOptions = {},
): Promise<RenderScene> {
  const scene = await clipScene(t, options);
  const { plane, account } = scene;
  const call = (method: string, path: string, body?: unknown, key = account.key): Promise<ApiReply> =>
    callApi(plane, method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
  return {
    ...scene,
    call,
    render: ({ id, clips }, body = {}, clip = 0) =>
      call("POST", `/jobs/${id}/clips/${clips[clip]?.id}/renders`, body),
    requestOf: async (reply) => {
      assert.equal(reply.status, 201, reply.text);
      const [row] = await plane.sql`select request from tasks where id = ${String(reply.body.data?.task_id)}`;
      return readRenderRequest(row?.request);
    },
    used: async () => (await moneyOf(plane.sql, account.id)).used,
  };
}
