-- Accounts, keys, the ledger, tasks and their runs, uploads, and the leases of worker processes.
-- Times have millisecond precision, as the API shows them. Money is numeric with four places.

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
);
create index accounts_user_id_idx on accounts (user_id);

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
  id text primary key,
  account_id text not null references accounts (id),
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed')),
  model text,
  template_id text,
  request jsonb not null,
  request_hash bytea not null,
  idempotency_key text,
  callback_url text,
  base_moods numeric(18, 4) not null,
  charged_moods numeric(18, 4) not null,
  extra_moods numeric(18, 4) not null default 0,
  refunded_moods numeric(18, 4) not null default 0,
  current_run_id text,
  result jsonb not null default '[]',
  output jsonb,
  error jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  constraint tasks_completed_when_terminal check ((completed_at is not null) = (state in ('finished', 'failed')))
);
create unique index tasks_idempotency_key on tasks (account_id, kind, idempotency_key) where idempotency_key is not null;
create index tasks_account_id_idx on tasks (account_id, id desc);
create index tasks_waiting_idx on tasks (kind, id) where state = 'queued';

-- Append-only: what happened to an account's moods. Amounts are positive; the kind says which way they went.
create table ledger_entries (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id),
  kind text not null check (kind in ('grant', 'charge', 'refund', 'adjustment')),
  moods numeric(18, 4) not null,
  task_id text references tasks (id),
  note text,
  created_at timestamptz(3) not null default now(),
  constraint ledger_entries_moods_sign check (kind = 'adjustment' or moods >= 0),
  constraint ledger_entries_task check ((task_id is not null) = (kind in ('charge', 'refund')))
);
create unique index ledger_entries_task_kind_key on ledger_entries (task_id, kind) where task_id is not null;
create index ledger_entries_account_id_idx on ledger_entries (account_id, id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are never changed or removed';
end $$;
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each statement execute function refuse_ledger_change();

-- One attempt at a task on a media node. A run may write only while tasks.current_run_id names it (fencing).
create table runs (
  id text primary key,
  task_id text not null references tasks (id),
  node_id text not null,
  state text not null default 'running' check (state in ('running', 'succeeded', 'failed', 'interrupted', 'lost')),
  stage text not null default 'queued',
  percent real not null default 0,
  message text,
  outcome jsonb,
  -- What the node lacked, where the run ended for want of it: such an end is none of the task's failures.
  lack text,
  started_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index runs_task_id_idx on runs (task_id);
create index runs_node_id_idx on runs (node_id) where state = 'running';

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
