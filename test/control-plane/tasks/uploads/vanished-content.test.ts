// Content that was stored and is not there a moment later: no upload is complete without it.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import {
  announceUpload,
  type UploadServices,
} from "../../../../control-plane/tasks/uploads/announce-upload.ts";
import { createCompleteUpload } from "../../../../control-plane/tasks/uploads/complete-upload.ts";
import { storePart, storeUpload } from "../../../../control-plane/tasks/uploads/store-upload.ts";
import { createFileStorage } from "../../../../shared/storage/file-storage.ts";
import { StorageRoom } from "../../../../shared/storage/room.ts";
import { storageLanes } from "../../../support/control-plane/storage-lanes.ts";
import { accountDatabase } from "../../../support/database/account-database.ts";
import { storageWith } from "../../../support/storage/storage-with.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const AWAY = { name: "StorageUnavailable", code: "UNAVAILABLE" };
const REQUEST = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 5 };

async function scene(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const files = createFileStorage(await temporaryFolder(t));
  const services: UploadServices = {
    sql,
    storage: storageWith(files, { stat: () => Promise.resolve(undefined) }),
    lanes: storageLanes(),
    room: new StorageRoom(files, 0),
    quotas: { bytes: 1_000, open: 100 },
    signUpload: (storageKey) => storageKey,
    keptMs: 60_000,
  };
  const content = (storageKey: string) => ({
    storageKey,
    content: Readable.from([Buffer.from("hello")]),
    declaredBytes: 5,
    signal: new AbortController().signal,
  });
  const isStored = async (): Promise<boolean> => {
    const [row] = await sql<{ stored_at: Date | null }[]>`select stored_at from uploads`;
    return row?.stored_at !== null;
  };
  return { account, services, content, isStored };
}

test("a file that is not found once it was sent makes no upload complete", async (t) => {
  const { account, services, content, isStored } = await scene(t);
  const { storageKey } = await announceUpload(services, account.id, REQUEST);
  await assert.rejects(storeUpload(services, content(storageKey)), AWAY);
  assert.equal(await isStored(), false);
});

test("parts whose file is not found once they were joined make no upload complete", async (t) => {
  const { account, services, content, isStored } = await scene(t);
  const request = { ...REQUEST, part_size_bytes: 5 * 2 ** 20 };
  const { id, storageKey } = await announceUpload(services, account.id, request);
  await storePart(services, { ...content(storageKey), partNumber: 1 });
  await assert.rejects(createCompleteUpload(services)(account.id, id), AWAY);
  assert.equal(await isStored(), false);
});
