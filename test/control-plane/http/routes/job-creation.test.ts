// POST /clips, /highlights and /transcriptions over real HTTP: what is taken, what is refused, and that a repeat with
// the same idempotency key creates and charges once.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { newId } from "../../../../shared/ids.ts";
import {
  type ApiReply,
  CLIP_BODY,
  callApi,
  failureOf,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { moneyOf } from "../../../support/control-plane/tasks.ts";
import { queuedTasks } from "../../../support/database/queue.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const URL = "https://93.184.215.14/match.mp4";
const KINDS = {
  clip: { path: "/api/v1/clips", body: CLIP_BODY as Record<string, unknown> },
  highlight: { path: "/api/v1/highlights", body: { url: URL } },
  transcription: { path: "/api/v1/transcriptions", body: { video_url: URL } },
} as const;

test("every kind of job is created as the same envelope, charged once, and stored with its defaults", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  for (const [kind, { path, body }] of Object.entries(KINDS)) {
    const reply = await callApi(plane, "POST", path, { key: account.key, body });
    assert.equal(reply.status, 201, kind);
    const data = reply.body.data ?? {};
    assert.equal(data.kind, kind);
    assert.ok(data.status === "queued" || data.status === "running");
    assert.deepEqual(
      [data.model, data.template_id, data.output, data.result, data.webhooks, data.error, data.completed_at],
      [null, null, null, [], [], null, null],
    );
    const expected = { base_moods: 1, charged_moods: 1, extra_moods_charged: 0, refunded_moods: 0 };
    assert.deepEqual(data.billing, expected);
  }
  assert.equal((await moneyOf(plane.sql, account.id)).used, 3);
  const rows = await plane.sql<{ kind: string; request: unknown }[]>`
    select kind, request from tasks where kind <> 'clip' order by kind`;
  assert.deepEqual(
    [...rows],
    [
      {
        kind: "highlight",
        request: {
          source: { kind: "url", url: URL },
          range: { startS: 0, endS: null },
          title: null,
          category: "OTHER",
          layout: "LANDSCAPE",
          shortSidePx: 1080,
          templateId: null,
          declaredDurationS: null,
          template: null,
        },
      },
      {
        kind: "transcription",
        request: {
          source: { kind: "url", url: URL },
          range: { startS: 0, endS: null },
          quality: 360,
        },
      },
    ],
  );
  assert.deepEqual((await queuedTasks(plane.sql)).map((task) => task.queue_job).sort(), [
    "run-clip",
    "run-highlight",
    "run-transcription",
  ]);
});

test("a highlight job takes every field of the specification, its category in any case", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const body = {
    url: URL,
    title: "Cup final",
    category: "american_Football",
    duration: "5400.5",
    start_time: "00:10:00",
    end_time: "01:00:00",
    layout: "SQUARE",
    target_resolution: "720p",
    callback_url: "https://93.184.215.14/hook",
    unknown_field: 1,
  };
  const reply = await callApi(plane, "POST", "/api/v1/highlights", { key, body });
  assert.equal(reply.status, 201);
  assert.equal(reply.body.data?.callback_url, body.callback_url);
  const webhooks = reply.body.data?.webhooks;
  assert.ok(Array.isArray(webhooks) && webhooks.length === 1);
  const [row] = await plane.sql<{ request: Record<string, unknown> }[]>`select request from tasks`;
  assert.deepEqual(row?.request, {
    source: { kind: "url", url: URL },
    range: { startS: 600, endS: 3_600 },
    title: "Cup final",
    category: "AMERICAN_FOOTBALL",
    layout: "SQUARE",
    shortSidePx: 720,
    templateId: null,
    declaredDurationS: 5_400.5,
    template: null,
  });
});

test("a preset of the operator's own is listed in the document and stored with the task as a whole style", async (t) => {
  const folder = await temporaryFolder(t);
  const preset = { description: "The house style.", style: { font_color: "#00FF00", animation: "pop" } };
  await writeFile(join(folder, "house.json"), JSON.stringify(preset));
  const plane = await testControlPlane(t, { env: { CLIPMILL_CAPTION_PRESETS_DIR: folder } });
  const { key } = await plane.account();
  const body = { ...CLIP_BODY, subtitle: { preset: "house", uppercase: true } };
  assert.equal((await callApi(plane, "POST", "/api/v1/clips", { key, body })).status, 201);
  const [row] = await plane.sql<
    { request: { captions: Record<string, unknown> } }[]
  >`select request from tasks`;
  const { fontColor, animation, uppercase, position } = row?.request.captions ?? {};
  assert.deepEqual([fontColor, animation, uppercase, position], ["#00FF00", "pop", true, "bottom"]);
  const document = await (await fetch(`${plane.url}/api/v1/openapi.json`)).text();
  assert.ok(document.includes("`house` (The house style)"));
});

test("a field that is wrong is named, nothing is created and nothing is charged", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const wrong: [keyof typeof KINDS, Record<string, unknown>, string][] = [
    ["highlight", {}, "/url"],
    ["highlight", { url: URL, s3_key: "uploads/x" }, "/s3_key"],
    ["highlight", { url: "http://127.0.0.1/match.mp4" }, "/url"],
    ["highlight", { url: URL, category: "CHESS" }, "/category"],
    ["highlight", { url: URL, layout: "landscape" }, "/layout"],
    ["highlight", { url: URL, duration: 90 }, "/duration"],
    ["highlight", { url: URL, duration: "1:30" }, "/duration"],
    ["highlight", { url: URL, duration: "0" }, "/duration"],
    ["highlight", { url: URL, duration: "21601" }, "/duration"],
    ["highlight", { url: URL, target_resolution: "1080" }, "/target_resolution"],
    ["highlight", { url: URL, template_id: newId("template") }, "/template_id"],
    ["highlight", { url: URL, template_id: "x" }, "/template_id"],
    ["highlight", { url: URL, start_time: "00:02:00", end_time: "00:01:00" }, "/end_time"],
    ["highlight", { url: URL, callback_url: "ftp://93.184.215.14/" }, "/callback_url"],
    ["transcription", { video_url: URL, callback_url: "https://93.184.215.14:0/" }, "/callback_url"],
    ["transcription", { video_url: URL, callback_url: " https://93.184.215.14/" }, "/callback_url"],
    ["transcription", { video_url: URL, callback_url: "https://93.184.215.14/\u00a0" }, "/callback_url"],
    ["transcription", { video_url: URL, callback_url: "https://93.184.215.14/a\tb" }, "/callback_url"],
    ["transcription", { video_url: "https://93.184.215.14:0/" }, "/video_url"],
    ["transcription", { video_url: ` ${URL}` }, "/video_url"],
    ["highlight", { url: `${URL}\n` }, "/url"],
    ["clip", { ...CLIP_BODY, video_url: `${URL}\u00a0` }, "/video_url"],
    ["clip", { ...CLIP_BODY, video_url: "https://93.184.215.14/a\tb.mp4" }, "/video_url"],
    ["transcription", {}, "/video_url"],
    ["transcription", { video_url: URL, s3_key: "uploads/x" }, "/s3_key"],
    ["transcription", { s3_key: "uploads/unknown" }, "/s3_key"],
    ["transcription", { video_url: "http://10.0.0.1/a.mp4" }, "/video_url"],
    ["transcription", { video_url: URL, quality: 361 }, "/quality"],
    ["transcription", { video_url: URL, quality: "360" }, "/quality"],
    ["transcription", { video_url: URL, start_time: "1:00" }, "/start_time"],
    ["transcription", { video_url: URL, idempotency_key: "" }, "/idempotency_key"],
    ["transcription", { video_url: URL, idempotency_key: "x".repeat(256) }, "/idempotency_key"],
    ["clip", { ...CLIP_BODY, s3_key: "uploads/x" }, "/s3_key"],
    ["clip", { ...CLIP_BODY, subtitle: { preset: "plaid" } }, "/subtitle/preset"],
    ["clip", { ...CLIP_BODY, subtitle: { font_style: "Comic Sans" } }, "/subtitle/font_style"],
    ["clip", { ...CLIP_BODY, subtitle: { shadow: "deep" } }, "/subtitle/shadow"],
  ];
  for (const [kind, body, path] of wrong) {
    const reply = await callApi(plane, "POST", KINDS[kind].path, { key: account.key, body });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", JSON.stringify(body));
    assert.ok(reply.body.error?.message.startsWith(`${path} `), reply.text);
    assert.deepEqual(
      reply.body.error?.details?.map((detail) => detail.path),
      [path],
      JSON.stringify(body),
    );
  }
  assert.equal((await moneyOf(plane.sql, account.id)).used, 0);
  assert.equal((await plane.sql`select from tasks`).length, 0);
});

for (const [kind, { path, body }] of Object.entries(KINDS)) {
  test(`parallel repeats of one ${kind} create once and charge once; another body is refused`, async (t) => {
    const plane = await testControlPlane(t);
    const account = await plane.account({ moods: "5" });
    const create = (fields: Record<string, unknown> = {}): Promise<ApiReply> =>
      callApi(plane, "POST", path, {
        key: account.key,
        body: { ...body, idempotency_key: "one", ...fields },
      });
    const replies = await Promise.all(Array.from({ length: 12 }, () => create()));
    assert.deepEqual(
      replies.map((reply) => reply.status),
      Array.from({ length: 12 }, () => 201),
    );
    assert.equal(new Set(replies.map((reply) => reply.body.data?.task_id)).size, 1);
    const first = replies.filter(({ body: { message } }) => message?.endsWith("created"));
    assert.equal(first.length, 1, "one of them has created it");
    assert.match((await create()).body.message ?? "", / created before, with this idempotency_key$/);
    assert.equal((await moneyOf(plane.sql, account.id)).used, 1);
    assert.equal(failureOf(await create({ start_time: "00:00:01" })), "409 IDEMPOTENCY_CONFLICT");
    const other = await create({ idempotency_key: "two" });
    assert.notEqual(other.body.data?.task_id, replies[0]?.body.data?.task_id);
    assert.equal((await moneyOf(plane.sql, account.id)).used, 2);
  });
}

test("one idempotency key may be used once by each operation", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  for (const { path, body } of Object.values(KINDS)) {
    const request = { key: account.key, body: { ...body, idempotency_key: "same" } };
    assert.equal((await callApi(plane, "POST", path, request)).status, 201);
  }
  assert.equal((await moneyOf(plane.sql, account.id)).used, 3);
});

test("fields that are not known are ignored, and the reply's message names them", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const body = { ...CLIP_BODY, clip_cuont: 3, later: { version: true } };
  const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body });
  assert.equal(reply.status, 201);
  assert.equal(
    reply.body.message,
    "Clip job created. `clip_cuont` is not known, did you mean `clip_count`? `later` is not known.",
  );
});

test("a field that is missing because it is misspelt is named with the error", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const { video_duration_seconds: duration, ...rest } = CLIP_BODY as Record<string, unknown>;
  const body = { ...rest, video_duration_second: duration };
  const { error } = (await callApi(plane, "POST", "/api/v1/clips", { key, body })).body;
  assert.equal(error?.code, "INVALID_REQUEST");
  assert.deepEqual(error?.details, [
    { path: "/video_duration_seconds", message: "is required" },
    { path: "/video_duration_second", message: "is not known, did you mean video_duration_seconds?" },
  ]);
});

test("a field as another operation calls it is named with the error of the one that is missing", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const { error } = (await callApi(plane, "POST", "/api/v1/highlights", { key, body: { video_url: URL } }))
    .body;
  assert.equal(error?.code, "INVALID_REQUEST");
  assert.deepEqual(error?.details, [
    { path: "/url", message: "is wrong: send exactly one of url and s3_key" },
    { path: "/video_url", message: "is not known, did you mean url?" },
  ]);
});

test("a source's length may have a fraction", async (t) => {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const body = { ...CLIP_BODY, video_duration_seconds: 61.28 };
  assert.equal((await callApi(plane, "POST", "/api/v1/clips", { key, body })).status, 201);
  const [row] = await plane.sql`select request -> 'declaredDurationS' as length from tasks`;
  assert.equal(row?.length, 61.28);
});
