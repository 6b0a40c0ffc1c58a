-- What the console shows operators.

-- Of living processes.
alter table worker_leases
  -- Of this project; null of older processes, which did not say.
  add column version text,
  -- What the process may have.
  add column memory_bytes bigint,
  -- Why a media node takes no job now; null while it does.
  add column shortage text;

-- Tasks whose runs ended them, by the hour of their end, their kind, and how long they had waited for their first run: up
-- to so many seconds, -1 for longer than any bound (ENDED_HOURS_LIMITS.waitedUpToS). Written by the statement that follows
-- the end of many tasks, so that nobody goes through tasks to see how many there were.
create table ended_hours (
  hour timestamptz(0) not null,
  kind text not null,
  waited_up_to_s integer not null,
  finished bigint not null,
  failed bigint not null,
  waited_ms double precision not null,
  -- From the first run's start to the end.
  worked_ms double precision not null,
  primary key (hour, kind, waited_up_to_s)
) with (fillfactor = 50);
