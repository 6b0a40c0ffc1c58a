-- Tables that grow for ever lie in partitions, each of one period of time. All of them have the same periods, so that
-- what belongs together goes together: tasks with their runs and deliveries, seconds of usage with those of charges.
-- Periods are made ahead. What none covers lies in a table's default partition, where it is found all the same, until its
-- period has a partition: then it is moved there.

create table periods (
  starts_at timestamptz(0) primary key,
  ends_at timestamptz(0) not null unique,
  -- When tasks with all that is theirs, and when seconds of usage, had been kept long enough and went.
  tasks_dropped_at timestamptz(3),
  usage_dropped_at timestamptz(3),
  check (ends_at > starts_at)
);

create table period_tables (
  table_name text primary key,
  key_column text not null,
  -- Of ids, which begin with their time; null where the key is a time itself.
  id_prefix text
);
insert into period_tables (table_name, key_column, id_prefix) values
  ('tasks', 'id', 'task'),
  ('runs', 'task_id', 'task'),
  ('webhook_deliveries', 'task_id', 'task'),
  ('ledger_entries', 'created_at', null),
  ('usage_seconds', 'second', null),
  ('charge_seconds', 'second', null);

-- What all ids of this prefix that are made at this time or later are not below: 48 bits of milliseconds in Crockford's
-- base32, as shared/ids.ts writes them. Ids compare by bytes.
create function id_floor(prefix text, at timestamptz) returns text
language sql immutable strict parallel safe as $$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', ((time_ms >> (5 * digit)) & 31)::integer + 1, 1), '' order by digit desc)
  from (select floor(extract(epoch from at) * 1000)::bigint as time_ms) t, generate_series(0, 9) as digit
$$;

create function period_partition(table_name text, starts_at timestamptz) returns text
language sql immutable strict parallel safe as $$
  select table_name || '_p' || to_char(starts_at at time zone 'UTC', 'YYYYMMDD')
$$;

-- Plans periods of this width until enough time lies ahead, and returns what is missing of the partitions of the
-- current one and of those ahead; of earlier ones where rows lie by default, where some were moved, and where the
-- partition is missing that would go together with another one. Another width holds from the next new period on.
create function plan_periods(width_days integer)
returns table (table_name text, starts_at timestamptz) language plpgsql as $$
declare
  width interval := make_interval(hours => 24 * width_days);
  planned_until timestamptz;
  start timestamptz;
begin
  perform pg_advisory_xact_lock(7022211309);
  loop
    select max(p.ends_at) into planned_until from periods p;
    exit when planned_until >= now() + greatest(2 * width, interval '168 hours');
    -- The first one begins a day early: other clocks may be behind.
    start := greatest(planned_until, date_trunc('day', now(), 'UTC') - interval '24 hours');
    insert into periods (starts_at, ends_at) values (start, start + width);
  end loop;
  return query
    select t.table_name, p.starts_at::timestamptz from periods p cross join period_tables t
    where to_regclass(period_partition(t.table_name, p.starts_at)) is null
      and (p.ends_at > now() or has_default_rows(t.table_name, p.starts_at)
        or to_regclass(period_partition(t.table_name, p.starts_at) || '_begun') is not null
        or to_regclass(period_partition(case t.table_name when 'runs' then 'tasks' when 'webhook_deliveries' then 'tasks'
          when 'charge_seconds' then 'usage_seconds' end, p.starts_at)) is not null)
    order by p.starts_at, t.table_name;
end $$;

-- A period's keys in a table: from this one to before that one, as texts.
create function period_keys(of_table text, of_start timestamptz, out key_name text, out low text, out high text)
language sql stable as $$
  select t.key_column, coalesce(id_floor(t.id_prefix, p.starts_at), p.starts_at::text),
    coalesce(id_floor(t.id_prefix, p.ends_at), p.ends_at::text)
  from periods p, period_tables t where p.starts_at = of_start and t.table_name = of_table
$$;

-- Whether rows of a period lie in a table's default partition.
create function has_default_rows(of_table text, of_start timestamptz) returns boolean language plpgsql as $$
declare
  keys record;
  has_rows boolean;
begin
  select * into strict keys from period_keys(of_table, of_start);
  execute format('select exists (select from %I where %I >= %L and %I < %L)',
    of_table || '_default', keys.key_name, keys.low, keys.key_name, keys.high) into has_rows;
  return has_rows;
end $$;

-- Makes an empty table that can be a partition, with all that the others have.
create function make_partition_apart(of_table text, part text) returns void language plpgsql as $$
declare
  options text;
  definition text;
begin
  -- A partitioned table has no storage parameters of its own: its default partition's hold for all.
  select ' with (' || array_to_string(reloptions, ', ') || ')' into options
    from pg_class where oid = to_regclass(of_table || '_default');
  execute format('create table %I (like %I including all)', part, of_table) || coalesce(options, '');
  -- A trigger for truncation is none of a partition by itself.
  for definition in
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = to_regclass(of_table) and tgtype & 32 <> 0
  loop
    execute regexp_replace(definition, ' ON \S+ ', format(' ON %I ', part));
  end loop;
end $$;

-- Makes a table's partition of a period. It is made apart and then attached, which locks the table against other
-- changes of its form only, and the default partition for a moment. Whether it was made: not where it is there, nor
-- where rows of this period lie in the default partition already, or some were moved: that is fill_partition's.
create function make_partition(of_table text, of_start timestamptz) returns boolean language plpgsql as $$
declare
  part text := period_partition(of_table, of_start);
  keys record;
begin
  perform pg_advisory_xact_lock(7022211309);
  -- Another call may have made it meanwhile: a query sees that, where a look-up of the name may remember otherwise.
  if exists (select from pg_class
    where relname in (part, part || '_begun') and relnamespace = current_schema()::regnamespace) then
    return false;
  end if;
  if has_default_rows(of_table, of_start) then return false; end if;
  select * into strict keys from period_keys(of_table, of_start);
  perform make_partition_apart(of_table, part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    of_table, part, keys.low, keys.high);
  return true;
end $$;

-- Moves a period's rows out of the default partition, the first `max_rows` of them at least, into a partition that
-- reaches as far as they do, under a name of its own until it covers the whole period. So every row is in one of the two
-- at any time. Nobody can use the table during a call, which takes as long as so many rows do, and as reading through all
-- of the default partition and of what was moved: the server makes sure of both when it attaches. As many rows are moved
-- as the default partition has pages, where that is more: that takes about as long as reading them, so that a large one
-- is read through as often as rows fit into a page, and not once for each few thousand of its rows. The caller must not
-- bound that by a timeout, or it would never end. Whether all is done, and how many rows were moved.
create function fill_partition(
  of_table text, of_start timestamptz, max_rows integer, out is_whole boolean, out moved bigint
) language plpgsql as $$
declare
  part text := period_partition(of_table, of_start);
  begun text := part || '_begun';
  rest text := of_table || '_default';
  keys record;
  first_key text;
  step_end text;
  columns text;
begin
  perform pg_advisory_xact_lock(7022211309);
  moved := 0;
  is_whole := exists (select from pg_class where relname = part and relnamespace = current_schema()::regnamespace);
  if is_whole then return; end if;
  select * into strict keys from period_keys(of_table, of_start);
  -- Nothing may come in between, and nobody may look while the partition is apart.
  execute format('lock table %I in access exclusive mode', of_table);
  max_rows := greatest(max_rows, pg_relation_size(to_regclass(rest)) / current_setting('block_size')::bigint);
  execute format('select min(%1$I)::text from %2$I where %1$I >= %3$L and %1$I < %4$L',
    keys.key_name, rest, keys.low, keys.high) into first_key;
  execute format('select %1$I::text from %2$I where %1$I > %5$L and %1$I < %4$L order by %1$I offset %3$s limit 1',
    keys.key_name, rest, max_rows, keys.high, first_key) into step_end;
  step_end := coalesce(step_end, keys.high);
  if exists (select from pg_class where relname = begun and relnamespace = current_schema()::regnamespace) then
    execute format('alter table %I detach partition %I', of_table, begun);
  else
    perform make_partition_apart(of_table, begun);
  end if;
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns
    from pg_attribute where attrelid = to_regclass(of_table) and attnum > 0 and not attisdropped and attgenerated = '';
  -- The ledger's refuse all changes.
  execute format('alter table %I disable trigger user', rest);
  execute format('with gone as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning %6$s)
    insert into %5$I (%6$s) select %6$s from gone', rest, keys.key_name, keys.low, step_end, begun, columns);
  get diagnostics moved = row_count;
  execute format('alter table %I enable trigger user', rest);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, begun, keys.low, step_end);
  is_whole := step_end = keys.high;
  if is_whole then execute format('alter table %I rename to %I', begun, part); end if;
end $$;

-- Periods of the ledger that were written into the storage, read back, and taken out of ledger_entries. Each archive's
-- own head names the hash of the one before it, so that neither can be changed later without the other.
create table ledger_archives (
  starts_at timestamptz(0) primary key references periods (starts_at),
  ends_at timestamptz(0) not null,
  storage_key text not null unique,
  -- Of the file as it is stored, in hexadecimal digits.
  sha256 text not null check (length(sha256) = 64),
  previous_sha256 text,
  size_bytes bigint not null,
  entries bigint not null,
  -- Null where the period has no entries.
  first_id bigint,
  last_id bigint
);
-- What an archive's entries sum up to, so that an account's totals can be checked: they are these sums and the entries
-- that are still here.
create table ledger_archive_sums (
  account_id text not null references accounts (id),
  starts_at timestamptz(0) not null references ledger_archives (starts_at),
  kind text not null,
  entries bigint not null,
  moods numeric(24, 4) not null,
  primary key (account_id, starts_at, kind)
);
create index ledger_archive_sums_archive_idx on ledger_archive_sums (starts_at);

create trigger ledger_archives_append_only before update or delete or truncate on ledger_archives
  for each statement execute function refuse_ledger_change();
create trigger ledger_archive_sums_append_only before update or delete or truncate on ledger_archive_sums
  for each statement execute function refuse_ledger_change();
