// SQL of files that nothing names any more: of templates, and of tasks that are gone. They wait for their removal here,
// since a task that was made from a template may still need its logo, and since what goes in a transaction with its rows
// is neither lost nor removed too early.
import type { Queryable } from "../../shared/db/connect.ts";
import { outputStretches, STRETCH_MS } from "../../shared/storage/task-keys.ts";

/** Notes files for removal. */
export async function insertDiscardedFiles(
  sql: Queryable,
  templateId: string,
  storageKeys: readonly string[],
): Promise<void> {
  await sql`
    insert into discarded_files (storage_key, template_id)
    select unnest(${storageKeys as string[]}::text[]), ${templateId} on conflict do nothing`;
}

/** A period whose tasks are dropped. */
export interface DroppedPeriod {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Whether there are no tasks of the time right before it any more. */
  readonly isPreviousGone: boolean;
}

/**
 * Notes for removal the outputs of all tasks that were created in a period. Call it in the transaction that drops their
 * rows. Those of the minutes around its ends lie in one folder with others', which goes when both periods are gone.
 */
export async function insertDiscardedOutputs(sql: Queryable, period: DroppedPeriod): Promise<void> {
  const { startsAt, endsAt, isPreviousGone } = period;
  const from = new Date(startsAt.getTime() - (isPreviousGone ? STRETCH_MS : 0));
  await sql`
    insert into discarded_files (storage_key)
    select unnest(${outputStretches(from, endsAt)}::text[]) on conflict do nothing`;
}

/** Takes files back that are named again, also where their removal failed before. */
export async function deleteDiscardedFiles(sql: Queryable, storageKeys: readonly string[]): Promise<void> {
  await sql`
    with kept as (
      delete from file_removals where kind = 'discarded' and subject = any (${storageKeys as string[]})
    )
    delete from discarded_files where storage_key = any (${storageKeys as string[]})`;
}
