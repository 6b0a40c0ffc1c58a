-- All accounts' moods by kind of entry, counted up by whatever statement writes entries, so that nobody sums up the ledger
-- to see how much was charged. Only entries are looked at: compared with the sums of the accounts' own totals, they say
-- within seconds that a statement wrote one without the other.
--
-- The sum over the slots is the number. A statement takes any slot that nobody holds, and a new one where all are held:
-- nobody waits for another's commit, so that this closes no circle of locks with those of accounts.
create table ledger_totals (
  kind text not null,
  slot integer not null,
  moods numeric(24, 4) not null,
  primary key (kind, slot)
) with (fillfactor = 50);

create function count_ledger_entries() returns trigger
language plpgsql security definer set search_path from current as $$
declare
  entry record;
begin
  for entry in select kind, sum(moods) as moods from new_entries group by kind order by kind loop
    update ledger_totals t set moods = t.moods + entry.moods
    where t.kind = entry.kind and t.slot = (
      select free.slot from ledger_totals free where free.kind = entry.kind limit 1 for update skip locked);
    if not found then
      insert into ledger_totals as t (kind, slot, moods)
      values (entry.kind, floor(random() * 2147483647)::integer, entry.moods)
      on conflict (kind, slot) do update set moods = t.moods + excluded.moods;
    end if;
  end loop;
  return null;
end $$;

-- From here on nobody writes entries until this is committed, and all that were written are in the accounts' totals.
create trigger ledger_entries_counted after insert on ledger_entries referencing new table as new_entries
  for each statement execute function count_ledger_entries();

-- What was before: adjustments among the grants, and charges without what was refunded of them. The entries themselves
-- would take minutes to read, during which nobody could write any.
insert into ledger_totals (kind, slot, moods)
select kind, 0, moods from (
  select 'grant' as kind, coalesce(sum(moods_granted), 0) as moods from accounts
  union all select 'charge', coalesce(sum(moods_used), 0) from accounts
  union all select 'refund', 0
  union all select 'adjustment', 0
) before
on conflict (kind, slot) do nothing;

-- The span of the request that created a task (W3C Trace Context), below which its runs and its webhook are traced; null
-- where nothing was traced.
alter table tasks add column traceparent text;
