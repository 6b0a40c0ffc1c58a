import type { TestContext } from "node:test";
import { Registry } from "prom-client";
import { expiryKinds } from "../../../control-plane/db/expired-files.ts";
import type { ExpiryKind } from "../../../control-plane/db/expiry-kind.ts";
import { expireKind } from "../../../control-plane/worker/expire-files.ts";
import { createExpiryMetrics, type ExpiryMetrics } from "../../../control-plane/worker/expiry-metrics.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { DAY, MINUTE } from "../../../shared/limits/units.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { StorageRoom } from "../../../shared/storage/room.ts";
import { accountDatabase } from "../database/account-database.ts";
import { keptLog } from "../kept-log.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { storageLanes } from "./storage-lanes.ts";
import { endRun, FINISHED, finalizeReported, newRun, newTask } from "./tasks.ts";

/** What the sweeps of a test file log. */
export const { logger, lines } = keptLog();

/** As they are without settings. */
export const DEFAULT_RETENTION = { uploadsMs: 30 * DAY, resultsMs: 30 * DAY, workMs: 10 * MINUTE };
export const DEFAULT_KINDS = expiryKinds(DEFAULT_RETENTION);

interface Sweeping {
  readonly stopped?: AbortSignal;
  readonly metrics?: ExpiryMetrics;
  readonly kinds?: readonly ExpiryKind[];
}

/** Sweeps every kind once and returns how many things lost their files. */
export async function expireAll(
  sql: Sql,
  storage: ObjectStorage,
  {
    stopped = new AbortController().signal,
    metrics = createExpiryMetrics(new Registry()),
    kinds = DEFAULT_KINDS,
  }: Sweeping = {},
): Promise<number> {
  const services = { sql, storage, logger, metrics, stopped };
  const counts = await Promise.all(kinds.map((kind) => expireKind(services, kind)));
  return counts.reduce((sum, count) => sum + count, 0);
}

export async function scene(t: TestContext) {
  const { sql, account } = await accountDatabase(t);
  const root = await temporaryFolder(t);
  const storage = createFileStorage(root);
  const uploads = {
    sql,
    storage,
    lanes: storageLanes(),
    room: new StorageRoom(storage, 0),
    quotas: { bytes: 1_000_000, open: 10 },
    signUpload: (storageKey: string) => storageKey,
    keptMs: DEFAULT_RETENTION.uploadsMs,
  };
  const sweep = (): Promise<number> => expireAll(sql, storage);
  const exists = async (key: string): Promise<boolean> => (await storage.stat(key)) !== undefined;
  /** A finished task with a clip and an intermediate file. */
  const finishedTask = async (): Promise<{ id: string; clip: string; work: string }> => {
    const id = await newTask(sql, account.id);
    const runId = await newRun(sql, id);
    await endRun(sql, runId, FINISHED);
    await finalizeReported(sql);
    const [clip, work] = [`tasks/${id}/clips/one/video.mp4`, `tasks/${id}/work/source.bin`];
    await storage.write(clip, "a clip");
    await storage.write(work, "a source");
    return { id, clip, work };
  };
  const age = (id: string, ago: string): Promise<unknown> =>
    sql`update tasks set completed_at = now() - ${ago}::interval where id = ${id}`;
  return { sql, account, storage, root, uploads, sweep, exists, finishedTask, age };
}

/** Uploads that were stored 31 days ago, oldest first, and their files. */
export async function oldUploads(
  sql: Sql,
  storage: ObjectStorage,
  accountId: string,
  count: number,
): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, index) => `uploads/${accountId}/old-${index}.mp4`);
  await sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, stored_at, expires_at, created_at)
    select key, ${accountId}, key, 'a.mp4', 'video/mp4', 1, now() - interval '31 days', now(), now() - interval '31 days' + n * interval '1 second'
    from unnest(${keys}::text[]) with ordinality as k (key, n)`;
  await Promise.all(keys.map((key) => storage.write(key, "x")));
  return keys;
}
