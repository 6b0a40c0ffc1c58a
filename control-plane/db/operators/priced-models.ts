// SQL of lists that only operators see: models with what they cost.
import type { Queryable } from "../../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import type { RowRange } from "../operator-actions.ts";

export interface PricedModelRow {
  readonly slug: string;
  readonly title: string;
  readonly subtitle: string;
  readonly capability: string;
  readonly model_tiers: readonly string[];
  /** What the model announces, and what an operator has set, by tier. */
  readonly own_prices: Readonly<Record<string, string>>;
  readonly set_prices: Readonly<Record<string, string>>;
  /** Living nodes that offer it. */
  readonly nodes: readonly string[];
  /** Since when no node offers it any more; null while one does, or where nobody knows. */
  readonly offered_at: Date | null;
}

/** Models that any node ever brought, by title. */
export async function selectPricedModels(
  sql: Queryable,
  { limit, offset }: RowRange,
): Promise<PricedModelRow[]> {
  return sql<PricedModelRow[]>`
    select m.slug, m.title, m.subtitle, m.capability, m.model_tiers,
      case jsonb_typeof(m.tier_prices) when 'object' then m.tier_prices else '{}' end as own_prices,
      coalesce((select jsonb_object_agg(p.tier, p.moods::text) from model_prices p where p.model = m.slug), '{}') as set_prices,
      array(select l.id from worker_leases l where m.slug = any (l.models)
        and l.renewed_at > now() - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond' order by l.id) as nodes,
      (select o.offered_at from model_offers o where o.model = m.slug) as offered_at
    from models m order by m.title, m.slug limit ${limit} offset ${offset}`;
}

/** How many models are known, whether a node offers them now or not. */
export async function countModels(sql: Queryable): Promise<number> {
  const [row] = await sql<{ models: number }[]>`select count(*)::int as models from models`;
  return row?.models ?? 0;
}
