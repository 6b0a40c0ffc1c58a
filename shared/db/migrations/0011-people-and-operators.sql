-- People: how they sign in to the console, which accounts they act for, and what holds guessers up; and what operators
-- did. Secrets that people or browsers carry are kept as hashes only.

-- Apart from users, whose rows admission reads.
create table passwords (
  user_id text primary key references users (id),
  -- Argon2id with its parameters and salt.
  hash text not null,
  set_at timestamptz(3) not null default now()
);

-- Who acts for an account beside the user that it belongs to, who is its owner always and has no row here: so there is no
-- account without an owner, and nobody but an operator takes it from the one who is billed. No foreign key to accounts,
-- as everywhere: they are never removed.
create table memberships (
  account_id text not null,
  user_id text not null references users (id),
  role text not null check (role in ('owner', 'member')),
  -- Given by their groups at the provider of single sign-on, and gone with those.
  by_groups boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id)
);
create index memberships_user_idx on memberships (user_id);

create table sessions (
  id text primary key,
  -- SHA-256 of what the browser carries.
  secret_hash bytea not null check (length(secret_hash) = 32),
  user_id text not null references users (id),
  -- The account that the person has chosen; whether they still belong to it is asked at each use.
  account_id text,
  way text not null check (way in ('password', 'oidc')),
  -- The network address of the sign-in.
  origin text not null,
  -- In short words, such as "Firefox on Windows".
  browser text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
) with (fillfactor = 70);
create unique index sessions_secret_hash_key on sessions (secret_hash);
create index sessions_user_idx on sessions (user_id);
create index sessions_expiry_idx on sessions (expires_at);

-- Requests of a person: one row for the console, one for each account for which they call the API. As rate_windows are
-- for keys; not by session, or a new sign-in would be a new allowance.
create table person_windows (
  name text primary key,
  minute_start timestamptz not null,
  minute_count integer not null,
  day_start timestamptz not null,
  day_count integer not null
) with (fillfactor = 50);

-- Tries to sign in that failed or are under way, by address and by account, each until its window ends.
create table sign_in_windows (
  name text primary key,
  tries integer not null,
  ends_at timestamptz(3) not null
) with (fillfactor = 50);
create index sign_in_windows_end_idx on sign_in_windows (ends_at);

-- Links that work once: to become an operator, to set a new password, to join an account.
create table one_time_links (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  id text not null unique,
  kind text not null check (kind in ('setup', 'operator', 'reset', 'invitation')),
  -- Whose password it sets.
  user_id text references users (id),
  -- What an invitation is for.
  account_id text,
  role text check (role in ('owner', 'member')),
  email text,
  -- An address, or the machine for what the appliance or its command line made.
  made_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint one_time_links_what check (
    case kind when 'reset' then user_id is not null
      when 'invitation' then account_id is not null and role is not null and email is not null
      else true end)
);
create index one_time_links_account_idx on one_time_links (account_id) where account_id is not null;

-- Time-based codes. The secret is encrypted with a key that is not in this database; a step of time that was used is not
-- taken again.
create table second_factors (
  user_id text primary key references users (id),
  secret bytea not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create table recovery_codes (
  user_id text not null references users (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- Who a person is at a provider of single sign-on.
create table identities (
  issuer text not null,
  subject text not null,
  user_id text not null references users (id),
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
-- One at each provider.
create unique index identities_user_key on identities (user_id, issuer);

-- Every action of an operator, written in the transaction that does it. Who: the system's user and machine for commands.
-- From where: the address of the terminal's session, where it has one. Details say what changed, from what to what, and
-- hold no secret.
create table operator_actions (
  id bigint generated always as identity primary key,
  done_at timestamptz(3) not null default now(),
  operator text not null,
  via text not null check (via in ('command', 'console')),
  origin text not null,
  action text not null,
  target text not null,
  account_id text,
  details jsonb not null default '{}'
);
create index operator_actions_account_idx on operator_actions (account_id, id) where account_id is not null;
-- What was done to people rather than to accounts.
create index operator_actions_target_idx on operator_actions (target) where account_id is null;
create index operator_actions_time_idx on operator_actions (done_at);
-- What was seldom done, among very much else; in the order of bytes, in which a range has what begins with the same words.
create index operator_actions_action_idx on operator_actions (action collate "C", id);

-- Nobody changes what is written, its owner and a superuser included. What is older than a month may be removed, since
-- operators may say how long it is kept.
create function refuse_action_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.done_at < now() - interval '30 days' then return old; end if;
  raise exception 'the audit log is only added to';
end $$;
create trigger operator_actions_append_only before update or delete on operator_actions
  for each row execute function refuse_action_change();
create trigger operator_actions_not_truncated before truncate on operator_actions
  for each statement execute function refuse_action_change();
revoke update, truncate on operator_actions from current_user;
