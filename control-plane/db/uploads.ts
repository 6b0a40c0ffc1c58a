// SQL of uploads: objects that a client announced and then stored. The row decides whose object it is.
import assert from "node:assert/strict";
import type { Queryable } from "../../shared/db/connect.ts";
import { ID_PREFIXES } from "../../shared/ids.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import type { PartSizes } from "../../shared/storage/part-uploads.ts";
import { DELETED_UPLOADS } from "./expired-files.ts";
import { type Fragment, insertRemovals, isUntouched } from "./expiry-kind.ts";

export interface UploadRow {
  readonly id: string;
  readonly account_id: string;
  readonly storage_key: string;
  readonly filename: string;
  readonly content_type: string;
  readonly size_bytes: string;
  /** Null of uploads that come in one piece. */
  readonly part_size_bytes: string | null;
  /** The storage's name for the parts; null as above. */
  readonly parts_handle: string | null;
  readonly stored_at: Date | null;
  /** Which content was stored; null where it has not come, or nothing could be put in its place. */
  readonly tag: string | null;
  /** Until when content may begin to come. */
  readonly expires_at: Date;
  /** How long its content may still take to come. */
  readonly left_ms: number;
  /** Since it was stored; null where it has not come. */
  readonly age_ms: number | null;
}

/** How an upload that comes in parts is cut; no other may be asked of. */
export function partSizesOf(row: Pick<UploadRow, "size_bytes" | "part_size_bytes">): PartSizes {
  assert(row.part_size_bytes !== null, "Only an upload that comes in parts is cut.");
  return { sizeBytes: Number(row.size_bytes), partSizeBytes: Number(row.part_size_bytes) };
}

export interface NewUpload {
  readonly id: string;
  readonly accountId: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly keptMs: number;
  readonly partSizeBytes: number | null;
  readonly partsHandle: string | null;
  /** Of the storage, for all that is announced and has not come. */
  readonly roomBytes: number;
  /** Of this account, where its row does not say otherwise. */
  readonly quotaBytes: number;
  readonly openUploads: number;
}

/** That an upload is announced, or which bound it would break. */
export interface Announcement {
  readonly outcome: "announced" | "open-uploads" | "quota" | "room";
  /** Until when its content may begin to come, by the database's clock. */
  readonly expiresAt: Date;
}

/** Announces an upload where there is room for it: no two announcements, of any processes, take the same room. */
export async function announceUploadRow(sql: Queryable, upload: NewUpload): Promise<Announcement> {
  const [row] = await sql<Announcement[]>`
    select (now() + ${upload.keptMs} * interval '1 millisecond')::timestamptz(3) as "expiresAt", announce_upload(${upload.id}, ${upload.accountId}, ${upload.storageKey}, ${upload.filename},
      ${upload.contentType}, ${upload.sizeBytes}, ${upload.keptMs}, ${upload.roomBytes}, ${upload.quotaBytes},
      ${upload.openUploads}, ${upload.partSizeBytes}::bigint, ${upload.partsHandle}::text) as outcome`;
  if (row === undefined) throw new Error("One row is always there.");
  return row;
}

/** That the removal of an upload has not begun. */
function isKept(sql: Queryable): Fragment {
  return sql`
    removed_at is null and deleted_at is null and ${isUntouched(sql, ["uploads"], sql`storage_key`)}`;
}

/** Uploads that may still be stored, named or read: not those whose removal has begun. */
function selectKept(sql: Queryable, which: Fragment): Promise<UploadRow[]> {
  const { lateUploadMs } = STORAGE_LIMITS;
  return sql<UploadRow[]>`
    select id, account_id, storage_key, filename, content_type, size_bytes, part_size_bytes, parts_handle, stored_at, tag,
      expires_at, extract(epoch from expires_at - now())::float8 * 1000 + ${lateUploadMs}::float8 as left_ms,
      extract(epoch from now() - stored_at)::float8 * 1000 as age_ms
    from uploads
    where ${which} and ${isKept(sql)}`;
}

/**
 * An upload by where its content lies, whoever's it is: for signed addresses. Undefined where it is unknown,
 * or its removal has begun.
 */
export async function selectUploadByStorageKey(
  sql: Queryable,
  storageKey: string,
): Promise<UploadRow | undefined> {
  const [row] = await selectKept(sql, sql`storage_key = ${storageKey}`);
  return row;
}

/** An upload of this account; undefined where it is unknown or foreign, or its removal has begun. */
export async function selectUpload(
  sql: Queryable,
  accountId: string,
  uploadId: string,
): Promise<UploadRow | undefined> {
  const [row] = await selectKept(sql, sql`id = ${uploadId} and account_id = ${accountId}`);
  return row;
}

/**
 * Whether an upload's removal has not begun, by its account or after its time, until this transaction ends: an account
 * that removes it meanwhile waits, and one that is about to is waited for.
 */
export async function holdUpload(sql: Queryable, storageKey: string): Promise<boolean> {
  const rows = await sql`
    select from uploads where storage_key = ${storageKey} and ${isKept(sql)} for share`;
  return rows.length > 0;
}

/** Where the upload lies that a task of this account was made from; undefined where it is not there, or was none. */
export async function selectSourceUpload(
  sql: Queryable,
  accountId: string,
  taskId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ storage_key: string }[]>`
    select storage_key from uploads
    where storage_key = (select request -> 'source' ->> 'storageKey' from tasks
        where id = ${taskId} and account_id = ${accountId} and deleted_at is null)
      and account_id = ${accountId} and stored_at is not null and ${isKept(sql)}`;
  return row?.storage_key;
}

/** What its client called an upload, gone ones too; undefined where no upload ever had this key. */
export async function selectUploadName(sql: Queryable, storageKey: string): Promise<string | undefined> {
  const [row] = await sql<
    { filename: string }[]
  >`select filename from uploads where storage_key = ${storageKey}`;
  return row?.filename;
}

/** Announced uploads of an account that wait for their content, oldest first. */
export async function selectOpenUploads(
  sql: Queryable,
  accountId: string,
  limit: number,
): Promise<UploadRow[]> {
  return await selectKept(
    sql,
    sql`id in (select id from uploads where account_id = ${accountId} and stored_at is null
      and removed_at is null and expires_at > now() order by id limit ${limit})`,
  );
}

/** When an upload was stored, and with which content. */
export interface StoredUpload {
  readonly stored_at: Date;
  readonly tag: string | null;
}

/** Marks an upload as stored where it is not yet. Undefined when it was removed meanwhile. */
export async function markUploadStored(
  sql: Queryable,
  uploadId: string,
  tag: string | null,
): Promise<StoredUpload | undefined> {
  const [row] = await sql<StoredUpload[]>`
    update uploads set stored_at = coalesce(stored_at, now()), tag = case when stored_at is null then ${tag} else tag end
    where id = ${uploadId} and removed_at is null and deleted_at is null
    returning stored_at, tag`;
  return row;
}

/** Notes that an upload has another content from now on. */
export async function updateUploadTag(sql: Queryable, uploadId: string, tag: string | null): Promise<void> {
  await sql`update uploads set tag = ${tag} where id = ${uploadId}`;
}

/**
 * Notes how much of an upload's parts is there. Where that is more than before, the upload lives on for so long from now,
 * and not beyond its bound. Returns until when and for how long, or undefined where it waits for no content any more.
 */
export async function noteUploadProgress(
  sql: Queryable,
  uploadId: string,
  receivedBytes: number,
): Promise<{ readonly expiresAt: Date; readonly leftMs: number } | undefined> {
  const { partsUrlTtlMs, partsMaxMs } = STORAGE_LIMITS;
  const [row] = await sql<{ expiresAt: Date; leftMs: number }[]>`
    update uploads set received_bytes = least(size_bytes, ${receivedBytes}::bigint),
      expires_at = case when ${receivedBytes}::bigint > received_bytes
        then greatest(expires_at, least(now() + ${partsUrlTtlMs} * interval '1 millisecond',
          created_at + ${partsMaxMs} * interval '1 millisecond'))
        else expires_at end
    where id = ${uploadId} and stored_at is null and removed_at is null and deleted_at is null
    returning expires_at as "expiresAt", extract(epoch from expires_at - now())::float8 * 1000 as "leftMs"`;
  return row;
}

export interface DeletedUpload {
  readonly id: string;
  readonly storage_key: string;
  readonly deleted_at: Date;
  readonly removed_at: Date | null;
  /** As which its files are removed. */
  readonly subject: string;
}

/**
 * Has an upload of this account removed: by the caller now, or else by a sweep. Undefined where there is none, or where
 * its time was up before.
 */
export async function deleteUploadRow(
  sql: Queryable,
  accountId: string,
  uploadId: string,
): Promise<DeletedUpload | undefined> {
  const [row] = await sql<DeletedUpload[]>`
    with deleted as (
      update uploads set deleted_at = coalesce(deleted_at, now())
      where id = ${uploadId} and account_id = ${accountId} and (removed_at is null or deleted_at is not null)
      returning id, storage_key, deleted_at, removed_at, concat_ws(' ', storage_key, parts_handle) as subject
    ), noted as (
      ${insertRemovals(sql, DELETED_UPLOADS, sql`select subject from deleted where removed_at is null`)}
    )
    select * from deleted`;
  return row;
}

/** Open tasks that need an object of the storage: an upload, or the folder of a job whose clips they render. */
export async function selectTasksThatNeed(
  sql: Queryable,
  storageKey: string,
  limit: number,
): Promise<{ id: string; kind: string }[]> {
  // In the words of tasks_open_uploads_idx.
  return sql<{ id: string; kind: string }[]>`
    select t.id, t.kind from tasks t
    where t.completed_at is null and t.request @? '$.**{1 to 2}.storageKey'
      and jsonb_path_query_array(t.request, '$.**{1 to 2}.storageKey') @> to_jsonb(${storageKey}::text)
    limit ${limit}`;
}

/**
 * Forgets removed uploads that no task can name: those that were gone before the first period of which tasks are kept.
 * Looks at so many behind this id. How many went, and the last one that was looked at; null where there was none.
 */
export async function deleteOldUploads(
  sql: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly deleted: number; readonly last: string | null }> {
  const [row] = await sql<{ deleted: number; last: string | null }[]>`
    with kept as materialized (
      select min(starts_at) as since from periods where tasks_dropped_at is null
    ), looked_at as materialized (
      select id, removed_at from uploads
      where id > ${after} and id < (select id_floor(${ID_PREFIXES.upload}, since) from kept)
      order by id limit ${limit}
    ), gone as (
      delete from uploads where id = any (array(
        select l.id from looked_at l, kept where l.removed_at < kept.since))
      returning id
    )
    select (select count(*)::int from gone) as deleted, (select id from looked_at order by id desc limit 1) as last`;
  return row ?? { deleted: 0, last: null };
}
