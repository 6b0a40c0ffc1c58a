// Bounds of requests that an operator has lowered: refused by their number before anything is charged, and told by the
// API's document and the list of models.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema, OpenApiDocument } from "../../../control-plane/http/openapi/openapi-types.ts";
import { MIB } from "../../../shared/limits/units.ts";
import { besidePlane, CLIP_BODY, callApi } from "../../support/control-plane/control-plane.ts";
import {
  assertRefused,
  createdId,
  BODY as IMAGES,
  openFixture,
  requestOf,
} from "../../support/control-plane/generation-tasks.ts";
import { moneyOf } from "../../support/control-plane/tasks.ts";
import { TEST_MODEL } from "../../support/media-node/media-node.ts";

const LOWERED = {
  env: {
    CLIPMILL_MAX_CLIP_COUNT: "3",
    CLIPMILL_MAX_OUTPUT_COUNT: "1",
    CLIPMILL_MAX_SOURCE_SECONDS: "600",
    CLIPMILL_MAX_SOURCE_MB: "64",
    CLIPMILL_HIGHLIGHT_SECONDS: "45",
  },
};
const URL = "https://93.184.215.14/match.mp4";
const FILE = { filename: "film.mp4", content_type: "video/mp4" };

/** What is asked for, and how the field that is wrong is told. */
const BEYOND: readonly [path: string, body: Record<string, unknown>, field: string, message: string][] = [
  ["/clips", { ...CLIP_BODY, clip_count: 4 }, "/clip_count", "must be <= 3"],
  ["/clips", { ...CLIP_BODY, video_duration_seconds: 601 }, "/video_duration_seconds", "must be <= 600"],
  ["/highlights", { url: URL, duration: "600.5" }, "/duration", "must be at least 1 and at most 600 seconds"],
  ["/generation-tasks", { ...IMAGES, output_count: 2 }, "/output_count", "must be <= 1"],
  ["/uploads", { ...FILE, size_bytes: 64 * MIB + 1 }, "/size_bytes", `must be <= ${64 * MIB}`],
  ...["/highlights", "/transcriptions"].map((path): [string, Record<string, unknown>, string, string] => [
    path,
    { [path === "/highlights" ? "url" : "video_url"]: URL, start_time: "00:10:00" },
    "/start_time",
    "must be before 600 seconds, the longest that a source may last",
  ]),
];

test("what is beyond a lowered bound is refused with its number, and nothing is charged", async (t) => {
  const { plane, key, accountId } = await openFixture(t, LOWERED);
  for (const [path, body, field, message] of BEYOND) {
    const reply = await callApi(plane, "POST", `/api/v1${path}`, { key, body });
    assert.equal(reply.status, 400, field);
    const { code, details } = reply.body.error ?? {};
    assert.deepEqual([code, details], ["INVALID_REQUEST", [{ path: field, message }]]);
  }
  assert.equal((await moneyOf(plane.sql, accountId)).used, 0);
  const [row] = await plane.sql`select count(*)::int as count from tasks`;
  assert.equal(row?.count, 0);
});

test("an upload from before its bound was lowered is no source any more", async (t) => {
  const { plane, key, accountId } = await openFixture(t, LOWERED);
  const before = await besidePlane(t, plane);
  const body = { ...FILE, size_bytes: 65 * MIB };
  const upload = await callApi(before, "POST", "/api/v1/uploads", { key, body });
  assert.equal(upload.status, 201);
  const reply = await callApi(plane, "POST", "/api/v1/transcriptions", {
    key,
    body: { s3_key: upload.body.data?.s3_key },
  });
  assert.equal(reply.status, 400);
  const message = "has more than 64 MiB, the most that a source may have";
  assert.deepEqual(reply.body.error?.details, [{ path: "/s3_key", message }]);
  assert.equal((await moneyOf(plane.sql, accountId)).used, 0);
});

test("whoever does not say how many gets no more than a lowered bound", async (t) => {
  const fixture = await openFixture(t, LOWERED);
  const { plane, key } = fixture;
  assert.equal(TEST_MODEL.default_output_count, 2);
  assert.equal((await requestOf(fixture, await createdId(fixture))).outputCount, 1);
  const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body: CLIP_BODY });
  assert.equal(reply.status, 201);
  assert.equal((await requestOf(fixture, String(reply.body.data?.task_id))).clipCount, 3);
});

test("a bound that was raised lets in what the default refuses", async (t) => {
  const raised = { env: { CLIPMILL_MAX_CLIP_COUNT: "40", CLIPMILL_MAX_OUTPUT_COUNT: "10" } };
  const fixture = await openFixture(t, raised);
  const { plane, key } = fixture;
  const body = { ...CLIP_BODY, clip_count: 40 };
  assert.equal((await callApi(plane, "POST", "/api/v1/clips", { key, body })).status, 201);
  await createdId(fixture, { ...IMAGES, output_count: 10 });
  await assertRefused(fixture, { ...IMAGES, output_count: 11 }, "400 INVALID_REQUEST", "/output_count");
});

test("the API's document and the list of models tell the bounds in force", async (t) => {
  const { plane, key } = await openFixture(t, LOWERED);
  const document = (await (await fetch(`${plane.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  const fieldOf = (name: string, field: string): JsonSchema => {
    const { properties } = document.components.schemas[name] as { properties: Record<string, JsonSchema> };
    return properties[field] ?? {};
  };
  const clips = fieldOf("ClipRequest", "clip_count");
  assert.deepEqual([clips.maximum, clips.default], [3, 3]);
  assert.equal(fieldOf("ClipRequest", "video_duration_seconds").maximum, 600);
  assert.match(String(fieldOf("HighlightRequest", "duration").description), /at most 600\b/);
  assert.equal(fieldOf("GenerationRequest", "output_count").maximum, 1);
  assert.equal(fieldOf("Model", "max_output_count").maximum, 1);
  assert.equal(fieldOf("UploadRequest", "size_bytes").maximum, 64 * MIB);
  const described = (path: string): string => String(document.paths[path]?.post?.description);
  for (const path of ["/api/v1/clips", "/api/v1/highlights", "/api/v1/transcriptions"]) {
    assert.match(described(path), /A source lasts at most 600 seconds and has at most 64 MiB\./, path);
  }
  assert.match(described("/api/v1/highlights"), /The reel lasts about 45 seconds/);
  const body = document.paths["/api/v1/clips"]?.post?.requestBody?.content["application/json"]?.schema;
  assert.deepEqual(body, { $ref: "#/components/schemas/ClipRequest" });
  const models = await callApi(plane, "GET", "/api/v1/models", { key });
  const [model] = models.body.data as unknown as Record<string, unknown>[];
  assert.deepEqual([model?.default_output_count, model?.max_output_count], [1, 1]);
});
