// Drives every operation of the document, once as it is meant and once wrongly, and fails where one of the document
// was never driven. Every reply is held against the document on its way; see test/support/control-plane/api-document.ts.
import assert from "node:assert/strict";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { listOperations } from "../../../../control-plane/http/openapi/docs-operation.ts";
import type { OpenApiDocument } from "../../../../control-plane/http/openapi/openapi-types.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import type { GenerationResult, RunOutcome } from "../../../../shared/tasks/task-outcome.ts";
import { createReplyCheck } from "../../../support/control-plane/api-document.ts";
import { finishedClipJob } from "../../../support/control-plane/clip-jobs.ts";
import {
  type ApiReply,
  CLIP_BODY,
  callApi,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { importTestTemplates } from "../../../support/control-plane/templates.ts";
import {
  type FakeNode,
  fakeNode,
  generatedFile,
  TEST_MODEL,
} from "../../../support/media-node/media-node.ts";
import { until } from "../../../support/until.ts";

const CAPTIONS: RunOutcome = {
  ok: true,
  output: {
    notice: null,
    segments: 1,
    captions: [
      { text: "Hello.", start: 1, end: 1.5, words: [{ word: "Hello.", start: 1, end: 1.5, score: 0.9 }] },
    ],
    language: "en",
    model: "test",
    duration: 60,
  },
};

interface Driver {
  readonly plane: TestControlPlane;
  readonly accountId: string;
  readonly key: string;
  readonly node: FakeNode;
  readonly driven: Set<string>;
  /** Calls the API with the account's key, and writes down which operation it was and whether it went well. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<ApiReply>;
}

async function openDriver(document: OpenApiDocument, plane: TestControlPlane): Promise<Driver> {
  const { id } = await plane.account();
  const { key } = await plane.key(id, { perMinute: 10_000 });
  const node = await fakeNode(plane.sql);
  const check = createReplyCheck(document);
  const driven = new Set<string>();
  return {
    plane,
    accountId: id,
    key,
    node,
    driven,
    async call(method, path, body, withKey = key) {
      const reply = await callApi(plane, method, path, {
        key: withKey,
        ...(body === undefined ? {} : { body }),
      });
      const operation = check.find(method, path);
      if (operation !== undefined)
        driven.add(`${operation.operationId} ${reply.status < 300 ? "well" : "wrongly"}`);
      return reply;
    },
  };
}

async function create(driver: Driver, path: string, body: object): Promise<string> {
  const reply = await driver.call("POST", path, body);
  assert.equal(reply.status, 201, reply.text);
  return String(reply.body.data?.task_id);
}

async function finish({ plane, node }: Driver, taskId: string, outcome: RunOutcome): Promise<void> {
  await node.report(taskId, await node.start(taskId), outcome);
  await until(`the end of ${taskId}`, async () => {
    const [row] = await plane.sql<{ state: string }[]>`select state from tasks where id = ${taskId}`;
    return row?.state === "finished" || row?.state === "failed";
  });
}

async function driveJobs(driver: Driver): Promise<void> {
  const { call } = driver;
  const clip = await create(driver, "/api/v1/clips", CLIP_BODY);
  await create(driver, "/api/v1/highlights", { url: CLIP_BODY.video_url, category: "football" });
  const transcription = await create(driver, "/api/v1/transcriptions", {
    video_url: CLIP_BODY.video_url,
    callback_url: "https://93.184.215.14/hook",
  });
  assert.equal((await call("GET", `/api/v1/jobs/${transcription}/captions.srt`)).status, 409);
  assert.equal((await call("POST", `/api/v1/jobs/${transcription}/webhooks/retry`)).status, 409);
  await finish(driver, transcription, CAPTIONS);
  assert.equal((await call("POST", `/api/v1/jobs/${transcription}/webhooks/retry`)).status, 201);
  assert.equal((await call("GET", "/api/v1/jobs?limit=2")).status, 200);
  assert.equal((await call("GET", `/api/v1/jobs/${transcription}`)).status, 200);
  assert.match((await call("GET", `/api/v1/jobs/${transcription}/captions.srt`)).text, /Hello/);
  assert.match((await call("GET", `/api/v1/jobs/${transcription}/captions.vtt`)).text, /^WEBVTT/);
  assert.match((await call("GET", `/api/v1/jobs/${transcription}/events`)).text, /event: finished/);
  assert.equal((await call("POST", `/api/v1/jobs/${clip}/cancel`)).status, 200);
  assert.equal((await call("POST", `/api/v1/jobs/${clip}/cancel`)).status, 409);
  const upload = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 4 };
  const announced = await call("POST", "/api/v1/uploads", upload);
  assert.equal(announced.status, 201);
  const { upload_id: uploadId, upload_url: url } = announced.body.data as Record<string, string>;
  assert.equal((await call("POST", `/api/v1/uploads/${uploadId}/complete`)).status, 409);
  assert.equal((await call("GET", `/api/v1/uploads/${uploadId}`)).status, 200);
  assert.equal((await fetch(url ?? "", { method: "PUT", body: "clip" })).status, 200);
  assert.equal((await call("POST", `/api/v1/uploads/${uploadId}/complete`)).status, 200);
  assert.equal((await call("DELETE", `/api/v1/uploads/${uploadId}`)).status, 200);
  assert.equal((await call("DELETE", `/api/v1/jobs/${clip}`)).status, 200);
}

async function driveClips({ plane, accountId, call }: Driver): Promise<void> {
  const storage = createFileStorage(plane.storageFolder);
  const { id, clips } = await finishedClipJob({ sql: plane.sql, storage }, accountId);
  const clip = `/api/v1/jobs/${id}/clips/${clips[0]?.id}`;
  assert.equal((await call("GET", `${clip}?around=30`)).status, 200);
  assert.equal((await call("POST", `${clip}/renders`, { title: "Again" })).status, 201);
  for (const format of ["srt", "vtt", "txt"]) {
    assert.equal((await call("GET", `${clip}/exports/${format}`)).status, 200);
  }
  for (const format of ["otio", "fcpxml", "srt", "vtt", "txt", "zip"]) {
    assert.equal((await call("GET", `/api/v1/jobs/${id}/exports/${format}`)).status, 200);
  }
}

async function driveGeneration(driver: Driver): Promise<void> {
  const { call, plane } = driver;
  const [templateId = ""] = await importTestTemplates(plane.sql, {});
  const body = {
    model: TEST_MODEL.model,
    template_id: templateId,
    callback_url: "https://93.184.215.14/hook",
  };
  const task = await create(driver, "/api/v1/generation-tasks", body);
  const cancelled = await create(driver, "/api/v1/generation-tasks", { ...body, callback_url: undefined });
  assert.equal((await call("POST", `/api/v1/generation-tasks/${task}/webhooks/retry`)).status, 409);
  assert.equal((await call("POST", `/api/v1/generation-tasks/${cancelled}/cancel`)).status, 200);
  assert.equal((await call("DELETE", `/api/v1/generation-tasks/${cancelled}`)).status, 200);
  const result: readonly GenerationResult[] = [generatedFile(task)];
  await finish(driver, task, { ok: true, output: null, result });
  assert.equal((await call("POST", `/api/v1/generation-tasks/${task}/webhooks/retry`)).status, 201);
  assert.equal((await call("GET", `/api/v1/generation-tasks/${task}`)).status, 200);
  assert.match((await call("GET", `/api/v1/generation-tasks/${task}/events`)).text, /event: finished/);
  assert.equal((await call("GET", "/api/v1/generation-tasks")).status, 200);
  assert.equal((await call("GET", "/api/v1/models")).status, 200);
  assert.equal((await call("GET", "/api/v1/templates?sort=-usage_count")).status, 200);
  assert.equal((await call("GET", `/api/v1/templates/${templateId}`)).status, 200);
}

async function driveAccount({ call }: Driver): Promise<void> {
  assert.equal((await call("GET", "/api/v1/balance")).status, 200);
  assert.equal((await call("GET", "/api/v1/usage")).status, 200);
  assert.equal((await call("GET", "/api/v1/openapi.json")).status, 200);
  assert.equal((await call("GET", "/api/v1/docs")).status, 200);
}

/** Every operation wrongly: an id that is not, a body that is no object, and a key that nobody holds. */
async function driveWrongly(driver: Driver, document: OpenApiDocument): Promise<void> {
  for (const { method, path, operation } of listOperations(document)) {
    if (operation.security.length === 0) continue;
    const target = path.replaceAll(/\{\w+\}/g, "nothing");
    const body = operation.requestBody === undefined ? undefined : [];
    const expected = target !== path ? 404 : body === undefined ? 200 : 400;
    assert.equal((await driver.call(method, target, body)).status, expected, operation.operationId);
    assert.equal(
      (await driver.call(method, target, body, "clipmill_unknown")).status,
      401,
      operation.operationId,
    );
  }
}

test("every documented operation is driven, well and wrongly, and answers as documented", async (t) => {
  const plane = await testControlPlane(t);
  const document = (await (await fetch(`${plane.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  const driver = await openDriver(document, plane);
  await driveJobs(driver);
  await driveClips(driver);
  await driveGeneration(driver);
  await driveAccount(driver);
  await driveWrongly(driver, document);
  const expected = listOperations(document).flatMap(({ operation: { operationId, security } }) => [
    `${operationId} well`,
    ...(security.length === 0 ? [] : [`${operationId} wrongly`]),
  ]);
  assert.deepEqual([...driver.driven].sort(), expected.sort());
});

test("a reply that is not as documented fails the check", async (t) => {
  const plane = await testControlPlane(t);
  const document = (await (await fetch(`${plane.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  const { check } = createReplyCheck(document);
  const { key } = await plane.account();
  const reply = await callApi(plane, "GET", "/api/v1/balance", { key });
  const good = {
    method: "GET",
    path: "/api/v1/balance",
    status: 200,
    headers: reply.headers,
    text: reply.text,
  };
  check(good);
  const changed = (change: object): string =>
    JSON.stringify({ ...reply.body, data: { ...reply.body.data, ...change } });
  assert.throws(() => check({ ...good, text: changed({ moodsUsed: "0" }) }), /not as documented/);
  assert.throws(() => check({ ...good, text: changed({ more: 1 }) }), /not as documented/);
  assert.throws(() => check({ ...good, text: changed({ rateLimit: undefined }) }), /not as documented/);
  assert.throws(() => check({ ...good, status: 201 }), /201 is not documented/);
  assert.throws(
    () => check({ ...good, headers: new Headers({ "x-request-id": "x", "content-type": "text/html" }) }),
    /text\/html is not documented/,
  );
  assert.throws(
    () => check({ ...good, headers: new Headers({ "content-type": "application/json" }) }),
    /request id/,
  );
});

/** Asks by a name that is not the machine's, as a stranger's page may; fetch cannot set `host`. */
function askByForeignName({ url }: TestControlPlane, method: string, path: string) {
  const { hostname, port } = new URL(url);
  return new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: { host: "evil.example" } }, (reply) => {
      const headers = new Headers(reply.headers as Record<string, string>);
      text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, headers, text: body }), reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}

test("every operation refuses a name that is not the machine's, as documented", async (t) => {
  const plane = await testControlPlane(t);
  const document = (await (await fetch(`${plane.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  const { check } = createReplyCheck(document);
  for (const { method, path } of listOperations(document)) {
    const target = path.replaceAll(/\{\w+\}/g, "nothing");
    const reply = await askByForeignName(plane, method.toUpperCase(), target);
    assert.equal(reply.status, 403, `${method} ${path}`);
    assert.match(reply.text, /"code":"FORBIDDEN"/);
    check({ method: method.toUpperCase(), path: target, ...reply });
  }
});
