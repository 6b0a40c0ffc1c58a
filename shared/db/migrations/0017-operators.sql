-- What operators did, and the prices that they set.

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
create index operator_actions_time_idx on operator_actions (done_at);

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

-- Moods for one output of a model in a tier, where an operator says so: before what the model itself announces.
create table model_prices (
  model text not null,
  tier text not null,
  moods numeric(10, 4) not null check (moods >= 0),
  set_at timestamptz(3) not null default now(),
  primary key (model, tier)
);
