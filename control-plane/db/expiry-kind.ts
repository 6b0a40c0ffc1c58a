// Makes a kind of files with a time of their own from its statements: claims what is due, gives back what a task needs by
// then, and notes what is gone (see expired-files.ts).
import type { Queryable } from "../../shared/db/connect.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";

/** Under which names removals stand in file_removals. */
export type RemovalKind =
  | "work"
  | "results"
  | "uploads"
  | "announcements"
  | "transcripts"
  | "discarded"
  | "deleted-tasks"
  | "deleted-uploads";

/** Something whose files are due, as one claim returned it. */
export interface DueFiles {
  /** What is marked when they are gone: a task's id, or the key of a file. */
  readonly subject: string;
  /** Claims so far, this one counted. */
  readonly attempts: number;
}

/** One kind of files with a time of their own. */
export interface ExpiryKind {
  readonly name: RemovalKind;
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

export type Fragment = ReturnType<Queryable>;

export interface KindStatements {
  readonly name: RemovalKind;
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

/** That a subject's removal has not begun, as any of these kinds. */
export function isUntouched(sql: Queryable, kinds: readonly RemovalKind[], subject: Fragment): Fragment {
  return sql`
    not exists (select from file_removals r where r.kind = any (${kinds as RemovalKind[]}) and r.subject = ${subject})`;
}

/** From a claim to the next, by how many came before it. */
function pauseAfter(sql: Queryable, claims: Fragment): Fragment {
  const { firstRemovalRetryMs, maxRemovalRetryMs } = STORAGE_LIMITS;
  return sql`interval '1 millisecond'
    * least(${maxRemovalRetryMs}::float8, ${firstRemovalRetryMs}::float8 * power(2, least(${claims}, 30)))`;
}

/**
 * Inserts what has been removed for good, for whoever removes its files: the caller now, or else a sweep a little later.
 * @param subjects selects the column `subject`
 */
export function insertRemovals(sql: Queryable, { name }: ExpiryKind, subjects: Fragment): Fragment {
  return sql`
    insert into file_removals (kind, subject, attempts, retry_at)
    select ${name}, subject, 1, now() + ${pauseAfter(sql, sql`0`)}
    from (${subjects}) removed
    on conflict (kind, subject) do nothing`;
}

/**
 * Makes removals of a kind due that would be claimed later than even the claim after the next may be: the clock was set
 * back meanwhile. A bounded number, and the rest with the next call. Returns how many.
 */
export async function hastenRemovals(sql: Queryable, kind: RemovalKind): Promise<number> {
  const result = await sql`
    update file_removals set retry_at = now() where kind = ${kind} and subject = any (array(
      select subject from file_removals where kind = ${kind} and retry_at > now() + ${pauseAfter(sql, sql`attempts`)}
      limit ${STORAGE_LIMITS.removalsHastened} for update skip locked))`;
  return result.count;
}

/** A kind by its statements. */
export function expiryKind(kind: KindStatements): ExpiryKind {
  const { name, due, mark, isUnneeded, mayComeBack = (sql) => sql`false` } = kind;
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
        select ${name}, subject, 1, now() + ${pauseAfter(sql, sql`0`)} from due
        on conflict (kind, subject) do update set
          attempts = file_removals.attempts + 1,
          retry_at = now() + ${pauseAfter(sql, sql`file_removals.attempts`)}
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
