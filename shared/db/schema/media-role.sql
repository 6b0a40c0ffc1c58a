-- What a media node may do in this database, and nothing else: the group role clipmill_media, of which each node's own
-- role is a member. Run after every migration, so that the list below is the whole truth, whatever was granted before,
-- also where the database was moved to a cluster that does not have the role yet.

-- Roles belong to the whole cluster: another database's migration may make it at the same moment.
do $$ begin
  create role clipmill_media nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;

do $$ begin
  if not exists (select from pg_roles where rolname = 'clipmill_media') then return; end if;
  execute format('grant connect on database %I to clipmill_media', current_database());
  grant usage on schema public, graphile_worker to clipmill_media;
  revoke all on all tables in schema public, graphile_worker from clipmill_media;

  grant select on schema_migrations to clipmill_media;
  -- A run takes its task over and is told when it is no longer wanted. What it costs and whose it is stay as they are.
  grant select (id, account_id, kind, state, model, request, current_run_id, created_at, updated_at, traceparent)
    on tasks to clipmill_media;
  grant update (state, current_run_id, updated_at) on tasks to clipmill_media;
  grant select, insert, update on runs to clipmill_media;
  grant insert on reported_runs to clipmill_media;
  grant select, insert, update, delete on worker_leases to clipmill_media;
  grant select, insert, update on models, model_offers, queue_job_offers to clipmill_media;
  grant select, insert on transcripts to clipmill_media;
  grant select on drains to clipmill_media;
  -- Operators ask for models; a node says how far it is with one.
  grant select, insert, update on catalogue_models, node_models to clipmill_media;
  grant select on model_installs to clipmill_media;
  grant update (state, node_id, host, received_bytes, total_bytes, error, started_at, ended_at, updated_at)
    on model_installs to clipmill_media;

  grant select on graphile_worker.migrations to clipmill_media;
  grant select, insert, update, delete on all tables in schema graphile_worker to clipmill_media;
  revoke insert, update, delete on graphile_worker.migrations from clipmill_media;
end $$;

-- The queue's tables show their rows to their owner alone. A policy locks its table, so that only a missing one is made.
do $$
declare
  queue_table name;
begin
  if not exists (select from pg_roles where rolname = 'clipmill_media') then return; end if;
  for queue_table in
    select relname from pg_class c
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polname = 'clipmill_media')
  loop
    execute format(
      'create policy clipmill_media on graphile_worker.%I to clipmill_media using (true) with check (true)', queue_table);
  end loop;
end $$;
