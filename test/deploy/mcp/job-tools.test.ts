import assert from "node:assert/strict";
import { test } from "node:test";
import { JOB_TOOLS } from "../../../deploy/mcp/tools/job-tools.ts";
import type { Clipmill, Task, WaitOptions } from "../../../shared/client/node.ts";
import { MCP_LIMITS } from "../../../shared/limits/mcp.ts";

test("a wait tells of a job that stands still as well, until it ends", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const task = { task_id: "task_1", status: "queued", progress: null, billing: {} } as unknown as Task;
  const waits = Promise.withResolvers<WaitOptions>();
  const ended = Promise.withResolvers<void>();
  const clipmill = {
    jobs: { get: async () => task },
    waitFor: (_task: Task, options: WaitOptions) => {
      waits.resolve(options);
      return ended.promise;
    },
  } as unknown as Clipmill;
  const told: (readonly [number, string])[] = [];
  const call = {
    clipmill,
    signal: new AbortController().signal,
    onProgress: (percent: number, message: string) => void told.push([percent, message]),
  };
  const wait = JOB_TOOLS.find(({ name }) => name === "wait_for_job");
  const waiting = wait?.run({ task_id: task.task_id }, call);
  const { onProgress } = await waits.promise;
  t.mock.timers.tick(MCP_LIMITS.progressRepeatMs);
  onProgress?.({ percent: 40, stage: "rendering", message: null, queue_position: null }, "running");
  t.mock.timers.tick(2 * MCP_LIMITS.progressRepeatMs);
  ended.resolve();
  await waiting;
  t.mock.timers.tick(MCP_LIMITS.progressRepeatMs);
  const rendering = [40, "rendering"];
  assert.deepEqual(told, [[0, "queued"], rendering, rendering, rendering]);
});
