// Invariants of what is counted and of where work waits: totals that statements keep beside the rows that they count,
// and the one place that every open task has. All of it holds at every moment that a statement may see.
import type { Sql } from "../../../shared/db/connect.ts";

/** What these ask of a bed, so that tests and benchmarks without one may ask the same of their database. */
export interface DatabaseEvidence {
  readonly bed: { readonly sql: Sql };
}

export async function taskCountsThatDiffer({ bed: { sql } }: DatabaseEvidence): Promise<string[]> {
  const rows = await sql<{ what: string; counted: string; told: string }[]>`
    with counted as (
      select account_id, kind, state, count(*) as tasks from tasks group by account_id, kind, state
    ), told as (
      select account_id, kind, state, sum(tasks) as tasks from task_counts group by account_id, kind, state
    )
    select format('%s %s tasks of %s', kind, state, account_id) as what, coalesce(counted.tasks, 0) as counted,
      coalesce(told.tasks, 0) as told
    from counted full join told using (account_id, kind, state)
    where coalesce(counted.tasks, 0) <> coalesce(told.tasks, 0)`;
  return rows.map((row) => `there are ${row.counted} ${row.what}, the counters say ${row.told}`);
}

export async function waitingSharesThatDiffer({ bed: { sql } }: DatabaseEvidence): Promise<string[]> {
  const rows = await sql<{ what: string; counted: string; told: string }[]>`
    with counted as (
      select queue_job, account_id, count(*) as tasks, max(ticket) as ticket from waiting_tasks
      group by queue_job, account_id
    )
    select format('%s for %s', s.account_id, s.queue_job) as what,
      format('%s, up to ticket %s', coalesce(c.tasks, 0), coalesce(c.ticket, 0)) as counted,
      format('%s, up to ticket %s', coalesce(s.waiting, 0), coalesce(s.last_ticket, 0)) as told
    from counted c full join waiting_shares s using (queue_job, account_id)
    where coalesce(c.tasks, 0) <> coalesce(s.waiting, 0) or coalesce(c.ticket, 0) > coalesce(s.last_ticket, 0)`;
  return rows.map((row) => `${row.counted} wait of ${row.what}, its share says ${row.told}`);
}

/** A queue job stays while a node works on it, and a moment longer; what stands in line stands nowhere else. */
export async function tasksWithoutOnePlace({ bed: { sql } }: DatabaseEvidence): Promise<string[]> {
  const rows = await sql<{ id: string; state: string; places: string[] }[]>`
    select id, state, places from (
      select t.id, t.state, array_remove(array[
        case when exists (select from waiting_tasks w where w.task_id = t.id) then 'line' end,
        case when exists (select from graphile_worker._private_jobs j where j.key = t.id) then 'queue' end,
        case when exists (select from reported_runs p where p.task_id = t.id and p.run_id = t.current_run_id)
          then 'report' end,
        case when exists (select from runs r join worker_leases l on l.id = r.node_id
          where r.task_id = t.id and r.id = t.current_run_id and r.state = 'running') then 'node' end], null) as places
      from tasks t where t.state in ('queued', 'running')
    ) open
    where cardinality(places) = 0 or cardinality(places) > 1 and 'line' = any (places)`;
  return rows.map(
    (row) => `${row.id} is ${row.state} and has its place in: ${row.places.join(", ") || "none"}`,
  );
}

/** A withdrawn task's charge is taken back from the sums; all others stay as the ledger has them. */
export async function chargeSumsThatDiffer({ bed: { sql } }: DatabaseEvidence): Promise<string[]> {
  const rows = await sql<{ id: string; ledger: string; seconds: string; hours: string }[]>`
    with ledger as (
      select t.account_id, t.kind, count(*) as tasks, sum(t.base_moods) as base, sum(l.moods) as charged
      from ledger_entries l join tasks t on t.id = l.task_id where l.kind = 'charge' group by t.account_id, t.kind
    ), seconds as (
      select account_id, kind, sum(tasks) as tasks, sum(base_moods) as base, sum(charged_moods) as charged
      from charge_seconds group by account_id, kind
    ), hours as (
      select account_id, kind, sum(tasks) as tasks, sum(base_moods) as base, sum(charged_moods) as charged
      from charge_hours group by account_id, kind
    ), told as (
      select account_id, kind,
        format('%s tasks for %s of %s', coalesce(l.tasks, 0), coalesce(l.charged, 0.0000), coalesce(l.base, 0.0000)) as ledger,
        format('%s tasks for %s of %s', coalesce(s.tasks, 0), coalesce(s.charged, 0.0000), coalesce(s.base, 0.0000)) as seconds,
        format('%s tasks for %s of %s', coalesce(h.tasks, 0), coalesce(h.charged, 0.0000), coalesce(h.base, 0.0000)) as hours
      from ledger l full join seconds s using (account_id, kind) full join hours h using (account_id, kind)
    )
    select account_id || ' ' || kind as id, ledger, seconds, hours from told
    where ledger <> seconds or ledger <> hours`;
  return rows.map(
    (row) => `${row.id}: the ledger has ${row.ledger}, the seconds ${row.seconds}, the hours ${row.hours}`,
  );
}

/** What waits of tasks that have ended, once no work is under way. */
export async function placesWithoutWork({ bed: { sql } }: DatabaseEvidence): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select format('%s stands in line and has ended', w.task_id) as what from waiting_tasks w
    where not exists (select from tasks t where t.id = w.task_id and t.completed_at is null)
    union all
    select format('the report of %s is left after %s tries', run_id, attempts) from reported_runs`;
  return rows.map((row) => row.what);
}
