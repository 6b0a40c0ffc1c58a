-- What whoever watches from outside may read, such as an autoscaler: the group role clipmill_monitor sees the view
-- clipmill_waiting and nothing else. Run after every migration, as media-role.sql is.

do $$ begin
  create role clipmill_monitor nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;

do $$ begin
  if not exists (select from pg_roles where rolname = 'clipmill_monitor') then return; end if;
  if to_regclass('public.clipmill_waiting') is null then return; end if;
  execute format('grant connect on database %I to clipmill_monitor', current_database());
  grant usage on schema public to clipmill_monitor;
  revoke all on all tables in schema public from clipmill_monitor;
  grant select on clipmill_waiting to clipmill_monitor;
  grant execute on function clipmill_waiting_now() to clipmill_monitor;
end $$;
