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
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { outputPrefix, sourcePrefix, taskPrefix, workPrefix } from "../../shared/storage/task-keys.ts";

/** Something whose files are due, as one claim returned it. */
export interface DueFiles {
  /** What is marked when they are gone: a task's id, or the key of a file. */
  readonly subject: string;
  /** Claims so far, this one counted. */
  readonly attempts: number;
}

/** One kind of files with a time of their own. */
export interface ExpiryKind {
  readonly name: string;
  /** The keys or prefixes that a subject's files have. */
  readonly targets: (subject: string) => readonly string[];
  /** The parts that a subject may have beside, by the storage's name for them. */
  readonly partsHandle?: (subject: string) => string | undefined;
  /** Claims up to `limit` things that are due, oldest first. */
  readonly claim: (sql: Queryable, limit: number) => Promise<DueFiles[]>;
  /** Notes that a thing's files are gone; where some may still come they are removed again later, as after a failure. */
  readonly markGone: (
    sql: Queryable,
    subject: string,
    storage: Pick<ObjectStorage, "servesClients">,
  ) => Promise<unknown>;
  /** Notes that a thing that was claimed is not due after all. */
  readonly release: (sql: Queryable, subject: string) => Promise<unknown>;
  /** The key of an upload that a subject announces: its content may have come without anybody noticing. */
  readonly announcedKey?: (subject: string) => string;
}

type Fragment = ReturnType<Queryable>;

interface KindStatements {
  readonly name: string;
  readonly targets: (subject: string) => readonly string[];
  readonly partsHandle?: (subject: string) => string | undefined;
  readonly announcedKey?: (subject: string) => string;
  /** That no open task needs what a subject names; not given where none can. */
  readonly isUnneeded?: (sql: Queryable, subject: Fragment) => Fragment;
  /** Selects `subject` of what is due and `isUnclaimed`, in its order. */
  readonly due: (sql: Queryable, isUnclaimed: (subject: Fragment) => Fragment) => Fragment;
  readonly mark: (sql: Queryable, subject: string) => Fragment;
  /** Tells whether files of a subject may come after they were removed; never, where this is not given. */
  readonly mayComeBack?: (sql: Queryable, subject: string, servesClients: boolean) => Fragment;
}

function expiryKind(kind: KindStatements): ExpiryKind {
  const { name, due, mark, isUnneeded, mayComeBack = (sql) => sql`false` } = kind;
  const { firstRemovalRetryMs, maxRemovalRetryMs } = STORAGE_LIMITS;
  /** Gives back what a task needs that came while it was claimed; of what was claimed before, files may be gone. */
  const giveBack = async (sql: Queryable, claimed: readonly DueFiles[]): Promise<ReadonlySet<string>> => {
    const fresh = claimed.filter(({ attempts }) => attempts === 1).map(({ subject }) => subject);
    if (isUnneeded === undefined || fresh.length === 0) return new Set();
    const rows = await sql<{ subject: string }[]>`
      delete from file_removals r
      where r.kind = ${name} and r.subject = any (${fresh}) and not ${isUnneeded(sql, sql`r.subject`)}
      returning r.subject`;
    return new Set(rows.map(({ subject }) => subject));
  };
  return {
    ...kind,
    async claim(sql, limit) {
      const isUnclaimed = (subject: Fragment): Fragment => sql`
        not exists (select from file_removals r where r.kind = ${name} and r.subject = ${subject} and r.retry_at > now())`;
      const claimed = await sql<DueFiles[]>`
        with due as (${due(sql, isUnclaimed)} limit ${limit} for update skip locked)
        insert into file_removals (kind, subject, attempts, retry_at)
        select ${name}, subject, 1, now() + ${firstRemovalRetryMs} * interval '1 millisecond' from due
        on conflict (kind, subject) do update set
          attempts = file_removals.attempts + 1,
          retry_at = now() + interval '1 millisecond' * least(${maxRemovalRetryMs}::float8,
            ${firstRemovalRetryMs}::float8 * power(2, least(file_removals.attempts, 30)))
        where file_removals.retry_at <= now()
        returning subject, attempts`;
      const needed = await giveBack(sql, claimed);
      return claimed.filter(({ subject }) => !needed.has(subject));
    },
    release: (sql, subject) => sql`delete from file_removals where kind = ${name} and subject = ${subject}`,
    markGone: (sql, subject, { servesClients }) => sql`
      with gone as (
        delete from file_removals
        where kind = ${name} and subject = ${subject} and not ${mayComeBack(sql, subject, servesClients)})
      ${mark(sql, subject)}`,
  };
}

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

/** Uploads that have been kept long enough and that no open task needs; no task can be made of them any more. */
const uploadsKind = (keptMs: number): ExpiryKind =>
  expiryKind({
    name: "uploads",
    targets: itself,
    isUnneeded,
    due: (sql, isUnclaimed) => sql`
    select u.storage_key as subject from uploads u
    where u.created_at < now() - ${keptMs}::float8 * interval '1 millisecond'
      -- Those in parts may take days to come.
      and u.stored_at < now() - ${keptMs}::float8 * interval '1 millisecond'
      and u.removed_at is null and ${isUnclaimed(sql`u.storage_key`)} and ${isUnneeded(sql, sql`u.storage_key`)}
    order by u.created_at`,
    mark: markUploadRemoved,
  });

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
function askedFor(sql: Queryable, kind: string): Fragment {
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
export async function countRemovals(sql: Queryable, kind: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from file_removals where kind = ${kind}`;
  return row?.count ?? 0;
}
