-- Who calls the API: users, their accounts with keys, and how many requests a key may make.
--
-- For the whole schema: times have millisecond precision, as the API shows them, unless they are compared with now().
-- Money is numeric with four places. JSON that clients read stays `json`: `jsonb` would reorder the properties from which
-- they build their forms.
--
-- Ids sort by time (UUIDv7), and tables that grow for ever are partitioned by it (0010-partitions.sql): a task's runs and
-- deliveries by the task's id, so that what belongs to one stretch of time lies in partitions of the same bounds. Such
-- ids compare by bytes (collation "C"), whatever the database's own order is.
--
-- Accounts are never removed, which a trigger holds, so that what is written with every request has no foreign key to
-- them: each check would lock the account's row, for which creates of other tasks then wait, and would be a query of its
-- own for every row. Whoever writes such a row has read its account in the same statement or with the request's key.

create table users (
  id text primary key,
  email text not null,
  is_operator boolean not null default false,
  -- Operators by their groups at the provider of single sign-on: that ends when the group does. What they were given here
  -- by hand stays.
  is_operator_by_groups boolean not null default false,
  blocked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index users_email_key on users (lower(email));
create index users_operators_idx on users (id) where is_operator;

create table accounts (
  id text primary key,
  -- Its owner, who is billed.
  user_id text not null references users (id),
  -- What people call it; its owner's address where nobody has named it.
  name text,
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED')),
  price_multiplier numeric(10, 4) not null default 1 check (price_multiplier >= 0),
  moods_granted numeric(18, 4) not null default 0,
  moods_used numeric(18, 4) not null default 0,
  per_minute integer check (per_minute > 0),
  per_day integer check (per_day > 0),
  -- How many places this account gets for each one of an account of weight 1, while both have jobs waiting.
  share_weight numeric(7, 3) not null default 1 check (share_weight > 0),
  -- Jobs of this account that may run at once; null for the appliance's own bound.
  max_running_jobs integer check (max_running_jobs > 0),
  -- An operator's own quota for this account; null for the appliance's.
  upload_quota_bytes bigint check (upload_quota_bytes >= 0),
  created_at timestamptz(3) not null default now(),
  constraint accounts_used_not_negative check (moods_used >= 0),
  constraint accounts_balance_not_negative check (moods_granted >= moods_used)
  -- Each create writes its account's row: a new version has its place beside the old one, and no index gets an entry.
) with (fillfactor = 50);
create index accounts_user_id_idx on accounts (user_id);
-- The few that wait for an operator, and pages of either state.
create index accounts_state_idx on accounts (state, id);
create function refuse_account_removal() returns trigger language plpgsql as $$
begin
  raise exception 'accounts are never removed';
end $$;
create trigger accounts_kept before delete or truncate on accounts
  for each statement execute function refuse_account_removal();

create table api_keys (
  id text primary key,
  account_id text not null references accounts (id),
  -- What its people call it; null for one that nobody has named.
  name text,
  secret_hash bytea not null check (length(secret_hash) = 32),
  hint text not null,
  scopes text[] not null,
  ip_allowlist cidr[] not null default '{}',
  per_minute integer check (per_minute > 0),
  per_day integer check (per_day > 0),
  -- Who made it in the console: it ends with their membership unless an owner keeps it. Null for what operators made.
  made_by text,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index api_keys_secret_hash_key on api_keys (secret_hash);
create index api_keys_account_id_idx on api_keys (account_id, id);

-- The current windows of each key: one row per key, counted up in place, so that there is nothing to sweep.
create table rate_windows (
  key_id text primary key references api_keys (id),
  minute_start timestamptz not null,
  minute_count integer not null,
  day_start timestamptz not null,
  day_count integer not null
) with (fillfactor = 50);

-- The row that control planes write to see whether they can.
create table readiness_probe (
  id boolean primary key check (id),
  written_at timestamptz(3) not null
) with (fillfactor = 50);
