// Holds the rules for migrations over all of them, and shows that the rules find what they are for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LAST_OF_SCHEMA } from "../../../../shared/db/schema/applied-migrations.ts";
import { listMigrations } from "../../../../shared/db/schema/list-migrations.ts";
import { findFaults } from "../../../support/database/migration-rules.ts";
import { migration } from "../../../support/database/migrations.ts";

test("migrations after the first schema only add, or say what code they need, and hold nobody up", () => {
  const later = listMigrations().filter(({ version }) => version > LAST_OF_SCHEMA);
  assert.deepEqual(later.flatMap(findFaults), []);
});

test("what older code does not notice is additive", () => {
  for (const text of [
    "create table things (id text primary key, size integer not null check (size > 0)); create index on things (size)",
    "create table if not exists things (id text); create unique index things_key on things (id); alter table things add check (id <> '')",
    "create table things (id text); revoke update on things from current_user",
    "create function f() returns integer language sql as $$ select 1 $$; revoke execute on function f() from public",
    "alter table tasks add column more text, add column is_old boolean not null default false",
    "alter table tasks add column tags text[] not null default '{}', add column price numeric(18, 4) not null default 0",
    "alter table tasks set (fillfactor = 80), alter column state set statistics 500",
    "create or replace function f() returns integer language sql as $$ select 1; drop table tasks $$",
    "create trigger tasks_seen after insert on tasks for each statement execute function f()",
    "insert into models (slug) values ('a') on conflict (slug) do nothing",
    "-- no transaction\ncreate index concurrently if not exists tasks_more_idx on tasks (more) where more is not null",
    "-- needs: 12\nalter table tasks drop column more",
  ]) {
    assert.deepEqual(findFaults(migration(12, text)), [], text);
  }
});

test("what older code relies on is not changed, and no table in use is locked for long", () => {
  for (const text of [
    "drop table tasks",
    "alter table tasks drop column request",
    "alter table tasks rename column request to body",
    "alter table tasks rename to jobs",
    "alter table tasks alter column model type varchar(20)",
    "alter table tasks alter column model set not null",
    "alter table tasks add column must text not null",
    "alter table tasks add column random float not null default random()",
    "alter table tasks add column sum integer generated always as (1 + 1) stored",
    "alter table tasks add column fine text, drop column request",
    "alter table tasks add constraint short check (length(model) < 9)",
    "alter table tasks add column other text references accounts (id)",
    "create index tasks_more_idx on tasks (model)",
    "-- needs: 12\ncreate index tasks_more_idx on tasks (model)",
    "create index concurrently if not exists tasks_more_idx on tasks (model)",
    "-- no transaction\ncreate index concurrently tasks_more_idx on tasks (model)",
    "update tasks set model = ''",
    "delete from runs",
    "do $$ begin drop table tasks; end $$",
    "drop index tasks_more_idx",
    "truncate runs",
    "revoke update on tasks from current_user",
    "revoke execute on function f() from public",
  ]) {
    assert.equal(findFaults(migration(12, text)).length, 1, text);
  }
});
