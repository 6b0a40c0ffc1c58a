-- What waits, for whoever starts and stops media nodes: an autoscaler's own login reads the view and nothing else. By queue
-- job, since nodes listen for queue jobs. Seconds count from when the oldest task came into line, also for one whose turn
-- has come and that no node has taken yet. What waits out the pause between two tries is not waiting here: another node
-- would not help it.
-- A function below the view, since the queue's tables come after our migrations; it reads as its owner, so that its
-- callers need none of the tables.
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
