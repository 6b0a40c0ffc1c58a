// A file that is sent in parts, from its announcement to the job that uses it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { uploadLink } from "../../../../control-plane/http/signed-links.ts";
import { failureOf, TEST_SECRET } from "../../../support/control-plane/control-plane.ts";
import { rawConnection } from "../../../support/control-plane/http/raw-http.ts";
import {
  CONTENT,
  PART,
  type Part,
  partsScene,
  type Upload,
} from "../../../support/control-plane/part-uploads.ts";
import { filesBelow } from "../../../support/storage/file-storage.ts";
import { until } from "../../../support/until.ts";

test("a file that is sent in parts is a job's source once it is complete", async (t) => {
  const { plane, call, announce, putPart, read, clip, lies } = await partsScene(t);
  const upload = await announce();
  assert.deepEqual(
    upload.parts.map(({ number, size_bytes }) => [number, size_bytes]),
    [
      [1, PART],
      [2, PART],
      [3, 1_000],
    ],
  );
  for (const part of upload.parts) assert.ok(part.url.startsWith(`${plane.url}/uploads/${upload.s3_key}?`));
  const [first, second, third] = upload.parts as [Part, Part, Part];
  assert.equal((await putPart(third)).status, 200);
  assert.equal((await putPart(first)).status, 200);
  assert.equal((await putPart(first)).status, 200, "the same again");
  const early = await clip(upload.s3_key);
  assert.equal(failureOf(early), "400 INVALID_REQUEST");
  assert.match(
    early.body.error?.details?.[0]?.message ?? "",
    /is an upload in parts that is not complete yet/,
  );
  const missing = await call("POST", `/${upload.upload_id}/complete`);
  assert.equal(failureOf(missing), "409 PARTS_MISSING");
  assert.deepEqual(missing.body.error?.details, [{ path: "/parts/2", message: "has not come yet" }]);
  const state = await read(upload.upload_id);
  assert.deepEqual([state.received, state.complete], [[1, 3], false]);
  assert.deepEqual(
    state.parts.map(({ number, size_bytes }) => [number, size_bytes]),
    [[second.number, PART]],
  );
  assert.equal((await putPart(state.parts[0] as Part)).status, 200, "at its fresh address");
  for (const _ of ["once", "again"]) {
    const complete = await call("POST", `/${upload.upload_id}/complete`);
    assert.equal(complete.status, 200);
    assert.equal(complete.body.data?.complete, true);
  }
  assert.ok((await lies(upload.s3_key)).equals(CONTENT));
  assert.deepEqual(await filesBelow(plane.storageFolder), [join(plane.storageFolder, upload.s3_key)]);
  const end = await read(upload.upload_id);
  assert.deepEqual([end.received, end.complete, end.parts], [[1, 2, 3], true, undefined]);
  assert.ok(Date.parse(end.expires_at) > Date.now() + 29 * 86_400_000, "until when it is kept");
  assert.equal((await clip(upload.s3_key)).status, 201);
  assert.equal(failureOf(await putPart(first)), "400 INVALID_REQUEST", "a part after the end");
});

test("parts in whatever order, several at a time, make the file", async (t) => {
  const { call, announce, putPart, lies } = await partsScene(t);
  const orders = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const upload = await announce();
      const replies = await Promise.all(order.map((index) => putPart(upload.parts[index] as Part)));
      assert.ok(replies.every(({ status }) => status === 200));
      const there = new Set(order);
      const complete = await call("POST", `/${upload.upload_id}/complete`);
      const numbers = [0, 1, 2].filter((index) => !there.has(index)).map((index) => `/parts/${index + 1}`);
      assert.deepEqual(
        (complete.body.error?.details ?? []).map(({ path }) => path),
        numbers,
      );
      if (numbers.length > 0) return;
      assert.ok((await lies(upload.s3_key)).equals(CONTENT));
    }),
    { numRuns: 6 },
  );
});

test("a part that breaks off is missing, and is sent again alone", async (t) => {
  const { plane, announce, putPart, read } = await partsScene(t);
  const upload = await announce();
  const [first, second] = upload.parts as [Part, Part];
  assert.equal((await putPart(second)).status, 200);
  const { pathname, search } = new URL(first.url);
  const broken = await rawConnection(t, plane.url);
  broken.send(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${PART}\r\n\r\n${"x".repeat(9_000)}`,
  );
  const isOpen = async (count: number): Promise<boolean> =>
    (await (await fetch(`${plane.url}/metrics`)).text()).includes(`clipmill_http_open_requests ${count}\n`);
  await until("the part to begin", () => isOpen(2));
  broken.socket.destroy();
  await until("the part to end", () => isOpen(1));
  assert.deepEqual((await read(upload.upload_id)).received, [2]);
  assert.equal((await putPart(first)).status, 200);
  assert.deepEqual((await read(upload.upload_id)).received, [1, 2]);
});

test("HEAD at a signed address says how many bytes lie there", async (t) => {
  const { call, announce, put, putPart } = await partsScene(t);
  const upload = await announce();
  const head = async (url: string): Promise<readonly [number, string | null]> => {
    const { status, headers } = await fetch(url, { method: "HEAD" });
    return [status, headers.get("content-length")];
  };
  const [first, , third] = upload.parts as [Part, Part, Part];
  await putPart(third);
  assert.deepEqual(await head(third.url), [200, "1000"]);
  assert.equal((await head(first.url))[0], 404);
  assert.equal((await head(upload.upload_url))[0], 404);
  assert.equal((await put(upload.upload_url, CONTENT)).status, 200, "the file whole, instead of its parts");
  assert.deepEqual(await head(upload.upload_url), [200, String(CONTENT.length)]);
  assert.equal((await head(third.url.replace("part=3", "part=1")))[0], 401);
  assert.equal((await call("POST", `/${upload.upload_id}/complete`)).status, 200);
});

test("HEAD tells of each state of an upload", async (t) => {
  const { call, announce, put, putPart } = await partsScene(t);
  const head = async (url: string): Promise<string> => {
    const { status, headers } = await fetch(url, { method: "HEAD" });
    return status === 200 ? `${headers.get("content-length")} bytes` : String(status);
  };
  const all = (upload: Upload): Promise<string[]> =>
    Promise.all([upload.upload_url, ...upload.parts.map(({ url }) => url)].map(head));
  const upload = await announce();
  const [first, second, third] = upload.parts as [Part, Part, Part];
  const part = `${PART} bytes`;
  const whole = `${CONTENT.length} bytes`;
  assert.deepEqual(await all(upload), ["404", "404", "404", "404"], "announced");
  await putPart(second);
  assert.deepEqual(await all(upload), ["404", "404", part, "404"], "one part has come");
  await put(second.url, Buffer.alloc(PART - 1));
  assert.deepEqual(await all(upload), ["404", "404", part, "404"], "a refused part takes none away");
  const chunked = { method: "PUT", body: new Blob([Buffer.alloc(9)]).stream(), duplex: "half" } as const;
  assert.equal((await fetch(second.url, chunked)).status, 400);
  assert.deepEqual(
    await all(upload),
    ["404", "404", "404", "404"],
    "one that broke off does: it may have begun",
  );
  for (const each of [first, second, third]) await putPart(each);
  assert.deepEqual(await all(upload), ["404", part, part, "1000 bytes"], "all have come");
  assert.equal((await call("POST", `/${upload.upload_id}/complete`)).status, 200);
  assert.deepEqual(await all(upload), [whole, part, part, "1000 bytes"], "complete");
  assert.equal((await call("DELETE", `/${upload.upload_id}`)).status, 200);
  assert.deepEqual(await all(upload), ["404", "404", "404", "404"], "removed");
});

test("an upload in one piece is read too, and has nothing to be joined", async (t) => {
  const { call, put, read } = await partsScene(t);
  const body = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 10 };
  const upload = (await call("POST", "", body)).body.data as unknown as Upload;
  assert.equal(upload.parts, undefined);
  const early = await call("POST", `/${upload.upload_id}/complete`);
  assert.equal(failureOf(early), "409 PARTS_MISSING");
  const state = await read(upload.upload_id);
  assert.deepEqual([state.complete, state.received, state.parts], [false, [], undefined]);
  assert.equal((await put(state.upload_url, Buffer.alloc(10))).status, 200, "at its fresh address");
  const complete = await call("POST", `/${upload.upload_id}/complete`);
  assert.equal(complete.status, 200);
  assert.equal((await read(upload.upload_id)).complete, true);
});

test("an upload's time moves on with what comes, up to its bound, and then it is gone", async (t) => {
  const { plane, announce, putPart, read, call } = await partsScene(t);
  const upload = await announce();
  const [first, second, third] = upload.parts as [Part, Part, Part];
  const age = (hours: number): Promise<unknown> =>
    plane.sql`update uploads set expires_at = expires_at - ${hours} * interval '1 hour',
      created_at = created_at - ${hours} * interval '1 hour'`;
  const leftHours = async (): Promise<number> =>
    (Date.parse((await read(upload.upload_id)).expires_at) - Date.now()) / 3_600_000;
  assert.ok(Math.abs((await leftHours()) - 24) < 0.1);
  await age(20);
  assert.ok(Math.abs((await leftHours()) - 4) < 0.1, "what only is read does not live longer");
  assert.equal((await putPart(first)).status, 200);
  assert.ok(Math.abs((await leftHours()) - 24) < 0.1);
  assert.equal((await putPart(first)).status, 200);
  await age(7 * 24 - 20 - 10);
  await plane.sql`update uploads set expires_at = now() + interval '1 hour'`;
  assert.equal((await putPart(second)).status, 200);
  assert.ok(Math.abs((await leftHours()) - 10) < 0.1, "seven days from its announcement");
  await age(10);
  assert.equal(failureOf(await call("GET", `/${upload.upload_id}`)), "404 NOT_FOUND");
  const links = { publicUrl: plane.url, secrets: [TEST_SECRET] as const };
  const expired = uploadLink(links, upload.s3_key, -1_000, 3);
  assert.equal(failureOf(await putPart({ ...third, url: expired })), "401 UNAUTHENTICATED");
});

test("an upload in parts takes its room of the quota, and only what has not come of the disk's", async (t) => {
  const { plane, announce, putPart } = await partsScene(t);
  const upload = await announce();
  await putPart(upload.parts[0] as Part);
  const rows = await plane.sql`select size_bytes, received_bytes from uploads`;
  assert.deepEqual(rows[0], { size_bytes: String(CONTENT.length), received_bytes: String(PART) });
});
