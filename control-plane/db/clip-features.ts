// What finished clips were scored from, for fitting the virality model. It reads every finished clip job once: there is
// no index on clips inside outputs, since only this command of the operator's looks for them.
import type { Queryable } from "../../shared/db/connect.ts";

export interface ClipFeatures {
  readonly clip_id: string;
  readonly task_id: string;
  /** Null of clips that were made before features were kept. */
  readonly features: { readonly version: number; readonly values: readonly (number | null)[] } | null;
}

/** Those of the given clips that are there. */
export async function findClipFeatures(sql: Queryable, clipIds: readonly string[]): Promise<ClipFeatures[]> {
  return sql<ClipFeatures[]>`
    select clip ->> 'id' as clip_id, tasks.id as task_id, clip -> 'features' as features
    from tasks cross join lateral jsonb_array_elements(tasks.output -> 'clips') as clip
    where tasks.kind = 'clip' and jsonb_typeof(tasks.output -> 'clips') = 'array'
      and clip ->> 'id' = any(${clipIds as string[]})
    order by 1`;
}
