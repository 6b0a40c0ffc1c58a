-- Webhooks: what clients read of their deliveries, and what is to be delivered next, and to whom.

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

-- The tables below are how control planes share the work. A receiver is a host and port on behalf of one account, so that
-- no account's failures hold up another's deliveries to a host that both use.
--
-- Whoever adds a delivery that may be due writes an arrival, and never a receiver's row, for which it would have to wait:
-- the ending of tasks waits for nobody. Only claim_deliveries moves a receiver's ready_at on, under the row's lock, from
-- what is there to deliver; settle_deliveries and arrivals only bring it forward.
--
-- What is compared with now() keeps all of its digits: rounded to milliseconds, what falls due now may only be due
-- after now.

create table due_deliveries (
  delivery_id text collate "C" primary key,
  task_id text collate "C" not null,
  account_id text collate "C" not null,
  receiver text collate "C" not null,
  -- The number of the attempt that is made next, from 1.
  attempt integer not null,
  is_retry boolean not null generated always as (attempt > 1) stored,
  -- When that attempt may be made at the earliest.
  due_at timestamptz not null,
  enqueued_at timestamptz not null default now(),
  -- The control plane that makes the attempt now, and when it is taken for lost.
  claimed_by text,
  claimed_until timestamptz,
  constraint due_deliveries_claim check ((claimed_by is null) = (claimed_until is null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index due_deliveries_waiting_idx on due_deliveries (account_id, receiver, is_retry, due_at) where claimed_by is null;
create index due_deliveries_claimed_idx on due_deliveries (account_id, receiver) where claimed_by is not null;
create index due_deliveries_enqueued_idx on due_deliveries (enqueued_at);

create table webhook_receivers (
  account_id text collate "C" not null,
  receiver text collate "C" not null,
  -- New: never called to the end. Slow: also one that has only failed so far. Failing: it gets no first attempt before
  -- blocked_until, and then one; retries are made at their time.
  standing text not null check (standing in ('quick', 'new', 'slow', 'failing')),
  -- How many calls to it may be under way, in all control planes together.
  calls integer not null,
  -- In a row. From some number on, only those of first attempts that were made after the last one count.
  failures integer not null default 0,
  last_ms double precision,
  last_error text,
  blocked_until timestamptz not null default '-infinity',
  -- When there may be something to deliver that it may be asked for; infinity until something changes.
  ready_at timestamptz not null,
  changed_at timestamptz not null default now(),
  primary key (account_id, receiver)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index webhook_receivers_ready_idx on webhook_receivers (standing, ready_at, account_id);

create table webhook_arrivals (
  id bigint generated always as identity primary key,
  account_id text collate "C" not null,
  receiver text collate "C" not null,
  due_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Host and port of a URL that was checked when it came in. A host may be spelled in more than one way: then it is as many
-- receivers.
create function receiver_of(url text) returns text language sql immutable as $$
  select coalesce(lower(left(substring(url from '^[A-Za-z]+:[/\\]*([^/\\?#]*)'), 300)), '')
$$;

-- Claims deliveries for a control plane: of receivers that are ready, in the order of how long they have been, and of
-- each in turn. Calls have shares: `quick`, `new` (the receiver was never called) and `slow` (slow, doubtful or failing).
-- At most `places` in all, of them `new_places` and `slow_places` of those shares; and for no account more than
-- `account_calls`, `account_new` and `account_slow`, less those that the control plane makes for it already, so that
-- neither other accounts nor an account's own quick receivers wait for those that hang. Of a receiver's deliveries,
-- retries come first: clients are told when they are made, and each follows a first attempt, so that those come all the
-- same. A failing receiver gets its retries as its account has places, and first attempts one by one after each rest.
-- `url` is null for a delivery that is none any more.
--
-- A receiver's row is locked first, and what is due is read by the next statement: only so does that see everything that
-- was written before the row was last changed. Sequential scans are off because a plan that was made while a table was
-- empty would be kept for its first thousands of rows.
create function claim_deliveries(
  claimer text, claim_ms double precision, places integer, new_places integer, slow_places integer,
  busy_accounts text[], busy_calls integer[], busy_new integer[], busy_slow integer[],
  account_calls integer, account_new integer, account_slow integer, first_calls integer
) returns table (
  delivery_id text, task_id text, account_id text, receiver text, attempt integer, url text, failures integer,
  standing text
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  full_accounts text[] := array(
    select b.account_id from unnest(busy_accounts, busy_calls) as b (account_id, calls) where b.calls >= account_calls);
  full_of_new text[] := full_accounts || array(
    select b.account_id from unnest(busy_accounts, busy_new) as b (account_id, calls) where b.calls >= account_new);
  full_of_slow text[] := full_accounts || array(
    select b.account_id from unnest(busy_accounts, busy_slow) as b (account_id, calls) where b.calls >= account_slow);
  ready_accounts text[];
  ready_receivers text[];
begin
  -- An idle appliance asks all day.
  if not exists (select from webhook_arrivals) and not exists (
    select from unnest(array['quick', 'new', 'slow', 'failing']) as share (standing)
    where exists (select from webhook_receivers r where r.standing = share.standing and r.ready_at <= now())
  ) then return; end if;
  -- A crash of the machine that loses a claim costs a repeated call, which receivers have to expect anyway.
  perform set_config('synchronous_commit', 'off', true);
  with arrived as (
    delete from webhook_arrivals where id = any (array(
      select id from webhook_arrivals order by id limit 1000 for update skip locked))
    returning account_id, receiver, due_at
  )
  insert into webhook_receivers as r (account_id, receiver, standing, calls, ready_at)
  select account_id, receiver, 'new', first_calls, min(due_at) from arrived group by 1, 2 order by 1, 2
  on conflict (account_id, receiver) do update
    set ready_at = least(r.ready_at, excluded.ready_at), changed_at = now();

  select array_agg(ready.account_id), array_agg(ready.receiver) into ready_accounts, ready_receivers
  from (values ('quick', places), ('new', new_places), ('slow', slow_places), ('failing', slow_places))
    as share (standing, places)
  cross join lateral (
    select r.account_id, r.receiver from webhook_receivers r
    where r.standing = share.standing and r.ready_at <= now() and r.account_id <> all (
      case share.standing when 'quick' then full_accounts when 'new' then full_of_new else full_of_slow end)
    order by r.ready_at limit share.places for update skip locked
  ) ready;
  if ready_accounts is null then return; end if;

  return query
  with ready as materialized (
    select r.account_id, r.receiver, r.standing, r.failures, r.ready_at,
      case r.standing when 'failing' then account_slow else r.calls end - under_way.calls as free,
      case when r.standing <> 'failing' then r.calls - under_way.calls
        when r.blocked_until <= now() then r.calls - under_way.firsts else 0 end as free_for_firsts
    from unnest(ready_accounts, ready_receivers) as chosen (account_id, receiver)
    join webhook_receivers r on r.account_id = chosen.account_id and r.receiver = chosen.receiver
    cross join lateral (
      select count(*) as calls, count(*) filter (where not u.is_retry) as firsts from due_deliveries u
      where u.account_id = r.account_id and u.receiver = r.receiver and u.claimed_by is not null
    ) under_way
  ), candidate as materialized (
    select ready.account_id, ready.standing, ready.failures, ready.ready_at, ready.free, due.delivery_id,
      case ready.standing when 'failing' then 'slow' else ready.standing end as share,
      row_number() over (partition by ready.account_id, ready.receiver order by due.is_retry desc, due.due_at) as turn
    from ready
    cross join lateral (values (true, ready.free), (false, least(ready.free, ready.free_for_firsts)))
      as kind (is_retry, free)
    cross join lateral (
      select u.delivery_id, u.due_at, u.is_retry from due_deliveries u
      where u.account_id = ready.account_id and u.receiver = ready.receiver and u.claimed_by is null
        and u.is_retry = kind.is_retry and u.due_at <= now()
      -- Of many receivers each brings few: more would be read than there is room for.
      order by u.due_at limit least(greatest(kind.free, 0), 1 + places / cardinality(ready_accounts))
      for update skip locked
    ) due
  ), of_accounts_share as (
    select candidate.*, coalesce(b.calls, 0) as account_busy,
      case share when 'new' then coalesce(b.new, 0) when 'slow' then coalesce(b.slow, 0) else 0 end
        + row_number() over (partition by candidate.account_id, share order by turn, ready_at, delivery_id) as nth
    from candidate
    left join unnest(busy_accounts, busy_calls, busy_new, busy_slow) as b (account_id, calls, new, slow)
      on b.account_id = candidate.account_id
    where candidate.turn <= candidate.free
  ), of_account as (
    select of_accounts_share.*, account_busy + row_number() over (
      partition by account_id order by share = 'slow', share = 'new', turn, ready_at, delivery_id) as nth_of_account
    from of_accounts_share
    where nth <= case share when 'new' then account_new when 'slow' then account_slow else account_calls end
  ), of_share as (
    select of_account.*,
      row_number() over (partition by share order by turn, ready_at, delivery_id) as nth_of_share
    from of_account where nth_of_account <= account_calls
  ), chosen as (
    select delivery_id, standing, failures from of_share
    where nth_of_share <= case share when 'new' then new_places when 'slow' then slow_places else places end
    order by turn, ready_at, delivery_id limit places
  ), claimed as (
    update due_deliveries u
    set claimed_by = claimer, claimed_until = now() + claim_ms * interval '1 millisecond'
    from chosen where u.delivery_id = chosen.delivery_id
    returning u.delivery_id, u.task_id, u.account_id, u.receiver, u.attempt, chosen.failures, chosen.standing
  )
  select claimed.delivery_id, claimed.task_id, claimed.account_id, claimed.receiver, claimed.attempt, d.url,
    claimed.failures, claimed.standing
  from claimed left join webhook_deliveries d on d.task_id = claimed.task_id and d.id = claimed.delivery_id
    and d.attempts = claimed.attempt - 1 and d.state in ('PENDING', 'RETRYING');

  update webhook_receivers r set changed_at = now(), ready_at = case
    when next.due_at is null then 'infinity'
    when next.due_at > now() then next.due_at
    when next.under_way > 0 then now()
    else r.ready_at end
  from (
    select k.account_id, k.receiver, under_way.calls as under_way, least(
        case when under_way.calls < case k.standing when 'failing' then account_slow else k.calls end then (
          select u.due_at from due_deliveries u
          where u.account_id = k.account_id and u.receiver = k.receiver and u.claimed_by is null and u.is_retry
          order by u.due_at limit 1) end,
        case when case k.standing when 'failing' then under_way.firsts else under_way.calls end < k.calls then (
          select greatest(u.due_at, k.blocked_until) from due_deliveries u
          where u.account_id = k.account_id and u.receiver = k.receiver and u.claimed_by is null and not u.is_retry
          order by u.due_at limit 1) end
      ) as due_at
    from unnest(ready_accounts, ready_receivers) as ready (account_id, receiver)
    join webhook_receivers k on k.account_id = ready.account_id and k.receiver = ready.receiver
    cross join lateral (
      select count(*) as calls, count(*) filter (where not u.is_retry) as firsts from due_deliveries u
      where u.account_id = k.account_id and u.receiver = k.receiver and u.claimed_by is not null
    ) under_way
  ) next
  where r.account_id = next.account_id and r.receiver = next.receiver;
end $$;

-- Ends claims: counts attempts that were made, plans what comes next of each delivery, and draws the conclusions about
-- the receivers, all at once. `results` is a list of objects with the columns below; an outcome is `delivered`, `failed`,
-- `put-back` (no attempt was made; the next one comes after delay_ms), `unmade` (there was nothing to send by our own
-- fault: that counts as an attempt, and says nothing of the receiver) or `gone` (there is nothing to deliver). An attempt
-- counts only while it is the delivery's next one. Returns the new states of the deliveries whose attempt was counted.
create function settle_deliveries(
  claimer text, results jsonb, retry_ms double precision, slow_after_ms double precision, first_calls integer,
  min_quick_calls integer, max_quick_calls integer, quick_calls_ms double precision, failures_to_wait integer,
  first_wait_ms double precision, max_wait_ms double precision
) returns table (delivery_id text, state text) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with result as materialized (
    select * from jsonb_to_recordset(results) as r (
      delivery_id text, task_id text, account_id text, receiver text, attempt integer, failures integer, outcome text,
      status_code integer, error text, duration_ms double precision, delay_ms double precision)
  ), counted as (
    update webhook_deliveries d set attempts = d.attempts + 1, last_attempt_at = now(),
      last_status_code = r.status_code, last_error = r.error,
      state = case when r.outcome = 'delivered' then 'DELIVERED' when d.attempts + 1 < d.max_attempts then 'RETRYING' else 'FAILED' end,
      delivered_at = case when r.outcome = 'delivered' then now() end,
      next_retry_at = case when r.outcome in ('failed', 'unmade') and d.attempts + 1 < d.max_attempts
        then now() + retry_ms * interval '1 millisecond' end
    from result r
    where r.outcome in ('delivered', 'failed', 'unmade') and d.task_id = r.task_id and d.id = r.delivery_id
      and d.attempts = r.attempt - 1 and d.state in ('PENDING', 'RETRYING')
    returning d.id, d.state, d.attempts, d.next_retry_at
  ), retried as (
    update due_deliveries u set attempt = counted.attempts + 1, due_at = counted.next_retry_at,
      claimed_by = null, claimed_until = null
    from counted where counted.state = 'RETRYING' and u.delivery_id = counted.id and u.attempt = counted.attempts
  ), put_back as (
    update due_deliveries u set due_at = greatest(u.due_at, now() + r.delay_ms * interval '1 millisecond'),
      claimed_by = null, claimed_until = null
    from result r
    where r.outcome = 'put-back' and u.delivery_id = r.delivery_id and u.attempt = r.attempt and u.claimed_by = claimer
  ), ended as (
    delete from due_deliveries u using result r
    where r.outcome <> 'put-back' and u.delivery_id = r.delivery_id and u.attempt = r.attempt
      and not exists (select from counted where counted.id = r.delivery_id and counted.state = 'RETRYING')
  ), heard as materialized (
    select account_id, receiver, count(*) filter (where outcome = 'delivered') > 0 as has_delivered,
      avg(duration_ms) filter (where outcome = 'delivered') as answer_ms,
      (count(*) filter (where outcome = 'failed'))::integer as failed,
      -- Null where all that failed were retries, which a failing receiver gets whether it rests or not.
      max(failures) filter (where outcome = 'failed' and attempt = 1) as failures_before,
      max(error) filter (where outcome = 'failed') as error
    from result group by account_id, receiver order by account_id, receiver
  ), known as materialized (
    select heard.*, r.standing, r.calls, coalesce(r.failures, 0) as failures, r.last_ms, r.last_error,
      coalesce(r.blocked_until, '-infinity') as blocked_until
    from heard left join lateral (
      select k.standing, k.calls, k.failures, k.last_ms, k.last_error, k.blocked_until from webhook_receivers k
      where k.account_id = heard.account_id and k.receiver = heard.receiver for update
    ) r on true
  ), judged as (
    select known.*, case
      when has_delivered then 0
      when failed = 0 then known.failures
      when known.failures < failures_to_wait then least(known.failures + failed, failures_to_wait)
      else greatest(known.failures, failures_before + 1) end as failures_now,
      failed = 0 or known.failures >= failures_to_wait and failures_before is null as rests_on
    from known
  ), decided as (
    select judged.*,
      case when failures_now >= failures_to_wait then 'failing'
        when has_delivered then case when answer_ms <= slow_after_ms then 'quick' else 'slow' end
        when failed > 0 and coalesce(standing, 'new') = 'new' then 'slow'
        else coalesce(standing, 'new') end as standing_now,
      case when failures_now < failures_to_wait then '-infinity'
        when rests_on then blocked_until
        else now() + least(first_wait_ms * 2 ^ least(failures_now - failures_to_wait, 30), max_wait_ms)
          * interval '1 millisecond' end as blocked_now
    from judged
  ), remembered as (
    insert into webhook_receivers
      (account_id, receiver, standing, calls, failures, last_ms, last_error, blocked_until, ready_at)
    select account_id, receiver, standing_now,
      case when standing_now = 'failing' then 1
        when not has_delivered then coalesce(calls, first_calls)
        when standing_now = 'quick'
          then least(greatest(quick_calls_ms / greatest(answer_ms, 1), min_quick_calls), max_quick_calls)::integer
        else first_calls end,
      failures_now, coalesce(answer_ms, last_ms), case when not has_delivered then coalesce(error, last_error) end,
      blocked_now, now()
    from decided order by account_id, receiver
    on conflict (account_id, receiver) do update set standing = excluded.standing, calls = excluded.calls,
      failures = excluded.failures, last_ms = excluded.last_ms, last_error = excluded.last_error,
      blocked_until = excluded.blocked_until, ready_at = excluded.ready_at, changed_at = now()
  )
  select counted.id, counted.state from counted;
end $$;
