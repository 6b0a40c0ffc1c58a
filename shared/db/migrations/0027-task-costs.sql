-- What a task counts for in the shares of accounts (0009): until here each counted for one, and whoever sent films of six
-- hours got as many places as whoever sent some of ten minutes. Virtual time counts hours of footage instead, and a flow's
-- next finish tag lies cost / weight behind its job's start tag. A job has its cost with it, for its next try.

-- 1 for what has no length, or none that is known.
alter table waiting_tasks add column cost real not null default 1;

-- As in 0009, save for costs.
create or replace function give_turns_to_retries(clock double precision) returns integer language plpgsql as $$
declare
  retry record;
  start_tag double precision;
  given integer := 0;
begin
  for retry in
    select j.id, n.identifier as queue_job, j.payload ->> 'accountId' as account_id,
      coalesce((j.payload ->> 'cost')::float8, 1) as cost
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks n on n.id = j.task_id
    where n.identifier like 'run-%' and j.locked_at is null and j.run_at >= tags_end() and j.run_at <= now()
    -- The rest are given theirs in the next rounds, ten times a second.
    order by j.run_at limit 200 for update of j skip locked
  loop
    select greatest(queue_job_clock(retry.queue_job, clock), max(finish_tag)) into start_tag
      from flow_turns where account_id = retry.account_id and queue_job = retry.queue_job;
    insert into flow_turns (account_id, queue_job, finish_tag)
      values (retry.account_id, retry.queue_job, start_tag + retry.cost / coalesce(flow_weight(retry.account_id), 1))
      on conflict (account_id, queue_job) do update set finish_tag = excluded.finish_tag;
    update graphile_worker._private_jobs set run_at = run_at_of_tag(start_tag) where id = retry.id;
    given := given + 1;
  end loop;
  if given > 0 then
    perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', given)::text);
  end if;
  return given;
end $$;

-- As in 0009, save for costs.
create or replace function dispatch_queue_job(
  job_name text, offered_jobs text[], clock double precision, ready_jobs integer, max_accounts integer,
  default_running_jobs integer, job_attempts integer, out dispatched integer, out latest_tag double precision
) language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  own_clock double precision := queue_job_clock(job_name, clock);
  ready_now bigint;
  latest_ready double precision;
  task_ids text[];
  tags double precision[];
  account_ids text[];
begin
  dispatched := 0;
  select count(*), max(tag_of_run_at(j.run_at)) into ready_now, latest_ready
  from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
  where n.identifier = job_name and j.locked_at is null and j.run_at <= now();
  if ready_now >= 4 * ready_jobs then return; end if;
  with job as materialized (
    -- What an account has at work: jobs that run, and those that a living node may take at any moment.
    select j.payload ->> 'accountId' as account_id, n.identifier = job_name and j.locked_at is null as is_ready
    from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
    where n.identifier like 'run-%' and (j.locked_at is not null or j.run_at <= now()
      and n.identifier = any (offered_jobs))
  ), held as materialized (
    select account_id, count(*) as jobs, count(*) filter (where is_ready) as ready from job group by account_id
  ), room as materialized (
    select greatest(ready_jobs - ready_now, 0) as jobs
  ), share as materialized (
    -- The flow's weight in place: a call for each of a thousand accounts would take most of the time.
    select s.account_id, coalesce(h.ready, 0) as ready, a.share_weight::float8 / greatest(1, (
        select count(*) from waiting_shares o where o.account_id = s.account_id and o.is_waiting)) as weight,
      greatest(own_clock, coalesce(t.finish_tag, 0)) as start_tag,
      coalesce(a.max_running_jobs, default_running_jobs) - coalesce(h.jobs, 0) as allowed
    from waiting_shares s join accounts a on a.id = s.account_id
    left join flow_turns t on t.account_id = s.account_id and t.queue_job = s.queue_job
    left join held h on h.account_id = s.account_id
    where s.queue_job = job_name and s.is_waiting
      and coalesce(h.jobs, 0) < coalesce(a.max_running_jobs, default_running_jobs)
      -- While there is no room, as in most rounds of a long line, only these could have a place: the rest is not looked at.
      and (ready_now < ready_jobs
        or coalesce(h.ready, 0) = 0 and greatest(own_clock, coalesce(t.finish_tag, 0)) < latest_ready)
    order by 4, 1 limit max_accounts
  ), next as (
    select turn.task_id, share.start_tag + turn.cost_before / share.weight as tag, turn.nth, share.ready
    from share cross join lateral (
      select w.task_id, row_number() over (order by w.ticket) as nth, coalesce(sum(w.cost::float8)
          over (order by w.ticket rows between unbounded preceding and 1 preceding), 0) as cost_before
      from waiting_tasks w where w.queue_job = job_name and w.account_id = share.account_id
      -- Of many accounts each brings few: more would be read than there is room for, ten times a second.
      order by w.ticket limit (select 1 + ceil(4 * room.jobs / (select count(*) from share)) from room)
    ) turn
    where turn.nth <= share.allowed
  ), place as (
    select *, row_number() over (order by tag, task_id) as nth_of_all from next
  )
  select array_agg(place.task_id order by place.nth_of_all), array_agg(place.tag order by place.nth_of_all)
    into task_ids, tags
  from place, room where place.nth_of_all <= room.jobs
    or place.nth = 1 and place.ready = 0 and place.tag < latest_ready and place.nth_of_all <= 4 * ready_jobs - ready_now;
  if task_ids is null then return; end if;

  select array_agg(distinct w.account_id) into account_ids from waiting_tasks w where w.task_id = any (task_ids);
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
    delete from waiting_tasks w using unnest(task_ids, tags) as chosen (task_id, tag)
    where w.task_id = chosen.task_id and w.account_id = any (account_ids)
    returning w.task_id, w.account_id, w.cost::float8 as cost, chosen.tag
  ), share as (
    update waiting_shares s set waiting = s.waiting - went.tasks
    from (select account_id, count(*) as tasks from taken group by account_id) went
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
  select spec.tasks, spec.tag into dispatched, latest_tag
  from spec where spec.tasks > 0 and (select count(*) from graphile_worker.add_jobs(spec.specs)) > 0;
  dispatched := coalesce(dispatched, 0);
end $$;
