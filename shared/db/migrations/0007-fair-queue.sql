-- Who is next: tasks wait in a table of their own, and only those that are next stand in graphile-worker's, which stays
-- small that way. Its workers read past every job that they do not take: with hundreds of thousands of them an idle
-- worker's question cost more than most jobs.
--
-- Shares are kept by start-time fair queueing (Goyal, Vin, Cheng 1996). Virtual time counts hours of footage, or else
-- whoever sends films of six hours gets as many places as whoever sends some of ten minutes: a job's start tag is the
-- clock's time or its flow's last finish tag, whichever is later, and its flow's next finish tag lies cost / weight
-- further on; a job has its cost with it, for its next try. Jobs start in the order of their tags, so that who comes anew
-- is next, and those that always have jobs waiting get places by their weights. A flow is what an account wants of one
-- queue job, and the account's weight is divided by how many of them wait: a picture need not wait for the same account's
-- hundred films, nor does it help to spread work over queue jobs. A tag stands in its job's run_at, as milliseconds since
-- 2000, which lies long ago; jobs that wait for another try have a time of today there.

create table waiting_tasks (
  task_id text collate "C" primary key,
  account_id text not null,
  queue_job text not null,
  -- Counts an account's tasks of a queue job, so that a place in the queue is a difference of two.
  ticket bigint not null,
  waiting_since timestamptz(3) not null default now(),
  -- What the task counts for in its account's share: hours of footage, or 1 where there is none, or none that is known.
  cost real not null default 1
);
create index waiting_tasks_turn_idx on waiting_tasks (queue_job, account_id, ticket);
create index waiting_tasks_age_idx on waiting_tasks (queue_job, waiting_since);

-- How many tasks of an account wait for a queue job. Rows are locked in the order of their keys, and before the
-- waiting tasks that they count. They change with those in one transaction, so that no crash parts the two; a sweep of
-- the control planes counts them anew all the same, should a hand have been in the tables.
create table waiting_shares (
  queue_job text not null,
  account_id text not null,
  waiting bigint not null,
  -- For the indexes: were the number in one, each change of it would be an entry in all of them.
  is_waiting boolean not null generated always as (waiting > 0) stored,
  last_ticket bigint not null,
  -- No task that waits has a smaller one, so that rounds need not read past the rows of those that have left.
  first_ticket bigint not null default 1,
  primary key (queue_job, account_id)
) with (fillfactor = 50);
create index waiting_shares_waiting_idx on waiting_shares (queue_job, account_id) where is_waiting;
create index waiting_shares_account_idx on waiting_shares (account_id) where is_waiting;

-- The weight of each flow of an account now.
create function flow_weight(of_account_id text) returns double precision language sql stable as $$
  select a.share_weight::float8
    / greatest(1, (select count(*) from waiting_shares s where s.account_id = of_account_id and s.is_waiting))
  from accounts a where a.id = of_account_id
$$;

-- The queue jobs for which anything waits: one look into the index for each of them, however many tasks wait.
create function waiting_queue_jobs() returns setof text language sql stable as $$
  with recursive job as (
    (select queue_job from waiting_shares where is_waiting order by queue_job limit 1)
    union all
    select (select s.queue_job from waiting_shares s where s.is_waiting and s.queue_job > job.queue_job
      order by s.queue_job limit 1)
    from job where job.queue_job is not null
  )
  select queue_job from job where queue_job is not null
$$;

-- Virtual time; only dispatch_tasks writes it, one call at a time.
create table flow_turns (
  account_id text not null,
  queue_job text not null,
  finish_tag double precision not null,
  primary key (account_id, queue_job)
) with (fillfactor = 50);
create table queue_clock (
  id boolean primary key default true check (id),
  virtual_time double precision not null,
  -- The latest start tag that was given out.
  last_tag double precision not null
) with (fillfactor = 50);
insert into queue_clock (virtual_time, last_tag) values (0, 0);

create function run_at_of_tag(tag double precision) returns timestamptz language sql immutable as $$
  select timestamptz '2000-01-01 00:00:00Z' + tag * interval '1 millisecond'
$$;
create function tag_of_run_at(run_at timestamptz) returns double precision language sql immutable as $$
  select extract(epoch from run_at - timestamptz '2000-01-01 00:00:00Z')::float8 * 1000
$$;
-- Later than any tag, earlier than any real time of a job.
create function tags_end() returns timestamptz language sql immutable as $$
  select timestamptz '2020-01-01 00:00:00Z'
$$;

-- Which jobs of runs there can be. While a backup or another long transaction holds a snapshot, the rows of jobs that
-- came and went since cannot be removed, and each round would read past all of them. But ids are counted up, and only
-- dispatch_tasks, one call at a time, adds jobs of runs: one that has an id up to `passed_id` and is none of `kept_ids`
-- has ended for good. So an old mark is as true as a new one, only less use; without one, everything is read. That is
-- done once a minute, should a hand have been in the tables.
create table queue_mark (
  id boolean primary key default true check (id),
  passed_id bigint not null,
  kept_ids bigint[] not null,
  -- When everything was read.
  made_at timestamptz(3) not null default now()
);

create type run_job as (
  id bigint,
  queue_job text,
  account_id text,
  -- Null of one that waits for another try.
  tag double precision,
  is_locked boolean,
  is_due boolean
);

-- The jobs of runs as they are now.
create function run_jobs() returns setof run_job
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  mark queue_mark;
begin
  select * into mark from queue_mark;
  return query
    select j.id, n.identifier, j.payload ->> 'accountId',
      case when j.run_at < tags_end() then tag_of_run_at(j.run_at) end, j.locked_at is not null, j.run_at <= now()
    from (
      select * from graphile_worker._private_jobs where id > coalesce(mark.passed_id, 0)
      union all
      select * from graphile_worker._private_jobs where id = any (mark.kept_ids)
    ) j join graphile_worker._private_tasks n on n.id = j.task_id
    where n.identifier like 'run-%';
end $$;

-- Moves the mark behind all jobs of runs that have ended, where many have since it was made: what is to be read otherwise
-- is less than writing it each time.
create function move_queue_mark(jobs run_job[]) returns void language sql as $$
  insert into queue_mark (passed_id, kept_ids)
  select max(j.id), array_agg(j.id) from unnest(jobs) j
  having max(j.id) > coalesce((select passed_id from queue_mark), 0) + 1000
  on conflict (id) do update set passed_id = excluded.passed_id, kept_ids = excluded.kept_ids
$$;

-- The clock as one queue job's newcomers see it: just before the first of its jobs that nobody has taken yet. What other
-- queue jobs have reached says nothing here: where pictures take turns faster than films, a film that comes anew would
-- stand behind all films that are ready.
create function queue_job_clock(job_name text, clock double precision, jobs run_job[])
returns double precision language sql immutable as $$
  select least(clock, min(j.tag) - 0.001) from unnest(jobs) j where j.queue_job = job_name and not j.is_locked
$$;

-- Jobs that failed and whose pause is over are given a tag, like jobs that come anew. Returns how many there were.
create function give_turns_to_retries(clock double precision, jobs run_job[]) returns integer
language plpgsql set enable_seqscan = off as $$
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
    where j.id = any (array(select r.id from unnest(jobs) r where r.tag is null and r.is_due and not r.is_locked))
      and j.locked_at is null and j.run_at >= tags_end() and j.run_at <= now()
    -- The rest are given theirs in the next rounds, ten times a second.
    order by j.run_at limit 200 for update of j skip locked
  loop
    select greatest(queue_job_clock(retry.queue_job, clock, jobs), max(finish_tag)) into start_tag
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

-- Moves tasks of one queue job that are next into graphile-worker's table: until `ready_jobs` of it are there that
-- nobody has taken, and beyond those one of each account that comes anew and is before some of them, until there are four
-- times as many: who comes anew is not kept out by what others have there already. `jobs` are those that nobody has
-- taken, to which what it adds comes; `running` says how many each account has that run. `latest_tag` is null where
-- nothing was moved. Plans are made without what suits a line that is empty, as it often is when they are made.
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
      -- While there is no room, as in most rounds of a long line, only these could have a place: the rest is not looked
      -- at.
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
create function dispatch_tasks(
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

-- Whether a round of dispatch_tasks could move anything: a task waits that a living node takes, or a job whose pause is
-- over waits for a turn. What waits for no living node costs nothing here, however much it is.
create function is_line_waiting(lease_ttl_ms double precision) returns boolean
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  mark queue_mark;
begin
  select * into mark from queue_mark;
  return exists (
    select from (
      select distinct o.name from worker_leases l cross join lateral unnest(l.queue_jobs) as o (name)
      where l.renewed_at >= now() - lease_ttl_ms * interval '1 millisecond'
    ) taken where exists (select from waiting_shares s where s.queue_job = taken.name and s.is_waiting)
  ) or exists (
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
    where j.id > coalesce(mark.passed_id, 0) and n.identifier like 'run-%'
      and j.locked_at is null and j.run_at >= tags_end() and j.run_at <= now()
  ) or exists (
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
    where j.id = any (mark.kept_ids) and n.identifier like 'run-%'
      and j.locked_at is null and j.run_at >= tags_end() and j.run_at <= now());
end $$;

-- Whether jobs of runs are ready or under way.
create function is_run_expected() returns boolean
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  mark queue_mark;
begin
  select * into mark from queue_mark;
  return exists (
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
    where j.id > coalesce(mark.passed_id, 0) and n.identifier like 'run-%'
      and (j.locked_at is not null or j.run_at <= now())
  ) or exists (
    select from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
    where j.id = any (mark.kept_ids) and n.identifier like 'run-%' and (j.locked_at is not null or j.run_at <= now()));
end $$;

-- Takes tasks that wait for their turn out of the line; what is not in it is left alone.
create function leave_queue(left_task_ids text[]) returns void
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  perform from waiting_shares s
    where (s.queue_job, s.account_id) in (
      select w.queue_job, w.account_id from waiting_tasks w where w.task_id = any (left_task_ids))
    order by s.queue_job, s.account_id for update;
  with gone as (
    delete from waiting_tasks where task_id = any (left_task_ids) returning queue_job, account_id
  )
  update waiting_shares s set waiting = s.waiting - went.tasks
  from (select queue_job, account_id, count(*) as tasks from gone group by queue_job, account_id) went
  where s.queue_job = went.queue_job and s.account_id = went.account_id;
end $$;

-- What waits, for whoever starts and stops media nodes: an autoscaler's own login reads the view and nothing else. By
-- queue job, since nodes listen for queue jobs. Seconds count from when the oldest task came into line, also for one
-- whose turn has come and that no node has taken yet. What waits out the pause between two tries is not waiting here:
-- another node would not help it. A function below the view, since the queue's tables come after our migrations; it reads
-- as its owner, so that its callers need none of the tables.
create function clipmill_waiting_now() returns table (
  queue_job text, waiting integer, running integer, nodes integer, oldest_waiting_s double precision
) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    with line as (
      select s.queue_job as name, sum(s.waiting)::integer as waiting, (
        select min(w.waiting_since) from public.waiting_tasks w where w.queue_job = s.queue_job) as waiting_since
      from public.waiting_shares s where s.is_waiting group by s.queue_job
    ), ready as (
      select n.identifier as name,
        count(*) filter (where j.locked_at is null)::integer as waiting,
        count(*) filter (where j.locked_at is not null)::integer as running,
        min(j.created_at) filter (where j.locked_at is null) as waiting_since
      from graphile_worker._private_jobs j join graphile_worker._private_tasks n on n.id = j.task_id
      where j.locked_at is not null or (j.run_at <= now() and j.attempts < j.max_attempts)
      group by n.identifier
    ), taken as (
      select unnest(l.queue_jobs) as name, count(*)::integer as nodes
      from public.worker_leases l where l.plane = 'media-node' group by 1
    ), names as (
      select name from line union select name from ready union select name from taken
    )
    select names.name, coalesce(line.waiting, 0) + coalesce(ready.waiting, 0), coalesce(ready.running, 0),
      coalesce(taken.nodes, 0),
      coalesce(greatest(extract(epoch from now() - least(line.waiting_since, ready.waiting_since)), 0), 0)::double precision
    from names left join line using (name) left join ready using (name) left join taken using (name)
    order by 1;
end $$;
revoke execute on function clipmill_waiting_now() from public;

create view clipmill_waiting as select * from clipmill_waiting_now();
comment on view clipmill_waiting is 'By queue job: what waits and runs, on how many nodes, and how long the oldest has waited';
