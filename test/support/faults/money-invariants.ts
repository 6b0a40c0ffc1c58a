// Invariants of the ledger: what was charged and given back, of accounts and of tasks, withdrawn ones too.
import type { DatabaseEvidence } from "./counter-invariants.ts";

export async function balancesThatDiffer({ bed: { sql } }: DatabaseEvidence): Promise<string[]> {
  const rows = await sql<{ id: string; granted: string; used: string; in: string; out: string }[]>`
    select a.id, a.moods_granted as granted, a.moods_used as used,
      coalesce(sum(l.moods) filter (where l.kind in ('grant', 'adjustment')), 0) as in,
      coalesce(sum(case l.kind when 'charge' then l.moods when 'refund' then -l.moods end), 0) as out
    from accounts a left join ledger_entries l on l.account_id = a.id group by a.id
    having a.moods_used <> coalesce(sum(case l.kind when 'charge' then l.moods when 'refund' then -l.moods end), 0)
      or a.moods_granted <> coalesce(sum(l.moods) filter (where l.kind in ('grant', 'adjustment')), 0)`;
  return rows.map(
    (row) => `${row.id} has used ${row.used} of ${row.granted}, its ledger says ${row.out} of ${row.in}`,
  );
}

export async function tasksChargedWrongly({ bed: { sql } }: DatabaseEvidence): Promise<string[]> {
  const rows = await sql<
    { id: string; charges: number; refunds: number; charged: string; refunded: string }[]
  >`
    select t.id, count(*) filter (where l.kind = 'charge')::int as charges,
      count(*) filter (where l.kind = 'refund')::int as refunds,
      t.charged_moods as charged, t.refunded_moods as refunded
    from tasks t left join ledger_entries l on l.task_id = t.id group by t.id
    having count(*) filter (where l.kind = 'charge') <> 1 or count(*) filter (where l.kind = 'refund') > 1
      or coalesce(sum(l.moods) filter (where l.kind = 'charge'), 0) <> t.charged_moods
      or coalesce(sum(l.moods) filter (where l.kind = 'refund'), 0) <> t.refunded_moods
      or t.refunded_moods > t.charged_moods`;
  return rows.map(
    (row) =>
      `${row.id} (${row.charged} charged, ${row.refunded} back) has ${row.charges} charges and ${row.refunds} refunds`,
  );
}

/** Of a task that was withdrawn, because its creation was not answered with 201, nothing is left but two entries. */
export async function withdrawalsChargedWrongly({ bed: { sql } }: DatabaseEvidence): Promise<string[]> {
  const rows = await sql<{ id: string; kinds: string }[]>`
    select l.task_id as id, string_agg(l.kind || ' ' || l.moods, ', ' order by l.id) as kinds from ledger_entries l
    where l.task_id is not null and not exists (select from tasks t where t.id = l.task_id)
    group by l.task_id
    having sum(case l.kind when 'charge' then l.moods else -l.moods end) <> 0 or count(*) > 2`;
  return rows.map((row) => `${row.id} is gone and has ${row.kinds}`);
}
