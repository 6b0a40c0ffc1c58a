// SQL of removing what is an ended task's: its row tells nothing of its footage any more from the same statement on that
// has its files removed, by whichever process. Of a cancelled task it never did.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { MediaSource } from "../../../shared/tasks/media-source.ts";
import { TERMINAL_STATES } from "../../../shared/tasks/task-states.ts";
import { DELETED_TASKS } from "../expired-files.ts";
import { insertRemovals } from "../expiry-kind.ts";

export interface DeletedTask {
  /** Of a video job. */
  readonly source: MediaSource | null;
}

/**
 * Takes output and result out of an ended task's row, and has its files removed: by the caller now, or else by a sweep.
 * Undefined where the task has not ended. What was deleted before is so again, at the same time.
 */
export async function deleteTaskRow(sql: Queryable, taskId: string): Promise<DeletedTask | undefined> {
  const [row] = await sql<DeletedTask[]>`
    with deleted as (
      update tasks set deleted_at = coalesce(deleted_at, now()), output = null, output_key = null, result = '[]',
        updated_at = case when deleted_at is null then now() else updated_at end
      where id = ${taskId} and state = any (${TERMINAL_STATES as string[]})
      returning id, request
    ), noted as (
      ${insertRemovals(sql, DELETED_TASKS, sql`select id as subject from deleted`)}
    )
    select request -> 'source' as source from deleted`;
  return row;
}

/**
 * Has a sweep remove the files of a task that was cancelled: no read tells of them. Not at once, since its node hears of
 * the end with its next beat; what it still writes then goes as well, as after a deletion.
 */
export async function removeFilesOfCancelled(sql: Queryable, taskId: string): Promise<void> {
  await insertRemovals(sql, DELETED_TASKS, sql`select ${taskId}::text as subject`);
}
