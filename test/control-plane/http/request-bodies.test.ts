// What a body may be: its type, its size, its text, and each field of POST /clips with the pointer of its error.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  CLIP_BODY,
  callApi,
  failureOf,
  testControlPlane,
} from "../../support/control-plane/control-plane.ts";
import { bareServer, ECHO } from "../../support/control-plane/http/bare-server.ts";
import { postHead, rawConnection } from "../../support/control-plane/http/raw-http.ts";
import { until } from "../../support/until.ts";

async function scene(t: TestContext) {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  return { plane, key };
}

const { video_url: _, ...WITHOUT_SOURCE } = CLIP_BODY;

/** Changes to a valid body, and the JSON Pointer that the error must name. */
const WRONG_FIELDS: readonly [change: Record<string, unknown>, path: string][] = [
  [{ s3_key: "uploads/x" }, "/s3_key"],
  [{ video_duration_seconds: undefined }, "/video_duration_seconds"],
  [{ video_duration_seconds: 0 }, "/video_duration_seconds"],
  [{ video_duration_seconds: 0.5 }, "/video_duration_seconds"],
  [{ video_duration_seconds: "600" }, "/video_duration_seconds"],
  [{ video_duration_seconds: 21_601 }, "/video_duration_seconds"],
  [{ start_time: "1:00" }, "/start_time"],
  [{ start_time: "00:60:00" }, "/start_time"],
  [{ start_time: "00:02:00", end_time: "00:01:00" }, "/end_time"],
  [{ start_time: "00:01:00", end_time: "00:01:00" }, "/end_time"],
  [{ start_time: "00:01:00", end_time: "00:01:10" }, "/end_time"],
  [{ clip_count: 0 }, "/clip_count"],
  [{ clip_count: 21 }, "/clip_count"],
  [{ clip_count: "five" }, "/clip_count"],
  [{ clip_length: "60-15s" }, "/clip_length"],
  [{ clip_length: "30-30s" }, "/clip_length"],
  [{ clip_length: "4-60s" }, "/clip_length"],
  [{ clip_length: "15-181s" }, "/clip_length"],
  [{ clip_length: "15 to 60" }, "/clip_length"],
  [{ clip_length: "015-060s" }, "/clip_length"],
  [{ target_resolution: "1081p" }, "/target_resolution"],
  [{ user_prompt: "x".repeat(2_001) }, "/user_prompt"],
  [{ video_title: 7 }, "/video_title"],
  [{ subtitle: [] }, "/subtitle"],
  [{ subtitle: { font_color: "red" } }, "/subtitle/font_color"],
  [{ subtitle: { stroke_color: "#12345" } }, "/subtitle/stroke_color"],
  [{ subtitle: { font_style: "Comic Sans" } }, "/subtitle/font_style"],
  [{ subtitle: { font_size: 5 } }, "/subtitle/font_size"],
  [{ subtitle: { max_words_on_screen: 0 } }, "/subtitle/max_words_on_screen"],
  [{ subtitle: { position: "left" } }, "/subtitle/position"],
  [{ subtitle: { position_y: 1.1 } }, "/subtitle/position_y"],
  [{ subtitle: { animation: "spin" } }, "/subtitle/animation"],
  [{ subtitle: { allowed_editing_styles: [] } }, "/subtitle/allowed_editing_styles"],
  [{ subtitle: { allowed_editing_styles: ["CROP"] } }, "/subtitle/allowed_editing_styles/0"],
  [{ video_url: "ftp://93.184.215.14/a.mp4" }, "/video_url"],
  [{ video_url: "file:///etc/passwd" }, "/video_url"],
  [{ video_url: "not a url" }, "/video_url"],
  [{ video_url: "http://user:word@93.184.215.14/a.mp4" }, "/video_url"],
  [{ video_url: "http://127.0.0.1/a.mp4" }, "/video_url"],
  [{ video_url: "http://[::ffff:10.0.0.1]/a.mp4" }, "/video_url"],
  [{ video_url: "http://169.254.169.254/latest" }, "/video_url"],
  [{ video_url: `https://example.com/${"x".repeat(2_048)}` }, "/video_url"],
  [{ callback_url: "http://192.168.0.1/hook" }, "/callback_url"],
  [{ callback_url: "mailto:me@example.com" }, "/callback_url"],
  [{ idempotency_key: "" }, "/idempotency_key"],
  [{ idempotency_key: "x".repeat(256) }, "/idempotency_key"],
];

test("each field that is wrong answers 400 and is named by its pointer", async (t) => {
  const { plane, key } = await scene(t);
  for (const [change, path] of WRONG_FIELDS) {
    const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body: { ...CLIP_BODY, ...change } });
    const what = JSON.stringify(change).slice(0, 100);
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", what);
    const paths = reply.body.error?.details?.map((detail) => detail.path);
    assert.ok(paths?.includes(path), `${what} is told as ${paths?.join(", ")}`);
  }
  const [row] = await plane.sql`select count(*)::int as tasks from tasks`;
  assert.equal(row?.tasks, 0);
});

test("a footage's length is bounded alike for clips and highlights", async (t) => {
  const { plane, key } = await scene(t);
  const url = CLIP_BODY.video_url;
  for (const duration of ["0", "0.999999", "21600.000001"]) {
    const reply = await callApi(plane, "POST", "/api/v1/highlights", { key, body: { url, duration } });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", duration);
    assert.equal(reply.body.error?.message, "/duration must be at least 1 and at most 21600 seconds.");
  }
  const body = { url, duration: "1.000000" };
  assert.equal((await callApi(plane, "POST", "/api/v1/highlights", { key, body })).status, 201);
});

test("a repeat that sends a default which the original left out is the same request for video jobs", async (t) => {
  const { plane, key } = await scene(t);
  const url = CLIP_BODY.video_url;
  for (const [path, body, defaults] of [
    ["/clips", CLIP_BODY, { clip_count: 5, subtitle: { preset: "bold", other: 1 }, unknown: 1 }],
    ["/highlights", { url }, { layout: "LANDSCAPE", category: "other", unknown: 1 }],
    ["/transcriptions", { video_url: url }, { quality: 360, unknown: 1 }],
  ] as const) {
    const send = (fields: object) =>
      callApi(plane, "POST", `/api/v1${path}`, { key, body: { ...body, ...fields, idempotency_key: "one" } });
    const [first, again] = [await send({}), await send(defaults)];
    assert.equal(again.status, 201, path);
    assert.equal(again.body.data?.task_id, first.body.data?.task_id);
  }
});

test("a body without a source, and bodies that are no object, answer 400", async (t) => {
  const { plane, key } = await scene(t);
  const neither = await callApi(plane, "POST", "/api/v1/clips", { key, body: WITHOUT_SOURCE });
  assert.equal(failureOf(neither), "400 INVALID_REQUEST");
  assert.deepEqual(
    neither.body.error?.details?.map((detail) => detail.path),
    ["/video_url"],
  );
  for (const body of ["", "{", "nul", "[]", "null", "7", '"text"', '{"a":1}{"b":2}']) {
    const reply = await callApi(plane, "POST", "/api/v1/clips", { key, body });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", body);
  }
});

test("a body that is no UTF-8 answers 400", async (t) => {
  const { plane, key } = await scene(t);
  const body = Buffer.concat([Buffer.from('{"video_title":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]);
  assert.equal(
    failureOf(await callApi(plane, "POST", "/api/v1/clips", { key, body })),
    "400 INVALID_REQUEST",
  );
});

test("text of every script and emoji come through to the task unchanged", async (t) => {
  const { plane, key } = await scene(t);
  const title = "Ünïcødé 世界 🎬 \u202e <b>'\";--";
  const reply = await callApi(plane, "POST", "/api/v1/clips", {
    key,
    body: { ...CLIP_BODY, video_title: title },
  });
  const [row] =
    await plane.sql`select request->>'title' as title from tasks where id = ${String(reply.body.data?.task_id)}`;
  assert.equal(row?.title, title);
});

test("a character that PostgreSQL cannot store answers 400, not 500", async (t) => {
  const { plane, key } = await scene(t);
  for (const field of ["video_title", "idempotency_key", "user_prompt"]) {
    const reply = await callApi(plane, "POST", "/api/v1/clips", {
      key,
      body: { ...CLIP_BODY, [field]: "a\u0000b" },
    });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", field);
  }
});

test("a body of another media type, or of none, answers 415", async (t) => {
  const { plane, key } = await scene(t);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]) {
    const reply = await callApi(plane, "POST", "/api/v1/clips", {
      key,
      body: JSON.stringify(CLIP_BODY),
      headers: { "content-type": type },
    });
    assert.equal(failureOf(reply), "415 UNSUPPORTED_MEDIA_TYPE", type);
  }
  const charset = await callApi(plane, "POST", "/api/v1/clips", {
    key,
    body: CLIP_BODY,
    headers: { "content-type": "Application/JSON; charset=utf-8" },
  });
  assert.equal(charset.status, 201);
});

test("a compressed body answers 415, which names the header", async (t) => {
  const { plane, key } = await scene(t);
  const send = (encoding: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${plane.url}/api/v1/clips`, {
      method: "POST",
      headers: {
        "x-service-api-key": key,
        "content-type": "application/json",
        "content-encoding": encoding,
      },
      body,
    });
  const text = JSON.stringify(CLIP_BODY);
  for (const encoding of ["gzip", "br, gzip"]) {
    const reply = await send(encoding, gzipSync(text));
    assert.equal(reply.status, 415, encoding);
    const { error } = (await reply.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, "UNSUPPORTED_MEDIA_TYPE");
    assert.match(error.message, /content-encoding/);
  }
  assert.equal((await send("identity", text)).status, 201);
});

test("a body over 1 MiB answers 413, whether its length was announced or not", async (t) => {
  const { plane, key } = await scene(t);
  const large = JSON.stringify({ ...CLIP_BODY, padding: "x".repeat(1_048_576) });
  const announced = await callApi(plane, "POST", "/api/v1/clips", { key, body: large });
  assert.equal(failureOf(announced), "413 BODY_TOO_LARGE");
  const chunked = await fetch(`${plane.url}/api/v1/clips`, {
    method: "POST",
    headers: { "x-service-api-key": key, "content-type": "application/json" },
    body: new Blob([large]).stream(),
    duplex: "half",
  });
  assert.equal(chunked.status, 413);
  assert.equal(((await chunked.json()) as { error: { code: string } }).error.code, "BODY_TOO_LARGE");
  const fitting = JSON.stringify({ ...CLIP_BODY, padding: "x".repeat(1_000_000) });
  assert.equal((await callApi(plane, "POST", "/api/v1/clips", { key, body: fitting })).status, 201);
});

test("a chunked body is taken, or told to be written otherwise, but never left out", async (t) => {
  const server = await bareServer(t, { ...ECHO, body: "optional-json" });
  for (const [coding, expected] of [
    ["chunked", /^HTTP\/1\.1 200 [\s\S]*"kept":true/],
    ["Chunked", /^HTTP\/1\.1 400 [\s\S]*in small letters/],
    ["CHUNKED", /^HTTP\/1\.1 400 [\s\S]*in small letters/],
  ] as const) {
    const client = await rawConnection(t, server.url);
    const head = `POST /test HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: ${coding}`;
    client.send(`${head}\r\n\r\nd\r\n{"kept":true}\r\n0\r\n\r\n`);
    assert.match(await client.waitFor(/\}$/), expected, coding);
  }
});

test("a body whose coding is not taken ends its connection, and nothing behind it is answered", async (t) => {
  const { url } = await bareServer(t, ECHO);
  const behind = `${postHead("/test", "", 1)}7`;
  for (const begin of ["POST /test", "POST /nowhere", "HEAD /nowhere"]) {
    for (const coding of ["Chunked", "identity", "gzip, chunked", "chunked, chunked"]) {
      const told = `${begin} ${coding}`;
      const request = `${begin} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
      const [alone, followed] = [await rawConnection(t, url), await rawConnection(t, url)];
      alone.send(request);
      followed.send(request + behind);
      await alone.waitFor(/^HTTP\/1\.1 400 /);
      alone.send(behind);
      const answer = /HTTP\/1\.1 200 /;
      for (const { received, ended } of [alone, followed]) {
        await until(`the end of ${told}`, () => ended() || answer.test(received()));
        assert.doesNotMatch(received(), answer, told);
      }
    }
  }
});

test("who has not signed in sends small bodies alone", async (t) => {
  const { url } = await testControlPlane(t);
  const statusOf = async (password: string): Promise<number> => {
    const body = JSON.stringify({ email: "ada@example.com", password });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${url}/console/api/session`, { method: "POST", headers, body })).status;
  };
  assert.equal(await statusOf("correct horse battery"), 401);
  assert.equal(await statusOf("x".repeat(17_000)), 413);
});
