-- Accounts, keys, the ledger, tasks and their runs, uploads, and the leases of worker processes.
-- Times have millisecond precision, as the API shows them. Money is numeric with four places.
--
-- Ids sort by time (UUIDv7), and tables that grow for ever are partitioned by it: a task's runs and deliveries by the
-- task's id, so that what belongs to one stretch of time lies in partitions of the same bounds. Such ids compare by bytes
-- (collation "C"), whatever the database's own order is. What no period covers lies in the default partition.
--
-- Accounts are never removed, which a trigger holds, so that what is written with every request has no foreign key to
-- them: each check would lock the account's row, for which creates of other tasks then wait, and would be a query of its
-- own for every row. Whoever writes such a row has read its account in the same statement or with the request's key.

create table users (
  id text primary key,
  email text not null,
  blocked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index users_email_key on users (lower(email));

create table accounts (
  id text primary key,
  user_id text not null references users (id),
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED')),
  price_multiplier numeric(10, 4) not null default 1 check (price_multiplier >= 0),
  moods_granted numeric(18, 4) not null default 0,
  moods_used numeric(18, 4) not null default 0,
  per_minute integer check (per_minute > 0),
  per_day integer check (per_day > 0),
  created_at timestamptz(3) not null default now(),
  constraint accounts_used_not_negative check (moods_used >= 0),
  constraint accounts_balance_not_negative check (moods_granted >= moods_used)
  -- Each create writes its account's row: a new version has its place beside the old one, and no index gets an entry.
) with (fillfactor = 50);
create index accounts_user_id_idx on accounts (user_id);
create function refuse_account_removal() returns trigger language plpgsql as $$
begin
  raise exception 'accounts are never removed';
end $$;
create trigger accounts_kept before delete or truncate on accounts
  for each statement execute function refuse_account_removal();

create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  secret_hash bytea not null check (length(secret_hash) = 32),
  hint text not null,
  scopes text[] not null,
  ip_allowlist cidr[] not null default '{}',
  per_minute integer check (per_minute > 0),
  per_day integer check (per_day > 0),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index api_keys_secret_hash_key on api_keys (secret_hash);
create index api_keys_account_id_idx on api_keys (account_id);

create table tasks (
  id text collate "C" primary key,
  account_id text not null,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed')),
  model text,
  template_id text,
  -- What people call what it was made of, such as a file's name; for its account alone.
  name text,
  request jsonb not null,
  request_hash bytea not null,
  callback_url text,
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
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  constraint tasks_completed_when_terminal check ((completed_at is not null) = (state in ('finished', 'failed')))
) partition by range (id);
create table tasks_default partition of tasks default;
-- Lists read their page by this index alone, whatever they filter by. Its ids are in another collation than the primary
-- key's, which compares alike: in the same order the planner would take the key's, where an account has many tasks, and
-- walk through all of them for the few of a kind.
create index tasks_list_idx on tasks (account_id, kind, state, id collate "POSIX");

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

-- One row per living worker process. A process that does not renew its row in time is lost, and its jobs are freed.
create table worker_leases (
  id text primary key,
  plane text not null check (plane in ('control-plane', 'media-node')),
  pool_ids text[] not null default '{}',
  host text not null,
  pid integer not null,
  started_at timestamptz(3) not null default now(),
  renewed_at timestamptz(3) not null default now()
);

create table uploads (
  id text primary key,
  account_id text not null references accounts (id),
  storage_key text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  stored_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create unique index uploads_storage_key_key on uploads (storage_key);
