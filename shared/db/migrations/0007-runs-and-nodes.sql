-- Whose work is whose when nodes are lost, and which work a living node takes.

alter table worker_leases
  -- Since when this lease has been renewed without a gap. Who could not write for a while does not know whether others
  -- could, and declares nobody lost before a whole lease period of writes that went through.
  add column steady_since timestamptz(3) not null default now(),
  -- The names of the queue jobs that this process takes.
  add column queue_jobs text[] not null default '{}',
  -- The machine and the space of process ids in which `pid` stands; null where that cannot be told.
  add column process_space text;

-- The queue job that runs a task on a media node.
alter table tasks add column queue_job text not null
  generated always as ('run-' || kind || coalesce(':' || model, '')) stored;
create index tasks_open_idx on tasks (id) where state in ('queued', 'running');

-- When a living media node last took a queue job: tasks wait a while for the next one.
create table queue_job_offers (
  queue_job text primary key,
  offered_at timestamptz(3) not null
);

-- Unlocks what is locked under the names of pools that have ended. The lost try does not count, save for jobs whose
-- tries the queue alone bounds: those with fewer attempts than `attempts`. One that may not be tried again stays so.
create function free_queue_jobs(pool_ids text[], attempts integer) returns bigint language plpgsql as $$
declare
  freed bigint;
begin
  update graphile_worker._private_jobs as jobs set locked_by = null, locked_at = null,
    attempts = case when jobs.max_attempts >= free_queue_jobs.attempts and jobs.attempts < jobs.max_attempts
      then greatest(jobs.attempts - 1, 0) else jobs.attempts end
  where jobs.locked_by = any (pool_ids);
  get diagnostics freed = row_count;
  update graphile_worker._private_job_queues as queues set locked_by = null, locked_at = null
  where queues.locked_by = any (pool_ids);
  if freed > 0 then
    perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', freed)::text);
  end if;
  return freed;
end $$;
