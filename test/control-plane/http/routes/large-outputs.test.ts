// Outputs that lie in the storage, read over real HTTP: a client sees no difference.
import assert from "node:assert/strict";
import { rename } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { newId } from "../../../../shared/ids.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import type { RunSuccess } from "../../../../shared/tasks/task-outcome.ts";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { openEvents } from "../../../support/control-plane/http/event-stream.ts";
import {
  largeClips,
  largeReel,
  largeTranscription,
  reportRunOf,
} from "../../../support/control-plane/large-outputs.ts";
import { endRun, newRun, newTask, taskEnded } from "../../../support/control-plane/tasks.ts";
import { webhookPlane, webhookReceiver } from "../../../support/control-plane/webhook-receiver.ts";
import type { TestAccount } from "../../../support/database/test-account.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { until } from "../../../support/until.ts";

type Kind = "clip" | "highlight" | "transcription";

const OUTPUTS: readonly (readonly [Kind, (taskId: string) => NonNullable<RunSuccess["output"]>])[] = [
  ["clip", largeClips],
  ["highlight", largeReel],
  ["transcription", () => largeTranscription()],
];

interface Scene {
  readonly plane: TestControlPlane;
  readonly account: TestAccount;
  readonly storage: ObjectStorage;
  /** A finished task, whose output was stored if it is large. */
  finish(kind: Kind, output: RunSuccess["output"], creation?: { callbackUrl?: string }): Promise<string>;
  outputKeyOf(taskId: string): Promise<string | null>;
}

function sceneOf(plane: TestControlPlane, account: TestAccount): Scene {
  const storage = createFileStorage(plane.storageFolder);
  const { sql } = plane;
  return {
    plane,
    account,
    storage,
    async finish(kind, output, creation = {}) {
      const taskId = await newTask(sql, account.id, { kind, ...creation });
      await reportRunOf(sql, storage, taskId, { output });
      await taskEnded(sql, taskId);
      return taskId;
    },
    async outputKeyOf(taskId) {
      const [row] = await sql<{ output: unknown; output_key: string | null }[]>`
        select output, output_key from tasks where id = ${taskId}`;
      assert.ok(row !== undefined && (row.output === null) !== (row.output_key === null));
      return row.output_key;
    },
  };
}

async function scene(t: TestContext, options: Parameters<typeof testControlPlane>[1] = {}): Promise<Scene> {
  const plane = await testControlPlane(t, options);
  return sceneOf(plane, await plane.account());
}

/** The text of a reply without what is another's in each: ids, times, and the signatures of links. */
function comparable(text: string, taskId: string): string {
  return text
    .replaceAll(taskId, "TASK")
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, "TIME")
    .replaceAll(/\?[^"]*/g, "?SIGNED");
}

test("a large output is shown byte for byte as one in a row is", async (t) => {
  const { plane, account, finish, outputKeyOf } = await scene(t);
  for (const [kind, outputOf] of OUTPUTS) {
    const stored = await newTask(plane.sql, account.id, { kind });
    const inRow = await newTask(plane.sql, account.id, { kind });
    const output = outputOf(stored);
    await reportRunOf(plane.sql, createFileStorage(plane.storageFolder), stored, { output });
    // As it was before large outputs went to the storage.
    await endRun(plane.sql, await newRun(plane.sql, inRow), { ok: true, output });
    for (const taskId of [stored, inRow]) await taskEnded(plane.sql, taskId);
    assert.deepEqual([(await outputKeyOf(stored)) !== null, await outputKeyOf(inRow)], [true, null]);
    const paths = kind === "transcription" ? ["", "/captions.srt", "/captions.vtt"] : [""];
    for (const path of paths) {
      const [one, other] = await Promise.all(
        [stored, inRow].map(async (taskId) => {
          const reply = await callApi(plane, "GET", `/api/v1/jobs/${taskId}${path}`, { key: account.key });
          assert.equal(reply.status, 200);
          return comparable(reply.text, taskId).replaceAll(stored, "TASK");
        }),
      );
      assert.ok(one !== undefined && one.length > 2_000);
      assert.equal(one, other, `${kind} ${path}`);
    }
    if (kind === "transcription") {
      const reply = await callApi(plane, "GET", `/api/v1/jobs/${stored}`, { key: account.key });
      assert.deepEqual(reply.body.data?.output, output);
    }
  }
  const small = await finish("transcription", largeTranscription(8));
  assert.equal(await outputKeyOf(small), null);
});

test("the end of a stream and a webhook have the whole output, too", async (t) => {
  const plane = await webhookPlane(t);
  const { finish, outputKeyOf, account } = sceneOf(plane, plane.owner);
  const receiver = await webhookReceiver(t, [200]);
  const output = largeTranscription();
  const taskId = await finish("transcription", output, { callbackUrl: receiver.url });
  assert.notEqual(await outputKeyOf(taskId), null);
  const stream = await openEvents(t, `${plane.url}/api/v1/jobs/${taskId}/events`, {
    "x-service-api-key": account.key,
  });
  const finished = await stream.event(1);
  assert.deepEqual([finished.event, finished.data.output], ["finished", output]);
  await until("the webhook", async () => receiver.calls.length > 0);
  assert.deepEqual(JSON.parse(receiver.calls[0]?.body ?? "").output, output);
});

test("a repeated create shows the original's large output", async (t) => {
  const { plane, account, storage } = await scene(t);
  const body = { ...CLIP_BODY, idempotency_key: "once" };
  const create = () => callApi(plane, "POST", "/api/v1/clips", { key: account.key, body });
  const taskId = String((await create()).body.data?.task_id);
  await reportRunOf(plane.sql, storage, taskId, { output: largeClips(taskId) });
  await taskEnded(plane.sql, taskId);
  const again = await create();
  assert.deepEqual([again.status, again.body.data?.task_id], [201, taskId]);
  assert.ok(again.body.data !== undefined);
  const { clips } = again.body.data.output as { clips: Record<string, unknown>[] };
  assert.equal(clips.length, 24);
  assert.ok(clips.every((clip) => !("features" in clip) && String(clip.videoUrl).startsWith(plane.url)));
});

test("a storage that is away answers 503, and a missing output 500 with its key in the log", async (t) => {
  const { logger, lines } = keptLog("error");
  const { plane, account, storage, finish, outputKeyOf } = await scene(t, { logger });
  const taskId = await finish("transcription", largeTranscription());
  const key = (await outputKeyOf(taskId)) ?? "";
  const paths = [`/api/v1/jobs/${taskId}`, `/api/v1/jobs/${taskId}/captions.srt`];
  const failures = () =>
    Promise.all(
      paths.map(async (path) => failureOf(await callApi(plane, "GET", path, { key: account.key }))),
    );
  await rename(plane.storageFolder, `${plane.storageFolder}-away`);
  assert.deepEqual(await failures(), ["503 UNAVAILABLE", "503 UNAVAILABLE"]);
  await rename(`${plane.storageFolder}-away`, plane.storageFolder);
  await storage.remove(key);
  assert.deepEqual(await failures(), ["500 INTERNAL", "500 INTERNAL"]);
  assert.ok(
    lines.some((line) => line.storageKey === key && line.msg === "the output of a task was not read"),
  );
  const list = await callApi(plane, "GET", "/api/v1/jobs", { key: account.key });
  assert.equal(list.status, 200, "lists do not need it");
});

test("a task that failed has no output, whatever its run left behind", async (t) => {
  const { plane, account } = await scene(t);
  const taskId = await newTask(plane.sql, account.id, { kind: "transcription" });
  await newRun(plane.sql, taskId);
  const path = `/api/v1/jobs/${taskId}`;
  assert.equal((await callApi(plane, "POST", `${path}/cancel`, { key: account.key })).status, 200);
  const read = await callApi(plane, "GET", path, { key: account.key });
  assert.deepEqual([read.body.data?.status, read.body.data?.output], ["failed", null]);
  assert.equal(
    failureOf(await callApi(plane, "GET", `${path}/captions.srt`, { key: account.key })),
    "404 NOT_FOUND",
  );
  assert.equal(
    failureOf(await callApi(plane, "GET", `/api/v1/jobs/${newId("task")}`, { key: account.key })),
    "404 NOT_FOUND",
  );
});
