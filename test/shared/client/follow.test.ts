// Tasks that are followed to their end: by events, by polling, and through whatever breaks streams.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { FollowOptions } from "../../../shared/client/follow-task.ts";
import { Clipmill, TaskFailedError } from "../../../shared/client/node.ts";
import { apiError, type ClientScene, clientScene } from "../../support/client/client-scene.ts";
import { CLIP_BODY } from "../../support/control-plane/control-plane.ts";
import { endRun, FAILED, FINISHED, newRun } from "../../support/control-plane/tasks.ts";
import { generatedFile } from "../../support/media-node/media-node.ts";
import type { SeenRequest } from "../../support/s3/faulty-proxy.ts";
import { until } from "../../support/until.ts";

const isEvents = ({ url }: SeenRequest): boolean => url.endsWith("/events");
const isRead = ({ method, url }: SeenRequest): boolean => method === "GET" && /\/jobs\/task_\w+$/.test(url);
const QUICK_POLL = { min: 5, max: 20 };

async function report({ plane }: ClientScene, runId: string, percent: number): Promise<void> {
  await plane.sql`
    update runs set stage = 'rendering', percent = ${percent}, message = 'Rendering', updated_at = now() where id = ${runId}`;
}

/** Follows a fresh job while its run goes on and ends; returns what was told. */
async function followed(
  t: TestContext,
  scene: ClientScene,
  options: FollowOptions,
  meanwhile: (runId: string, told: readonly string[]) => Promise<void>,
): Promise<{ told: string[]; taskId: string }> {
  const { client, plane } = scene;
  const job = await client.clips.create(CLIP_BODY);
  const told: string[] = [];
  const ended = new AbortController();
  t.after(() => ended.abort());
  const following = (async () => {
    for await (const { status, progress } of client.jobs.follow(job, { ...options, signal: ended.signal })) {
      told.push(`${status} ${progress?.percent ?? "-"}`);
    }
  })();
  await until("the first update", () => told.length > 0);
  const runId = await newRun(plane.sql, job.task_id);
  await Promise.all([following, meanwhile(runId, told)]);
  return { told, taskId: job.task_id };
}

test("a job is followed by events alone, to its end", async (t) => {
  const scene = await clientScene(t);
  const { told } = await followed(t, scene, {}, async (runId, sofar) => {
    await report(scene, runId, 40);
    await until("it to be told", () => sofar.includes("running 40"));
    await endRun(scene.plane.sql, runId, FINISHED);
  });
  assert.equal(told[0], "queued 0");
  assert.match(told.at(-1) ?? "", /^finished/);
  assert.deepEqual([scene.seen(isEvents), scene.seen(isRead)], [1, 0]);
});

test("a stream that was cut goes on behind what was seen", async (t) => {
  const scene = await clientScene(t);
  let cuts = 0;
  scene.proxy.fail((seen) => {
    if (!isEvents(seen) || cuts === 1) return undefined;
    cuts += 1;
    return { kind: "cut", afterBytes: 150 };
  });
  const { told } = await followed(t, scene, {}, async (runId, sofar) => {
    await report(scene, runId, 40);
    await until("it to be told", () => sofar.includes("running 40"));
    await endRun(scene.plane.sql, runId, FINISHED);
  });
  assert.match(told.at(-1) ?? "", /^finished/);
  assert.equal(told.filter((line) => line === "running 40").length, 1, "nothing is told twice");
  const streams = scene.proxy.requests.filter(isEvents);
  assert.equal(streams.length, 2);
  assert.match(String(streams[1]?.headers["last-event-id"]), /^\d+$/);
  assert.equal(scene.seen(isRead), 0);
});

for (const [name, fault, maxStreams] of [
  ["are no streams for a proxy", { kind: "answer", status: 404, body: "<html>Not found</html>" }, 1],
  ["are refused again and again", apiError(503, "UNAVAILABLE"), Number.POSITIVE_INFINITY],
  ["are held back by a proxy", { kind: "stall", afterBytes: 0 }, 1],
  ["are waited for by a proxy in vain", { kind: "answer", status: 504, body: "<html>Timeout</html>" }, 3],
] as const) {
  test(`a job is polled where events ${name}`, async (t) => {
    const scene = await clientScene(t);
    scene.failNext(1_000, isEvents, fault);
    const { told } = await followed(t, scene, { pollMs: QUICK_POLL }, async (runId, sofar) => {
      await report(scene, runId, 40);
      await until("it to be told", () => sofar.includes("running 40"));
      await endRun(scene.plane.sql, runId, FINISHED);
    });
    assert.match(told.at(-1) ?? "", /^finished/);
    assert.equal(new Set(told).size, told.length, "only changes are told");
    assert.ok(scene.seen(isRead) > 1);
    assert.ok(scene.seen(isEvents) <= maxStreams);
  });
}

test("events come again after a proxy had nothing behind it for a while", { timeout: 60_000 }, async (t) => {
  const scene = await clientScene(t);
  scene.failNext(3, isEvents, { kind: "answer", status: 502, body: "<html>Bad Gateway</html>" });
  const options = { pollMs: { min: 600_000, max: 600_000 } };
  const { told } = await followed(t, scene, options, async (runId, sofar) => {
    await report(scene, runId, 40);
    await until("it to be told", () => sofar.includes("running 40"));
    await endRun(scene.plane.sql, runId, FINISHED);
  });
  assert.match(told.at(-1) ?? "", /^finished/);
  assert.equal(new Set(told).size, told.length, "only changes are told");
  assert.deepEqual([scene.seen(isEvents), scene.seen(isRead)], [4, 1]);
});

test("polling waits for a service that is away", async (t) => {
  const scene = await clientScene(t);
  const options = { mode: "polling", pollMs: QUICK_POLL } as const;
  const { told } = await followed(t, scene, options, async (runId) => {
    await scene.proxy.goAway();
    await endRun(scene.plane.sql, runId, FINISHED);
    await scene.proxy.comeBack();
  });
  assert.match(told.at(-1) ?? "", /^finished/);
  assert.equal(scene.seen(isEvents), 0);
});

test("waiting gives the finished task, and tells of progress", async (t) => {
  const scene = await clientScene(t);
  const { client, plane } = scene;
  const job = await client.clips.create(CLIP_BODY);
  const stages = new Set<string>();
  const waiting = client.waitFor(job, {
    onProgress: ({ stage }, status) => stages.add(`${status} ${stage}`),
  });
  await until("it to wait", () => stages.size > 0);
  await endRun(plane.sql, await newRun(plane.sql, job.task_id), FINISHED);
  const finished = await waiting;
  assert.deepEqual([finished.status, finished.output.clips], ["finished", []]);
  assert.ok(stages.has("queued queued"));
  assert.deepEqual(await client.jobs.waitFor(job), finished, "at once, when it has ended");
});

test("waiting for a task that fails throws its own error, with the task", async (t) => {
  const { client, plane } = await clientScene(t);
  const job = await client.clips.create(CLIP_BODY);
  await endRun(plane.sql, await newRun(plane.sql, job.task_id), FAILED);
  await assert.rejects(client.waitFor(job), (error: unknown) => {
    assert.ok(error instanceof TaskFailedError);
    assert.deepEqual(
      [error.code, error.message, error.retryable, error.task.status],
      ["SOURCE_UNSUPPORTED", "The source is not a video.", false, "failed"],
    );
    return true;
  });
});

test("waiting ends in time, by a signal, and at what is not there", async (t) => {
  const { client } = await clientScene(t);
  const job = await client.clips.create(CLIP_BODY);
  await assert.rejects(client.waitFor(job, { timeoutMs: 200 }), { code: "WAIT_TIMED_OUT" });
  const stop = new AbortController();
  const waiting = client.waitFor(job, {
    signal: stop.signal,
    onProgress: () => stop.abort(new Error("enough")),
  });
  await assert.rejects(waiting, /enough/);
  await assert.rejects(client.jobs.waitFor("task_none"), { code: "NOT_FOUND" });
  assert.equal((await client.jobs.get(job)).status, "queued", "the task goes on");
});

test("a generation task is followed as its kind is", async (t) => {
  const { client, node, plane, proxy, account } = await clientScene(t);
  const body = { model: "test-painter", input: { prompt: "a lighthouse" }, output_count: 1 };
  const task = await client.generationTasks.create(body);
  const runId = await node.start(task.task_id);
  await endRun(plane.sql, runId, { ok: true, output: null, result: [generatedFile(task.task_id)] });
  const finished = await new Clipmill({ url: proxy.url, apiKey: account.key }).waitFor(task);
  assert.deepEqual([finished.kind, finished.result.length], ["generation", 1]);
});
