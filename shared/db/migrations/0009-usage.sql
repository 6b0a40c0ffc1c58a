-- Sums for reports: requests and charges of accounts, and how tasks ended.

-- Authenticated requests by second, for any range that a client asks for, and the same by hour, so that a month of a
-- busy account is read from hundreds of rows and not from millions. One statement writes both.
create table usage_seconds (
  account_id text not null,
  second timestamptz(0) not null,
  method text not null,
  endpoint text not null,
  requests bigint not null,
  duration_ms double precision not null,
  primary key (account_id, second, method, endpoint)
) partition by range (second);
create table usage_seconds_default partition of usage_seconds default;
create table usage_hours (
  account_id text not null,
  hour timestamptz(0) not null,
  method text not null,
  endpoint text not null,
  requests bigint not null,
  duration_ms double precision not null,
  primary key (account_id, hour, method, endpoint)
) with (fillfactor = 50);

-- What was charged, summed by the statement that charges: reports read these and not the ledger. Apart from the requests'
-- sums, because a charge locks its account first, and only those that hold that lock touch these rows.
create table charge_seconds (
  account_id text not null,
  second timestamptz(0) not null,
  kind text not null,
  tasks bigint not null,
  base_moods numeric(24, 4) not null,
  charged_moods numeric(24, 4) not null,
  primary key (account_id, second, kind)
) partition by range (second);
create table charge_seconds_default partition of charge_seconds default;
create table charge_hours (
  account_id text not null,
  hour timestamptz(0) not null,
  kind text not null,
  tasks bigint not null,
  base_moods numeric(24, 4) not null,
  charged_moods numeric(24, 4) not null,
  primary key (account_id, hour, kind)
) with (fillfactor = 50);

-- Sums of whole days. A year of one account is tens of thousands of hours' rows, each of which lies beside those of other
-- accounts of its hour: with millions of them a report would read as many pages.

create table charge_days (
  account_id text collate "C" not null,
  -- In UTC.
  day date not null,
  kind text not null,
  tasks bigint not null,
  base_moods numeric(24, 4) not null,
  charged_moods numeric(24, 4) not null,
  primary key (account_id, day, kind)
);

create table usage_days (
  account_id text collate "C" not null,
  day date not null,
  method text not null,
  endpoint text not null,
  requests bigint not null,
  duration_ms double precision not null,
  primary key (account_id, day, method, endpoint)
);

-- Days before this one have been summed up, once for all: a day is only summed up when nothing adds to its hours any
-- more. Null until there is one.
create table summed_days (
  one_row boolean primary key default true check (one_row),
  end_day date
);
insert into summed_days (one_row) values (true) on conflict (one_row) do nothing;

-- Tasks whose runs ended them, by the hour of their end, their kind, and how long they had waited for their first run: up
-- to so many seconds, -1 for longer than any bound (ENDED_HOURS_LIMITS.waitedUpToS). Written by the statement that
-- follows the end of many tasks, so that nobody goes through tasks to see how many there were.
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
