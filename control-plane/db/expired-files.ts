// SQL that chooses whose files are due for removal, and that notes when they are gone. A control plane claims what it
// is about to remove for a while, so that no two remove the same; what is not gone by then is claimed again after a
// wait that doubles each time. The thing itself is marked when its files are gone, and not before: a removal that
// failed would never be tried again. A lock held during the removal was rejected: a slow disk would hold it.
//
// A claim and a create each write first and then look for the other's: the claim gives back what a task needs by then, and
// the create withdraws its task where it finds a claim (holdUpload, holdKeptDownload, holdResults). So no task begins with what is being removed.
import type { Queryable } from "../../shared/db/connect.ts";
import { PREVIEW_LIMITS } from "../../shared/limits/catalog.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import { outputPrefix, sourcePrefix, taskPrefix, workPrefix } from "../../shared/storage/task-keys.ts";
import {
  type DueFiles,
  type ExpiryKind,
  expiryKind,
  type Fragment,
  type RemovalKind,
} from "./expiry-kind.ts";

function itself(storageKey: string): readonly string[] {
  return [storageKey];
}

/** How long each kind of files is kept, by the operator's settings. */
export interface FileRetention {
  /** From the moment at which they are complete. */
  readonly uploadsMs: number;
  /** From their task's end, and so with the next. */
  readonly resultsMs: number;
  readonly workMs: number;
}

/**
 * That no open task names an object of the storage among its own, in the words of tasks_open_uploads_idx: an account may
 * have hundreds of thousands of open tasks.
 */
function isUnneeded(sql: Queryable, storageKey: Fragment): Fragment {
  return sql`
    not exists (select from tasks t where t.completed_at is null
      and t.request @? '$.**{1 to 2}.storageKey'
      and jsonb_path_query_array(t.request, '$.**{1 to 2}.storageKey') @> to_jsonb(${storageKey}))`;
}

/** A task whose clips are being rendered again names the job's folder. */
function isNoJobOfRenders(sql: Queryable, taskId: Fragment): Fragment {
  return isUnneeded(sql, sql`'tasks/' || ${taskId} || '/'`);
}

/** Intermediate files of ended tasks, and the sources that clips could be rendered from again. */
const workKind = (keptMs: number): ExpiryKind =>
  expiryKind({
    name: "work",
    targets: (taskId) => [workPrefix(taskId), sourcePrefix(taskId)],
    isUnneeded: isNoJobOfRenders,
    due: (sql, isUnclaimed) => sql`
    select id as subject from tasks
    where completed_at < now() - ${keptMs}::float8 * interval '1 millisecond'
      and work_removed_at is null and ${isUnclaimed(sql`tasks.id`)} and ${isNoJobOfRenders(sql, sql`tasks.id`)}
    order by completed_at`,
    mark: (sql, taskId) => sql`
    update tasks set work_removed_at = now() where id = ${taskId} and work_removed_at is null`,
  });

/** Everything of ended tasks, when their results have been kept long enough. */
const resultsKind = (keptMs: number): ExpiryKind =>
  expiryKind({
    name: "results",
    targets: (taskId) => [taskPrefix(taskId)],
    isUnneeded: isNoJobOfRenders,
    due: (sql, isUnclaimed) => sql`
    select id as subject from tasks
    where completed_at < now() - ${keptMs}::float8 * interval '1 millisecond'
      and files_removed_at is null and ${isUnclaimed(sql`tasks.id`)} and ${isNoJobOfRenders(sql, sql`tasks.id`)}
    order by completed_at`,
    mark: (sql, taskId) => sql`
    update tasks set files_removed_at = now() where id = ${taskId} and files_removed_at is null`,
  });

// An upload that may have parts is a subject by its key and, behind a space, the storage's name for them.
function uploadKeyOf(subject: string): string {
  return subject.split(" ")[0] ?? subject;
}

function uploadHandleOf(subject: string): string | undefined {
  return subject.split(" ")[1];
}

function markUploadRemoved(sql: Queryable, subject: string): Fragment {
  return sql`
    update uploads set removed_at = now() where storage_key = ${uploadKeyOf(subject)} and removed_at is null`;
}

/** The time of the last of so many uploads behind another time; null where there are fewer. */
async function selectWalkEnd(sql: Queryable, keptMs: number, after: Date | null): Promise<Date | null> {
  const [row] = await sql<{ created_at: Date }[]>`
    select created_at from uploads
    where created_at < now() - ${keptMs}::float8 * interval '1 millisecond' and removed_at is null
      ${after === null ? sql`` : sql`and created_at > ${after}`}
    order by created_at offset ${STORAGE_LIMITS.uploadsPerLook - 1} limit 1`;
  return row?.created_at ?? null;
}

/** Uploads of some time that have been kept long enough and that no open task needs; no task can be made of them any more. */
const uploadsBetween = (keptMs: number, after: Date | null, upTo: Date | null): ExpiryKind =>
  expiryKind({
    name: "uploads",
    targets: itself,
    isUnneeded,
    due: (sql, isUnclaimed) => sql`
    select u.storage_key as subject from uploads u
    where u.created_at < now() - ${keptMs}::float8 * interval '1 millisecond'
      ${after === null ? sql`` : sql`and u.created_at > ${after}`} ${upTo === null ? sql`` : sql`and u.created_at <= ${upTo}`}
      -- Those in parts may take days to come.
      and u.stored_at < now() - ${keptMs}::float8 * interval '1 millisecond'
      and u.removed_at is null and ${isUnclaimed(sql`u.storage_key`)} and ${isUnneeded(sql, sql`u.storage_key`)}
    order by u.created_at`,
    mark: markUploadRemoved,
  });

/**
 * The same of all times. Each claim looks at a bounded number and the next one goes on behind them: where a line of tasks
 * is longer than uploads are kept, tens of thousands are due that open tasks need, and to ask of each of them, which is a
 * look into the tasks of every period, takes longer than a statement may.
 */
function uploadsKind(keptMs: number): ExpiryKind {
  /** Up to where this walk has come; null before its beginning. */
  let walked: Date | null = null;
  const claimNext = async (sql: Queryable, limit: number): Promise<DueFiles[]> => {
    const after = walked;
    const upTo = await selectWalkEnd(sql, keptMs, after);
    walked = upTo;
    const claimed = await uploadsBetween(keptMs, after, upTo).claim(sql, limit);
    // There may be more of them here.
    if (claimed.length === limit) walked = after;
    return claimed;
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...uploadsBetween(keptMs, null, null),
    // One at a time: what several looked at together they all would find at the same place.
    claim(sql, limit) {
      const claimed = last.then(() => claimNext(sql, limit));
      last = claimed.catch(() => undefined);
      return claimed;
    },
  };
}

/** Announced uploads that were never stored: what lies there was placed by a process that died before it said so. */
const ANNOUNCEMENTS = expiryKind({
  name: "announcements",
  targets: (subject) => [uploadKeyOf(subject)],
  partsHandle: uploadHandleOf,
  announcedKey: uploadKeyOf,
  due: (sql, isUnclaimed) => sql`
    select concat_ws(' ', u.storage_key, u.parts_handle) as subject from uploads u
    where u.expires_at < now() - ${STORAGE_LIMITS.lateUploadMs + STORAGE_LIMITS.uploadMarginMs} * interval '1 millisecond'
      and u.removed_at is null and u.stored_at is null and ${isUnclaimed(sql`concat_ws(' ', u.storage_key, u.parts_handle)`)}
    order by u.expires_at`,
  mark: markUploadRemoved,
});

/** Selects removals that clients asked for, which stand among the claims themselves until they are done. */
function askedFor(sql: Queryable, kind: RemovalKind): Fragment {
  return sql`select f.subject from file_removals f where f.kind = ${kind} and f.retry_at <= now()`;
}

/** Everything of tasks that their accounts have removed, until no node can have been at work on them. */
export const DELETED_TASKS = expiryKind({
  name: "deleted-tasks",
  targets: (taskId) => [taskPrefix(taskId), outputPrefix(taskId)],
  due: (sql) => sql`${askedFor(sql, "deleted-tasks")} order by f.retry_at`,
  mark: (sql, taskId) => sql`
    update tasks set files_removed_at = coalesce(files_removed_at, now()),
      work_removed_at = coalesce(work_removed_at, now())
    where id = ${taskId}`,
  mayComeBack: (sql, taskId) => sql`exists (
    select from tasks t where t.id = ${taskId}
      and t.completed_at > now() - ${STORAGE_LIMITS.lateWritesMs} * interval '1 millisecond')`,
});

/** Uploads that their accounts have removed, until nobody can send anything to their addresses at the storage itself. */
export const DELETED_UPLOADS = expiryKind({
  name: "deleted-uploads",
  targets: (subject) => [uploadKeyOf(subject)],
  partsHandle: uploadHandleOf,
  due: (sql) => sql`
    ${askedFor(sql, "deleted-uploads")} and ${isUnneeded(sql, sql`split_part(f.subject, ' ', 1)`)}
    order by f.retry_at`,
  mark: markUploadRemoved,
  mayComeBack: (sql, subject, servesClients) => sql`(${servesClients} and exists (
    select from uploads u where u.storage_key = ${uploadKeyOf(subject)}
      and u.expires_at > now() - ${STORAGE_LIMITS.lateUploadMs} * interval '1 millisecond'))`,
});

/** That a removal, by its row, is of what was removed before and may come back: it is repeated, and has not failed. */
export function isRepeated(sql: Queryable): Fragment {
  return sql`
    case kind
      when ${DELETED_TASKS.name} then exists (select from tasks where id = subject and files_removed_at is not null)
      when ${DELETED_UPLOADS.name} then exists (
        select from uploads where storage_key = split_part(subject, ' ', 1) and removed_at is not null)
      else false end`;
}

/** Transcripts whose time is up; no job finds one by then. */
export const TRANSCRIPTS = expiryKind({
  name: "transcripts",
  targets: itself,
  due: (sql, isUnclaimed) => sql`
    select storage_key as subject from transcripts
    where expires_at < now() and ${isUnclaimed(sql`transcripts.storage_key`)} order by expires_at`,
  mark: (sql, storageKey) => sql`delete from transcripts where storage_key = ${storageKey}`,
});

/** Files that no template names any more, when no open task was made from the template. */
const DISCARDED = expiryKind({
  name: "discarded",
  targets: itself,
  due: (sql, isUnclaimed) => sql`
    select f.storage_key as subject from discarded_files f
    where f.discarded_at < now() - ${PREVIEW_LIMITS.discardedKeptMs} * interval '1 millisecond'
      and ${isUnclaimed(sql`f.storage_key`)}
      and not exists (select from tasks t where t.template_id = f.template_id and t.state in ('queued', 'running'))
    order by f.discarded_at`,
  mark: (sql, storageKey) => sql`delete from discarded_files where storage_key = ${storageKey}`,
});

/** Every kind of files whose time can be up. */
export function expiryKinds({ workMs, resultsMs, uploadsMs }: FileRetention): readonly ExpiryKind[] {
  return [
    workKind(workMs),
    resultsKind(resultsMs),
    uploadsKind(uploadsMs + STORAGE_LIMITS.uploadMarginMs),
    ANNOUNCEMENTS,
    TRANSCRIPTS,
    DISCARDED,
    DELETED_TASKS,
    DELETED_UPLOADS,
  ];
}

/** How many removals of a kind are under way or wait for another try, in all control planes. */
export async function countRemovals(sql: Queryable, kind: RemovalKind): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from file_removals where kind = ${kind}`;
  return row?.count ?? 0;
}

/** Notes files that no template names any more for removal: a task that was made from it may still need its logo. */
export async function insertDiscardedFiles(
  sql: Queryable,
  templateId: string,
  storageKeys: readonly string[],
): Promise<void> {
  await sql`
    insert into discarded_files (storage_key, template_id)
    select unnest(${storageKeys as string[]}::text[]), ${templateId} on conflict do nothing`;
}

/** Takes files back that are named again, also where their removal failed before. */
export async function deleteDiscardedFiles(sql: Queryable, storageKeys: readonly string[]): Promise<void> {
  await sql`
    with kept as (
      delete from file_removals where kind = 'discarded' and subject = any (${storageKeys as string[]})
    )
    delete from discarded_files where storage_key = any (${storageKeys as string[]})`;
}
