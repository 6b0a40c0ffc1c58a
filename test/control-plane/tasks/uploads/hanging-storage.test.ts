// A storage that hangs, as seen by requests about uploads: each is answered in time, and leaves its place to others.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { FairLane } from "../../../../control-plane/http/fair-lane.ts";
import { checkSource } from "../../../../control-plane/tasks/create/sources.ts";
import {
  announceUpload,
  type UploadServices,
} from "../../../../control-plane/tasks/uploads/announce-upload.ts";
import { createCompleteUpload } from "../../../../control-plane/tasks/uploads/complete-upload.ts";
import { readUpload } from "../../../../control-plane/tasks/uploads/read-upload.ts";
import { DEFAULT_BOUNDS } from "../../../../shared/limits/request-bounds.ts";
import { HTTP_LIMITS, LANE_LIMITS } from "../../../../shared/limits/requests.ts";
import { readNetworkPolicy } from "../../../../shared/network/network-safety.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import { StorageRoom } from "../../../../shared/storage/room.ts";
import { timedAwake } from "../../../support/awake-time.ts";
import { storageLanes } from "../../../support/control-plane/storage-lanes.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { createTestAccount } from "../../../support/database/test-account.ts";
import { storageWith } from "../../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { until } from "../../../support/until.ts";

const MIB = 2 ** 20;
const UNAVAILABLE = { code: "UNAVAILABLE" };
const REQUEST = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };
const IN_PARTS = { ...REQUEST, part_size_bytes: 5 * MIB };

/** A bucket whose calls can be made to hang, and an account with uploads. */
async function scene(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const files = createFileStorage(await temporaryFolder(t));
  let gate: Promise<void> = Promise.resolve();
  let release = (): void => undefined;
  let calls = 0;
  const late =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      calls += 1;
      await gate;
      return call(...args);
    };
  const parts: ObjectStorage["parts"] = {
    begin: late((key, layout) => files.parts.begin(key, layout)),
    putPart: (key, handle, part, content, signal) => files.parts.putPart(key, handle, part, content, signal),
    listParts: late((key, handle) => files.parts.listParts(key, handle)),
    join: late((key, handle, all, signal) => files.parts.join(key, handle, all, signal)),
    abandon: late((key, handle) => files.parts.abandon(key, handle)),
    partUrl: (...args) => files.parts.partUrl(...args),
  };
  const bucket = (servesClients: boolean): ObjectStorage =>
    storageWith(files, { servesClients, parts, stat: late((key) => files.stat(key)) });
  const lanes = storageLanes();
  const servicesOf = (storage: ObjectStorage): UploadServices => ({
    sql,
    storage,
    lanes,
    room: new StorageRoom(files, 0),
    quotas: { bytes: 100 * MIB, open: 100 },
    signUpload: (storageKey) => storageKey,
    keptMs: 60_000,
  });
  return {
    sql,
    account,
    files,
    /** Where content goes past the control plane, so that each look begins with the object. */
    services: servicesOf(bucket(true)),
    /** Where only its parts are asked for. */
    local: servicesOf(bucket(false)),
    hang: (): void => {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: (): void => release(),
    calls: (): number => calls,
  };
}

/** Fails unless the work is refused for the storage's sake, so early that its request can still be answered. */
async function refusedInTime(work: () => Promise<unknown>): Promise<void> {
  const { awakeMs } = await timedAwake(() => assert.rejects(work(), UNAVAILABLE));
  assert.ok(awakeMs < HTTP_LIMITS.replyTimeoutMs, `${awakeMs} ms`);
}

test("reads of uploads leave their places of the lane while the storage hangs, and others are let in", async (t) => {
  const { sql, account, services, local, hang, release } = await scene(t);
  t.after(() => release());
  const other = await createTestAccount(sql, { moods: "1" });
  const uploads: [UploadServices, string, string][] = [];
  for (const [one, accountId] of [
    [services, account.id],
    [local, other.id],
  ] as const) {
    const { id } = await announceUpload(one, accountId, IN_PARTS);
    for (let count = 0; count < LANE_LIMITS.reads.placesPerHolder; count += 1)
      uploads.push([one, accountId, id]);
  }
  hang();
  const reads = new FairLane(LANE_LIMITS.reads);
  const hung = uploads.map(([one, accountId, id]) =>
    refusedInTime(() => reads.run(accountId, () => readUpload(one, accountId, id))),
  );
  await refusedInTime(() =>
    reads.run("third", () => Promise.reject(Object.assign(new Error(), UNAVAILABLE))),
  );
  await Promise.all(hung);
});

test("looks that nobody waits for any more are few, and further ones are refused at once until they end", async (t) => {
  const { account, services, hang, release, calls } = await scene(t);
  t.after(() => release());
  const { id } = await announceUpload(services, account.id, IN_PARTS);
  hang();
  const before = calls();
  const many = Array.from({ length: 30 }, () => refusedInTime(() => readUpload(services, account.id, id)));
  await Promise.all(many);
  assert.equal(calls() - before, LANE_LIMITS.looks.placesPerHolder);
  const refused = () => assert.rejects(readUpload(services, account.id, id), UNAVAILABLE);
  const { awakeMs } = await timedAwake(refused);
  assert.ok(awakeMs < 1_000, `without a wait, not after ${awakeMs} ms`);
  release();
  const state = await until("the looks to end", () =>
    readUpload(services, account.id, id).catch(() => undefined),
  );
  assert.deepEqual([state.isComplete, state.received], [false, []]);
});

test("an announcement that the storage holds up is refused, and what it begins too late is removed", async (t) => {
  const { sql, account, files, services, hang, release } = await scene(t);
  t.after(() => release());
  const begun: [string, string][] = [];
  const parts: ObjectStorage["parts"] = Object.assign(Object.create(services.storage.parts), {
    begin: async (...args: Parameters<ObjectStorage["parts"]["begin"]>) => {
      const handle = await services.storage.parts.begin(...args);
      begun.push([args[0], handle]);
      return handle;
    },
  });
  const watched = { ...services, storage: storageWith(services.storage, { parts }) };
  hang();
  await refusedInTime(() => announceUpload(watched, account.id, IN_PARTS));
  assert.deepEqual([begun, (await sql`select from uploads`).length], [[], 0]);
  release();
  await until("the parts to be removed", async () => {
    const [one] = begun;
    if (one === undefined) return false;
    return files.parts.listParts(...one).then(
      () => false,
      (error: { code?: string }) => error.code === "NOT_FOUND",
    );
  });
});

test("a join that a client was not let wait for goes on, and few hang at once", async (t) => {
  const { sql, account, files, local, hang, release, calls } = await scene(t);
  t.after(() => release());
  const complete = createCompleteUpload(local);
  const ids: string[] = [];
  for (let count = 0; count < LANE_LIMITS.joins.placesPerHolder + 2; count += 1) {
    const { id, storageKey } = await announceUpload(local, account.id, IN_PARTS);
    const [row] = await sql<{ parts_handle: string }[]>`select parts_handle from uploads where id = ${id}`;
    const part = { number: 1, sizeBytes: 5, offsetBytes: 0 };
    await files.parts.putPart(
      storageKey,
      row?.parts_handle ?? "",
      part,
      Readable.from([Buffer.from("bytes")]),
    );
    ids.push(id);
  }
  hang();
  const before = calls();
  await Promise.all(ids.map((id) => refusedInTime(() => complete(account.id, id))));
  await Promise.all(ids.map((id) => refusedInTime(() => complete(account.id, id))));
  assert.equal(calls() - before, LANE_LIMITS.joins.placesPerHolder);
  release();
  await until("all of them to be stored", async () => {
    const [open] = await sql`select from uploads where stored_at is null`;
    return open === undefined;
  });
  assert.equal((await complete(account.id, ids[0] ?? "")).isComplete, true);
});

test("a create that names an upload is refused while the storage hangs", async (t) => {
  const { sql, account, services, hang, release } = await scene(t);
  t.after(() => release());
  const { storageKey } = await announceUpload(services, account.id, REQUEST);
  hang();
  const networkPolicy = readNetworkPolicy({});
  const sources = {
    sql,
    storage: services.storage,
    networkPolicy,
    fileRetention: { uploadsMs: 60_000 },
    bounds: DEFAULT_BOUNDS,
  };
  await refusedInTime(() => checkSource(sources, account.id, { kind: "upload", storageKey }, "/s3_key"));
});
