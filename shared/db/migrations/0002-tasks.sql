-- Tasks, their runs on media nodes, and how many there are of each kind and state.

create table tasks (
  id text collate "C" primary key,
  account_id text not null,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed')),
  model text,
  template_id text,
  -- The queue job that runs it on a media node.
  queue_job text not null generated always as ('run-' || kind || coalesce(':' || model, '')) stored,
  -- What people call what it was made of, such as a file's name; for its account alone.
  name text,
  request jsonb not null,
  request_hash bytea not null,
  callback_url text,
  -- The span of the request that created it (W3C Trace Context), below which its runs and its webhook are traced; null
  -- where nothing was traced.
  traceparent text,
  base_moods numeric(18, 4) not null,
  charged_moods numeric(18, 4) not null,
  extra_moods numeric(18, 4) not null default 0,
  refunded_moods numeric(18, 4) not null default 0,
  current_run_id text collate "C",
  result jsonb not null default '[]',
  -- A small output; a large one lies in the storage under output_key.
  output jsonb,
  output_key text,
  error jsonb,
  -- The answers that may tell of the task: of the request that created it, and of its first repeats. A task whose
  -- creation was not answered with 201 is withdrawn, charged back and gone: an answer that tells something else takes
  -- itself out again, and when none is left, nobody relies on the task.
  answers text[] not null default '{}',
  -- How often the row has changed. With its current run's it orders everything that a client can see of the task, where
  -- times would not: two changes may share a millisecond.
  revision integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  -- When an ended task's intermediate files, and later its results, were removed from the storage.
  work_removed_at timestamptz(3),
  files_removed_at timestamptz(3),
  -- Removed by its account: its output and result are gone with that, its files a moment later.
  deleted_at timestamptz(3),
  constraint tasks_completed_when_terminal check ((completed_at is not null) = (state in ('finished', 'failed')))
) partition by range (id);
create table tasks_default partition of tasks default;
-- Lists read their page by this index alone, whatever they filter by. Its ids are in another collation than the primary
-- key's, which compares alike: in the same order the planner would take the key's, where an account has many tasks, and
-- walk through all of them for the few of a kind.
create index tasks_list_idx on tasks (account_id, kind, state, id collate "POSIX");
-- The few tasks that run now: the sweep for lost nodes asks for them every few seconds.
create index tasks_running_idx on tasks (id) where state = 'running';
create index tasks_open_idx on tasks (id) where state in ('queued', 'running');
-- Open tasks that were made from a template.
create index tasks_open_template_idx on tasks (template_id)
  where template_id is not null and state in ('queued', 'running');
-- Open tasks by the uploads that they were made from, which a request names in `source` or in one of its `sources`. Open
-- in other words than tasks_open_idx has, which would serve for few tasks, in a plan that is kept when they are many.
create index tasks_open_uploads_idx on tasks
  using gin (jsonb_path_query_array(request, '$.**{1 to 2}.storageKey')) with (fastupdate = off)
  where completed_at is null and request @? '$.**{1 to 2}.storageKey';
create index tasks_work_kept_idx on tasks (completed_at) where completed_at is not null and work_removed_at is null;
create index tasks_files_kept_idx on tasks (completed_at) where completed_at is not null and files_removed_at is null;

-- Which task an account made with an idempotency key. A table of its own, because a unique index of a partitioned table
-- would have to hold the task's id, and then be unique in nothing.
create table idempotency_keys (
  account_id text not null,
  kind text not null,
  key text not null,
  task_id text collate "C" not null,
  primary key (account_id, kind, key)
);
create index idempotency_keys_task_idx on idempotency_keys (task_id);

-- One attempt at a task on a media node. A run may write only while tasks.current_run_id names it (fencing).
create table runs (
  id text collate "C" not null,
  task_id text collate "C" not null,
  node_id text not null,
  state text not null default 'running' check (state in ('running', 'succeeded', 'failed', 'interrupted', 'lost')),
  stage text not null default 'queued',
  percent real not null default 0,
  message text,
  -- Since when its outcome stands in reported_runs, or in its task.
  reported_at timestamptz(3),
  -- What the node lacked, where the run ended for want of it: such an end is none of the task's failures.
  lack text,
  -- As the task's.
  revision integer not null default 0,
  started_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (task_id, id)
) partition by range (task_id);
create table runs_default partition of runs default;
-- In words of its own, which statements on single runs do not use: from an index on all that have `state = 'running'` the
-- planner would read each run that is under way.
create index runs_node_idx on runs (node_id) where ended_at is null;

-- Outcomes of runs whose tasks wait for their end. A control plane takes a row away in the transaction that ends the
-- task: a queue of its own, since it is one statement for many tasks, where a queue job each would be three.
create table reported_runs (
  run_id text collate "C" primary key,
  task_id text collate "C" not null,
  outcome jsonb not null,
  reported_at timestamptz(3) not null default now(),
  -- After a failure of ours it waits until then, longer each time. Not rounded: what is reported now is due now.
  attempts integer not null default 0,
  retry_at timestamptz not null default now()
);
create index reported_runs_due_idx on reported_runs (retry_at);

create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger tasks_revision before update on tasks for each row execute function count_revision();
create trigger runs_revision before update on runs for each row execute function count_revision();

-- How many tasks of each kind and state an account has: exact, kept by whatever statement changes tasks. The sum over
-- the slots is the number; a slot alone may be negative. Without slots, all that change tasks of one account would wait
-- for each other. Changes have slots apart from those of creates and withdrawals: these hold their accounts when they
-- count, and whoever ends a task counts first and then asks for its account to refund it.
create table task_counts (
  account_id text not null,
  kind text not null,
  state text not null,
  slot smallint not null,
  tasks bigint not null,
  primary key (account_id, kind, state, slot)
) with (fillfactor = 50);

-- Runs with its owner's rights: media nodes move tasks on, and may not count otherwise.
create function count_tasks() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    insert into task_counts as c (account_id, kind, state, slot, tasks)
    select account_id, kind, state, pg_backend_pid() % 16, count(*) from new_tasks group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, kind, state, slot) do update set tasks = c.tasks + excluded.tasks;
  elsif tg_op = 'DELETE' then
    insert into task_counts as c (account_id, kind, state, slot, tasks)
    select account_id, kind, state, pg_backend_pid() % 16, -count(*) from old_tasks group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, kind, state, slot) do update set tasks = c.tasks + excluded.tasks;
  else
    insert into task_counts as c (account_id, kind, state, slot, tasks)
    select account_id, kind, state, 16 + pg_backend_pid() % 16, sum(change) from (
      select account_id, kind, state, 1 as change from new_tasks
      union all select account_id, kind, state, -1 from old_tasks
    ) changes group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (account_id, kind, state, slot) do update set tasks = c.tasks + excluded.tasks;
  end if;
  return null;
end $$;
create trigger tasks_counted_in after insert on tasks referencing new table as new_tasks
  for each statement execute function count_tasks();
create trigger tasks_counted_on after update on tasks referencing old table as old_tasks new table as new_tasks
  for each statement execute function count_tasks();
create trigger tasks_counted_out after delete on tasks referencing old table as old_tasks
  for each statement execute function count_tasks();
