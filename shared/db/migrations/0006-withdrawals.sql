-- Tasks whose creation was not answered with 201 are withdrawn: they are charged back and gone.

-- The answers that may tell of the task: of the request that created it, and of its first repeats. One that tells
-- something else takes itself out again; when none is left, nobody relies on the task.
alter table tasks add column answers text[] not null default '{}';

-- What a withdrawn task's run may have left in the storage is no template's.
alter table discarded_files alter column template_id drop not null;

-- The row that control planes write to see whether they can.
create table readiness_probe (
  id boolean primary key check (id),
  written_at timestamptz(3) not null
) with (fillfactor = 50);
