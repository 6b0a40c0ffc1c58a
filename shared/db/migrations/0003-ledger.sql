-- The ledger: every mood that was granted, charged, refunded or adjusted.

-- Append-only: what happened to an account's moods. Amounts are positive; the kind says which way they went. It
-- remembers what no task stands for any more, so that it references none; that a task is refunded once is kept by
-- tasks.refunded_moods, in the statement that writes the entry.
create sequence ledger_entry_ids;
create table ledger_entries (
  id bigint not null default nextval('ledger_entry_ids'),
  account_id text not null,
  kind text not null check (kind in ('grant', 'charge', 'refund', 'adjustment')),
  moods numeric(18, 4) not null,
  task_id text collate "C",
  note text,
  created_at timestamptz(3) not null default now(),
  primary key (created_at, id),
  constraint ledger_entries_moods_sign check (kind = 'adjustment' or moods >= 0),
  constraint ledger_entries_task check ((task_id is not null) = (kind in ('charge', 'refund')))
) partition by range (created_at);
create table ledger_entries_default partition of ledger_entries default;
create index ledger_entries_account_idx on ledger_entries (account_id, created_at, id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are never changed or removed';
end $$;
-- A trigger for rows is one of every partition, too.
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
-- Truncation fires no trigger for rows.
create trigger ledger_entries_not_truncated before truncate on ledger_entries
  for each statement execute function refuse_ledger_change();
create trigger ledger_entries_not_truncated before truncate on ledger_entries_default
  for each statement execute function refuse_ledger_change();

-- All accounts' moods by kind of entry, counted up by whatever statement writes entries, so that nobody sums up the
-- ledger to see how much was charged. Only entries are looked at: compared with the sums of the accounts' own totals,
-- they say within seconds that a statement wrote one without the other.
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

create trigger ledger_entries_counted after insert on ledger_entries referencing new table as new_entries
  for each statement execute function count_ledger_entries();
insert into ledger_totals (kind, slot, moods) values ('grant', 0, 0), ('charge', 0, 0), ('refund', 0, 0), ('adjustment', 0, 0);
