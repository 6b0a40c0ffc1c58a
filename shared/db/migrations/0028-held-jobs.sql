-- What accounts have at work is counted once in a round of dispatch_tasks, and looked up for each account that waits. Before,
-- the part of each queue job went through all jobs that run, and through all accounts that have some for each that waits.
-- With 4,000 jobs under way, and 100 accounts in each of six lines, a round takes 32 ms of a processor in place of 60
-- (2026-11), ten times a second.

-- Moves tasks of one queue job that are next into graphile-worker's table: until `ready_jobs` of it are there that
-- nobody has taken, and beyond those one of each account that comes anew and is before some of them, until there are four
-- times as many: who comes anew is not kept out by what others have there already. `jobs` are those that nobody has taken, to
-- which what it adds comes; `running` tells how many each account has that run. `latest_tag` is null where nothing was
-- moved. Plans are made without what suits a line that is empty, as it often is when they are made. The form of 0009, which
-- had all jobs, is called no more.
create function dispatch_queue_job(
  job_name text, offered_jobs text[], clock double precision, ready_jobs integer, max_accounts integer,
  default_running_jobs integer, job_attempts integer, running jsonb, inout jobs run_job[], out dispatched integer,
  out latest_tag double precision
) language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  own_clock double precision := queue_job_clock(job_name, clock, jobs);
  ready_now bigint;
  latest_ready double precision;
  takeable jsonb;
  ready_accounts text[];
  task_ids text[];
  tags double precision[];
  owner_ids text[];
  account_ids text[];
  added run_job[];
begin
  dispatched := 0;
  select count(*), max(coalesce(j.tag, 'infinity')) into ready_now, latest_ready
  from unnest(jobs) j where j.queue_job = job_name and j.is_due;
  if ready_now >= 4 * ready_jobs then return; end if;
  -- What an account has at work: jobs that run, and those that a living node may take at any moment.
  select coalesce(jsonb_object_agg(held.account_id, held.jobs), '{}'),
      coalesce(array_agg(held.account_id) filter (where held.is_ready), '{}')
    into takeable, ready_accounts
  from (
    select j.account_id, count(*) as jobs, bool_or(j.queue_job = job_name) as is_ready
    from unnest(jobs) j
    where j.is_due and j.queue_job = any (offered_jobs) and j.account_id is not null group by j.account_id
  ) held;
  with room as materialized (
    select greatest(ready_jobs - ready_now, 0) as jobs
  ), share as materialized (
    -- The flow's weight in place: a call for each of a thousand accounts would take most of the time.
    select s.account_id, s.first_ticket, s.account_id = any (ready_accounts) as is_ready, a.share_weight::float8 / greatest(1, (
        select count(*) from waiting_shares o where o.account_id = s.account_id and o.is_waiting)) as weight,
      greatest(own_clock, coalesce(t.finish_tag, 0)) as start_tag,
      coalesce(a.max_running_jobs, default_running_jobs) - held.jobs as allowed
    from waiting_shares s join accounts a on a.id = s.account_id
    left join flow_turns t on t.account_id = s.account_id and t.queue_job = s.queue_job
    cross join lateral (
      select coalesce((running ->> s.account_id)::bigint, 0) + coalesce((takeable ->> s.account_id)::bigint, 0) as jobs
    ) held
    where s.queue_job = job_name and s.is_waiting
      and held.jobs < coalesce(a.max_running_jobs, default_running_jobs)
      -- While there is no room, as in most rounds of a long line, only these could have a place: the rest is not looked at.
      and (ready_now < ready_jobs
        or s.account_id <> all (ready_accounts) and greatest(own_clock, coalesce(t.finish_tag, 0)) < latest_ready)
    order by start_tag, account_id limit max_accounts
  ), next as (
    select turn.task_id, share.account_id, share.start_tag + turn.cost_before / share.weight as tag, turn.nth, share.is_ready
    from share cross join lateral (
      select w.task_id, row_number() over (order by w.ticket) as nth, coalesce(sum(w.cost::float8)
          over (order by w.ticket rows between unbounded preceding and 1 preceding), 0) as cost_before
      from waiting_tasks w
      where w.queue_job = job_name and w.account_id = share.account_id and w.ticket >= share.first_ticket
      -- Of many accounts each brings few: more would be read than there is room for, ten times a second.
      order by w.ticket limit (select 1 + ceil(4 * room.jobs / (select count(*) from share)) from room)
    ) turn
    where turn.nth <= share.allowed
  ), place as (
    select *, row_number() over (order by tag, task_id) as nth_of_all from next
  )
  select array_agg(place.task_id order by place.nth_of_all), array_agg(place.tag order by place.nth_of_all),
      array_agg(place.account_id order by place.nth_of_all)
    into task_ids, tags, owner_ids
  from place, room where place.nth_of_all <= room.jobs
    or place.nth = 1 and not place.is_ready and place.tag < latest_ready and place.nth_of_all <= 4 * ready_jobs - ready_now;
  if task_ids is null then return; end if;

  select array_agg(distinct id) into account_ids from unnest(owner_ids) id;
  begin
    perform from waiting_shares s
      where s.queue_job = job_name and s.account_id = any (account_ids) order by s.account_id for update;
  exception when lock_not_available then
    -- Whoever holds one of them stands still: all others go on.
    select array_agg(locked.account_id) into account_ids from (
      select s.account_id from waiting_shares s
      where s.queue_job = job_name and s.account_id = any (account_ids) order by s.account_id for update skip locked
    ) locked;
  end;
  with taken as (
    delete from waiting_tasks w using unnest(task_ids, tags, owner_ids) as chosen (task_id, tag, account_id)
    where w.task_id = chosen.task_id and chosen.account_id = any (account_ids)
    returning w.task_id, w.account_id, w.ticket, w.cost::float8 as cost, chosen.tag
  ), share as (
    -- An account's tasks go in the order of their tickets, and come to be seen in that order.
    update waiting_shares s
    set waiting = s.waiting - went.tasks, first_ticket = greatest(s.first_ticket, went.last_ticket + 1)
    from (select account_id, count(*) as tasks, max(ticket) as last_ticket from taken group by account_id) went
    where s.queue_job = job_name and s.account_id = went.account_id
  ), turn as (
    insert into flow_turns (account_id, queue_job, finish_tag)
    select account_id, job_name, max(tag) + (array_agg(cost order by tag desc))[1] / flow_weight(account_id)
    from taken group by account_id
    on conflict (account_id, queue_job) do update set finish_tag = excluded.finish_tag
  ), spec as (
    select array_agg((job_name, json_build_object('taskId', task_id, 'accountId', account_id, 'cost', cost), null,
      run_at_of_tag(tag), job_attempts, task_id, 10, null)::graphile_worker.job_spec) as specs, count(*) as tasks, max(tag) as tag
    from taken
  )
  select spec.tasks, spec.tag, made.jobs into dispatched, latest_tag, added
  from spec cross join lateral (
    select array_agg((j.id, job_name, j.payload ->> 'accountId', tag_of_run_at(j.run_at), false, true)::run_job) as jobs
    from graphile_worker.add_jobs(spec.specs) j
  ) made where spec.tasks > 0;
  dispatched := coalesce(dispatched, 0);
  jobs := jobs || added;
end $$;

-- One round over all queue jobs that living nodes take. Returns how many tasks it moved, or null where another call is
-- under way. A crash of the machine can only undo it whole; then it is done again.
create or replace function dispatch_tasks(
  ready_jobs integer, max_accounts integer, default_running_jobs integer, job_attempts integer,
  lease_ttl_ms double precision
) returns integer language plpgsql as $$
declare
  clock double precision;
  latest double precision := 0;
  jobs run_job[];
  open_jobs run_job[];
  running jsonb;
  offered text[];
  job_name text;
  moved record;
  total integer := 0;
begin
  if not pg_try_advisory_xact_lock(7022211308) then return null; end if;
  perform set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '200ms', true);
  delete from queue_mark where made_at < now() - interval '1 minute';
  jobs := array(select j from run_jobs() j);
  -- What has a smaller tag than all that nobody has taken yet has started; where that is nothing, everything has.
  select case when count(j.tag) filter (where not j.is_locked) = 0 then c.last_tag
      else greatest(c.virtual_time, max(j.tag) filter (where j.is_locked),
        min(j.tag) filter (where not j.is_locked) - 1) end
    into clock
  from queue_clock c left join unnest(jobs) j on true
  group by c.virtual_time, c.last_tag;
  if give_turns_to_retries(clock, jobs) > 0 then
    jobs := array(select j from run_jobs() j);
  end if;
  open_jobs := array(select j from unnest(jobs) j where not j.is_locked);
  select coalesce(jsonb_object_agg(account_id, number), '{}') into running
    from (
      select j.account_id, count(*) as number from unnest(jobs) j
      where j.is_locked and j.account_id is not null group by j.account_id
    ) r;
  select array_agg(distinct o.name) into offered
    from worker_leases l cross join lateral unnest(l.queue_jobs) as o (name)
    where l.renewed_at >= now() - lease_ttl_ms * interval '1 millisecond';
  for job_name in
    select o.name from unnest(offered) as o (name)
    where exists (select from waiting_shares s where s.queue_job = o.name and s.is_waiting) order by 1
  loop
    select * into moved from dispatch_queue_job(
      job_name, offered, clock, ready_jobs, max_accounts, default_running_jobs, job_attempts, running, open_jobs);
    open_jobs := moved.jobs;
    total := total + moved.dispatched;
    latest := greatest(latest, moved.latest_tag);
  end loop;
  update queue_clock set virtual_time = clock, last_tag = greatest(last_tag, latest)
    where virtual_time <> clock or last_tag < latest;
  perform move_queue_mark(array(select j from unnest(jobs) j where j.is_locked) || open_jobs);
  return total;
end $$;
