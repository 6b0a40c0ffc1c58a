// SQL that tells which stored files no row names: a process that died between a file and its row left them, or a node
// that was thought lost wrote them after its task's files had gone.
import type { Queryable } from "../../shared/db/connect.ts";
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import { PLAN_END } from "../../shared/storage/task-keys.ts";
import { TERMINAL_STATES } from "../../shared/tasks/task-states.ts";

/** Where a search goes on. */
export interface OrphanSearch {
  /** The last key that was looked at; empty at the front. */
  readonly after: string;
}

/**
 * The daily search, where it is due; it is this process's to do for a while then. It is not in the first day of an
 * appliance. One that is not ended, since it failed or its process died, is due again when its claim has run out, and goes
 * on where it was, and so is one that stands further ahead than any: the clock was set back meanwhile.
 */
export async function claimOrphanSearch(sql: Queryable): Promise<OrphanSearch | undefined> {
  const { orphanSearchMs, orphanClaimMs } = STORAGE_LIMITS;
  const [search] = await sql<(OrphanSearch & { attempts: number })[]>`
    insert into orphan_search (due_at) values (now() + ${orphanSearchMs} * interval '1 millisecond')
    on conflict (id) do update set attempts = orphan_search.attempts + 1,
      due_at = now() + ${orphanClaimMs} * interval '1 millisecond'
      where orphan_search.due_at <= now()
        or orphan_search.due_at > now() + ${orphanSearchMs + orphanClaimMs} * interval '1 millisecond'
    returning attempts, after_key as after`;
  return search !== undefined && search.attempts > 0 ? { after: search.after } : undefined;
}

/** Notes that the search has come to this key; its claim goes on. */
export async function advanceOrphanSearch(sql: Queryable, key: string): Promise<void> {
  await sql`
    update orphan_search set attempts = 1, after_key = ${key},
      due_at = now() + ${STORAGE_LIMITS.orphanClaimMs} * interval '1 millisecond'`;
}

/** Notes that the search has come to its end; the next one, a day later, begins at the front. */
export async function endOrphanSearch(sql: Queryable): Promise<void> {
  await sql`
    update orphan_search set attempts = 0, after_key = '',
      due_at = now() + ${STORAGE_LIMITS.orphanSearchMs} * interval '1 millisecond'`;
}

/**
 * Those of the keys that no row names. Of an operator's own files nothing is said. Outputs are kept for as long as their
 * tasks, which no age of theirs would show: only those are told of whose task is there, has ended, and has another output,
 * or none. Plans of clips are named by outputs, and stay with any. Those of no task go with their period. In the same way
 * only those previews are told of whose template shows or awaits a later one: a node that was cut off in their making left
 * them.
 */
export async function selectOrphans(sql: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select key from unnest(${keys as string[]}::text[]) as k (key)
    where case split_part(key, '/', 1)
      when 'uploads' then not exists (
        select from uploads u where u.storage_key = key and u.removed_at is null)
      when 'tasks' then not exists (
        select from tasks t where t.id = split_part(key, '/', 2) and t.files_removed_at is null)
      when 'outputs' then exists (
        select from tasks t where t.id = split_part(key, '/', 3) and t.state = any (${TERMINAL_STATES as string[]})
          and case when key like ${`%${PLAN_END}`} then t.output_key is null and t.output is null
            else t.output_key is distinct from key end)
      when 'transcripts' then not exists (select from transcripts t where t.storage_key = key)
      when 'templates' then exists (
        select from templates t, lateral (select substring(t.media_url from '/(prv_[0-9a-z]+)/') as shown_id) s
        where t.id = split_part(key, '/', 2) and split_part(key, '/', 3) like 'prv\_%'
          and split_part(key, '/', 3) not in (coalesce(t.preview_id, ''), coalesce(s.shown_id, ''))
          and split_part(key, '/', 3) < greatest(t.preview_id, s.shown_id) collate "C")
      else false end`;
  return rows.map((row) => row.key);
}
