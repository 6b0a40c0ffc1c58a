-- Rate windows, webhook deliveries, the catalogue, and usage.

-- The current windows of each key: one row per key, counted up in place, so that there is nothing to sweep.
create table rate_windows (
  key_id text primary key references api_keys (id),
  minute_start timestamptz not null,
  minute_count integer not null,
  day_start timestamptz not null,
  day_count integer not null
) with (fillfactor = 50);

create table webhook_deliveries (
  id text collate "C" not null,
  task_id text collate "C" not null,
  url text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'RETRYING', 'FAILED', 'DELIVERED')),
  attempts integer not null default 0,
  max_attempts integer not null default 3,
  last_attempt_at timestamptz(3),
  next_retry_at timestamptz(3),
  delivered_at timestamptz(3),
  last_status_code integer,
  last_error text,
  created_at timestamptz(3) not null default now(),
  primary key (task_id, id)
) partition by range (task_id);
create table webhook_deliveries_default partition of webhook_deliveries default;

-- JSON that clients read stays `json`: `jsonb` would reorder the properties from which they build their forms.
create table models (
  slug text primary key,
  title text not null,
  subtitle text not null,
  capability text not null,
  default_output_count integer not null default 1 check (default_output_count between 1 and 8),
  input_schema json not null,
  model_tiers text[] not null,
  updated_at timestamptz(3) not null default now()
);

-- Which models the living media nodes can run: a model without a row here is not shown and takes no task.
alter table worker_leases add column models text[] not null default '{}';

create table template_categories (
  id text primary key,
  name text not null,
  slug text not null
);
create unique index template_categories_slug_key on template_categories (slug);

create table templates (
  id text primary key,
  model text not null references models (slug),
  category_id text not null references template_categories (id),
  description text not null,
  media_url text not null,
  raw_prompt json not null,
  input json not null,
  preview_results json not null default '[]',
  usage_count bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index templates_created_at_idx on templates (created_at, id);
create index templates_model_idx on templates (model, created_at, id);
create index templates_category_idx on templates (category_id, created_at, id);

-- Authenticated requests by second, for any range that a client asks for, and the same by hour, so that a month of a
-- busy account is read from hundreds of rows and not from millions. One statement writes both.
create table usage_seconds (
  account_id text not null,
  second timestamptz(0) not null,
  method text not null,
  endpoint text not null,
  requests bigint not null,
  duration_ms double precision not null,
  primary key (account_id, second, method, endpoint)
) partition by range (second);
create table usage_seconds_default partition of usage_seconds default;
create table usage_hours (
  account_id text not null,
  hour timestamptz(0) not null,
  method text not null,
  endpoint text not null,
  requests bigint not null,
  duration_ms double precision not null,
  primary key (account_id, hour, method, endpoint)
) with (fillfactor = 50);

-- What was charged, summed by the statement that charges: reports read these and not the ledger. Apart from the requests'
-- sums, because a charge locks its account first, and only those that hold that lock touch these rows.
create table charge_seconds (
  account_id text not null,
  second timestamptz(0) not null,
  kind text not null,
  tasks bigint not null,
  base_moods numeric(24, 4) not null,
  charged_moods numeric(24, 4) not null,
  primary key (account_id, second, kind)
) partition by range (second);
create table charge_seconds_default partition of charge_seconds default;
create table charge_hours (
  account_id text not null,
  hour timestamptz(0) not null,
  kind text not null,
  tasks bigint not null,
  base_moods numeric(24, 4) not null,
  charged_moods numeric(24, 4) not null,
  primary key (account_id, hour, kind)
) with (fillfactor = 50);

-- How often a row has changed. A task's number with its current run's orders everything that a client can see of it,
-- where times would not: two changes may share a millisecond.
alter table tasks add column revision integer not null default 0;
alter table runs add column revision integer not null default 0;
create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger tasks_revision before update on tasks for each row execute function count_revision();
create trigger runs_revision before update on runs for each row execute function count_revision();

-- The few tasks that run now: the sweep for lost nodes asks for them every few seconds.
create index tasks_running_idx on tasks (id) where state = 'running';

-- When an ended task's intermediate files, and later its results, were removed from the storage.
alter table tasks add column work_removed_at timestamptz(3), add column files_removed_at timestamptz(3);
create index tasks_work_kept_idx on tasks (completed_at) where completed_at is not null and work_removed_at is null;
create index tasks_files_kept_idx on tasks (completed_at) where completed_at is not null and files_removed_at is null;
alter table uploads add column removed_at timestamptz(3);
create index uploads_kept_idx on uploads (created_at) where removed_at is null;
