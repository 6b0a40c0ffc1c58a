// Room for uploads: quotas of accounts, what the storage's disk can hold, and a disk that fills in the middle.
import assert from "node:assert/strict";
import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { errorBody } from "../../../../control-plane/http/error-reply.ts";
import { announceUpload } from "../../../../control-plane/tasks/uploads/announce-upload.ts";
import { storeUpload } from "../../../../control-plane/tasks/uploads/store-upload.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { StorageRoom } from "../../../../shared/storage/room.ts";
import {
  type ApiReply,
  CLIP_BODY,
  callApi,
  failureOf,
  type TestControlPlane,
  testControlPlane,
} from "../../../support/control-plane/control-plane.ts";
import { rawConnection } from "../../../support/control-plane/http/raw-http.ts";
import { storageLanes } from "../../../support/control-plane/storage-lanes.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { keptLog } from "../../../support/kept-log.ts";
import { smallDisk } from "../../../support/storage/small-disk.ts";
import { storageWith } from "../../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const NO_ROOM = "507 INSUFFICIENT_STORAGE";

function announcer(plane: TestControlPlane, key: string) {
  return (sizeBytes: number): Promise<ApiReply> =>
    callApi(plane, "POST", "/api/v1/uploads", {
      key,
      body: { filename: "a.mp4", content_type: "video/mp4", size_bytes: sizeBytes },
    });
}

function put(upload: ApiReply, body: Uint8Array): Promise<ApiReply> {
  return callApi({ url: "" }, "PUT", String(upload.body.data?.upload_url), {
    body,
    headers: { "content-type": "video/mp4" },
  });
}

/** Announces so many times at once; where the machine has no time for one, it is asked again. */
async function announceAtOnce(
  plane: TestControlPlane,
  calls: readonly (() => Promise<ApiReply>)[],
): Promise<{ kept: number; statuses: Set<number>; replies: ApiReply[] }> {
  const replies = await Promise.all(
    calls.map((call) =>
      until(
        "an answer",
        async () => {
          const reply = await call();
          return reply.status !== 503 && reply;
        },
        60_000,
      ),
    ),
  );
  const kept = (await plane.sql`select from uploads`).length;
  assert.ok(replies.filter(({ status }) => status === 201).length <= kept);
  return { kept, statuses: new Set(replies.map(({ status }) => status)), replies };
}

/** What is announced and what is refused, and nothing else. */
const SOME_AND_NO_MORE = new Set([201, 507]);

/** A control plane whose storage is a disk of 32 MiB, and that disk. */
async function smallStorage(t: TestContext, minFreeMb: number) {
  const disk = await smallDisk(t, 32);
  if (disk === undefined) return undefined;
  const env = { CLIPMILL_STORAGE: `file:${disk}`, CLIPMILL_MIN_FREE_MB: String(minFreeMb) };
  const { logger, lines } = keptLog();
  const plane = await testControlPlane(t, { env, logger });
  const account = await plane.account();
  const filler = join(disk, "filler");
  const fill = async (): Promise<void> => {
    const file = await open(filler, "w");
    try {
      for (;;) await file.write(Buffer.alloc(64 * 1_024, 1));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, "ENOSPC");
    } finally {
      await file.close();
    }
  };
  const metrics = async (): Promise<string> => (await fetch(`${plane.url}/metrics`)).text();
  const stored = async (): Promise<string[]> => {
    const entries = await readdir(disk, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && entry.name !== "filler").map((entry) => entry.name);
  };
  const announce = announcer(plane, account.key);
  return { plane, account, announce, fill, free: () => rm(filler), metrics, stored, lines };
}

test("announcements at once do not take more than the account's quota, which they give back", async (t) => {
  const plane = await testControlPlane(t, {
    env: { CLIPMILL_UPLOAD_QUOTA_GB: "1", CLIPMILL_MIN_FREE_MB: "0" },
  });
  const account = await plane.account();
  // Less is free on some machines than is announced here.
  await plane.sql`update accounts set upload_quota_bytes = ${25 * MIB} where id = ${account.id}`;
  const announce = announcer(plane, account.key);
  const ten = Array.from({ length: 10 }, () => () => announce(10 * MIB));
  const { kept, statuses, replies } = await announceAtOnce(plane, ten);
  assert.deepEqual([kept, statuses], [2, SOME_AND_NO_MORE]);
  const refused = replies.find((reply) => reply.status === 507);
  assert.match(String(refused?.body.error?.message), /account's quota/);
  const other = await plane.account();
  assert.equal(failureOf(await announcer(plane, other.key)(GIB + 1)), NO_ROOM, "the setting's quota");
  await plane.sql`update uploads set expires_at = now()`;
  const small = await announce(5);
  assert.equal(small.status, 201, "what has expired counts no more");
  assert.equal((await put(small, Buffer.from("bytes"))).status, 200);
  await plane.sql`update uploads set expires_at = now()`;
  assert.equal(failureOf(await announce(25 * MIB)), NO_ROOM, "what is stored counts");
  await plane.sql`update uploads set removed_at = now()`;
  assert.equal((await announce(25 * MIB)).status, 201);
});

test("an account has only so many announcements without content", async (t) => {
  const plane = await testControlPlane(t, { env: { CLIPMILL_OPEN_UPLOADS: "3", CLIPMILL_MIN_FREE_MB: "0" } });
  const account = await plane.account();
  const announce = announcer(plane, account.key);
  const nine = Array.from({ length: 9 }, () => () => announce(5));
  const { kept, statuses, replies } = await announceAtOnce(plane, nine);
  assert.deepEqual([kept, statuses], [3, SOME_AND_NO_MORE]);
  assert.match(String(replies.find(({ status }) => status === 507)?.body.error?.message), /without content/);
  const announced = replies.find(({ status }) => status === 201);
  assert.ok(announced);
  assert.equal((await put(announced, Buffer.from("bytes"))).status, 200);
  assert.equal((await announce(5)).status, 201);
});

test("what does not fit beside what was announced before is refused with the reason", async (t) => {
  const scene = await smallStorage(t, 4);
  if (scene === undefined) return;
  const { plane, announce, metrics } = scene;
  const tooLarge = await announce(30 * MIB);
  assert.equal(failureOf(tooLarge), NO_ROOM);
  assert.match(String(tooLarge.body.error?.message), /no room for a file of 31457280 bytes/);
  const other = announcer(plane, (await plane.account()).key);
  const calls = [announce, other, announce, other, announce, other].map((one) => () => one(10 * MIB));
  const { kept, statuses } = await announceAtOnce(plane, calls);
  assert.deepEqual([kept, statuses], [2, SOME_AND_NO_MORE]);
  assert.match(await metrics(), /clipmill_storage_total_bytes 33554432\n/);
  assert.match(await metrics(), /clipmill_storage_low 0\n/);
});

test("below its floor the storage takes no upload, and says so; jobs are still made", async (t) => {
  const scene = await smallStorage(t, 4);
  if (scene === undefined) return;
  const { plane, account, announce, fill, free, metrics, lines } = scene;
  const before = await announce(1_000);
  await fill();
  assert.equal(failureOf(await announce(1)), NO_ROOM);
  assert.equal(failureOf(await put(before, Buffer.alloc(1_000))), NO_ROOM);
  await until(
    "the metrics to tell",
    async () => (await metrics()).includes("clipmill_storage_low 1\n"),
    20_000,
  );
  assert.match(await metrics(), /clipmill_storage_free_bytes 0\n/);
  const created = await callApi(plane, "POST", "/api/v1/clips", { key: account.key, body: CLIP_BODY });
  assert.equal(created.status, 201);
  await free();
  assert.equal((await put(before, Buffer.alloc(1_000))).status, 200);
  assert.deepEqual(
    lines.filter(({ level }) => level >= 50),
    [],
    "a refusal is no error of ours",
  );
});

test("a disk that fills in the middle of a PUT answers 507, keeps nothing, and takes the upload later", async (t) => {
  const scene = await smallStorage(t, 0);
  if (scene === undefined) return;
  const { plane, announce, fill, free, metrics, stored } = scene;
  const upload = await announce(8 * MIB);
  const { pathname, search } = new URL(String(upload.body.data?.upload_url));
  const slow = await rawConnection(t, plane.url);
  slow.send(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${8 * MIB}\r\n\r\n${"x".repeat(MIB)}`,
  );
  await until("the PUT to begin", async () => (await metrics()).includes("clipmill_http_open_requests 2\n"));
  await fill();
  slow.send("x".repeat(7 * MIB));
  assert.match(
    await slow.waitFor(/^HTTP\/1\.1 \d{3} .*requestId/s, 20_000),
    /^HTTP\/1\.1 507 .*INSUFFICIENT_STORAGE/s,
  );
  assert.deepEqual(await stored(), []);
  await free();
  assert.equal((await put(upload, Buffer.alloc(8 * MIB))).status, 200);
});

test("what the machine lacks while content comes is a 507, a 413 or a 503, and never a 500", async (t) => {
  const { sql, account } = await accountDatabase(t);
  const storage = createFileStorage(await temporaryFolder(t));
  const { logger } = keptLog("silent");
  const expected = {
    ENOSPC: 507,
    EDQUOT: 507,
    // Another try would meet the same bound of one file.
    EFBIG: 413,
    EMFILE: 503,
    ENFILE: 503,
    EIO: 503,
    ENOMEM: 503,
    EROFS: 503,
  };
  for (const [code, status] of Object.entries(expected)) {
    const putStream = (): Promise<boolean> => Promise.reject(Object.assign(new Error(code), { code }));
    const failing = storageWith(storage, { putStream });
    const room = new StorageRoom(failing, 0);
    const quotas = { bytes: MIB, open: 10 };
    const signUpload = (storageKey: string): string => storageKey;
    const lanes = storageLanes();
    const services = { sql, storage: failing, lanes, room, quotas, signUpload, keptMs: 1 };
    const request = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
    const { storageKey } = await announceUpload(services, account.id, request);
    const { signal } = new AbortController();
    const content = Readable.from([Buffer.from("bytes")]);
    const failure = await storeUpload(services, { storageKey, content, declaredBytes: 5, signal }).catch(
      (error: unknown) => errorBody(error, "request", logger).error,
    );
    assert.equal(failure?.statusCode, status, code);
    const again = { ...services, storage };
    const repeat = Readable.from([Buffer.from("bytes")]);
    await storeUpload(again, { storageKey, content: repeat, declaredBytes: 5, signal });
  }
});

test("a database whose disk is full answers 503, and nothing is charged", async (t) => {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const create = (): Promise<ApiReply> =>
    callApi(plane, "POST", "/api/v1/clips", { key: account.key, body: CLIP_BODY });
  await plane.sql.unsafe(`
    create function refuse_task() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = tg_argv[0];
    end $$`);
  for (const code of ["53100", "53200", "53400", "58030"]) {
    await plane.sql.unsafe(
      `create or replace trigger full_disk before insert on tasks for each row execute function refuse_task('${code}')`,
    );
    assert.equal(failureOf(await create()), "503 UNAVAILABLE", code);
  }
  await plane.sql.unsafe("drop trigger full_disk on tasks");
  assert.equal((await create()).status, 201);
  const balance = await callApi(plane, "GET", "/api/v1/balance", { key: account.key });
  assert.equal(balance.body.data?.moodsUsed, 1);
});
