// SQL of watching an account's tasks: how often its newest have changed, which is the little that the console's streams
// ask for all the time. Each kind and state of which there are tasks brings its newest by tasks_list_idx, so that a million
// tasks cost no more; of those of which the counters say that there are none, no period's index is asked.
import type { Queryable } from "../../../shared/db/connect.ts";
import { TASK_KIND_NAMES } from "../../../shared/tasks/task-kinds.ts";
import { TERMINAL_STATES } from "../../../shared/tasks/task-states.ts";

export interface AccountTaskRevision {
  readonly account_id: string;
  readonly id: string;
  readonly revision: number;
  /** Of the current run of a task that has not ended; null otherwise. */
  readonly run_revision: number | null;
}

/** @param open tasks of each kind and state that have not ended, the newest; @param ended those that have */
export async function selectAccountTaskRevisions(
  sql: Queryable,
  accountIds: readonly string[],
  { open, ended }: { readonly open: number; readonly ended: number },
): Promise<AccountTaskRevision[]> {
  return sql<AccountTaskRevision[]>`
    select a.id as account_id, t.id, t.revision, r.revision as run_revision
    from unnest(${accountIds as string[]}::text[]) as a (id)
    cross join lateral (
      select kind, state from task_counts where account_id = a.id and kind = any (${TASK_KIND_NAMES as string[]})
      group by kind, state having sum(tasks) > 0
    ) s
    cross join lateral (
      select id, revision, current_run_id from tasks where account_id = a.id and kind = s.kind and state = s.state
      order by id collate "POSIX" desc
      limit case when s.state = any (${TERMINAL_STATES as string[]}) then ${ended}::int else ${open}::int end
    ) t
    left join lateral (
      select revision from runs where task_id = t.id and id = t.current_run_id
        and s.state <> all (${TERMINAL_STATES as string[]}) limit 1
    ) r on true`;
}
