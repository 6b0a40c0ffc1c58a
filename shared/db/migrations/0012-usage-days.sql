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

-- Days before this one have been summed up, once for all: a day is only summed up when nothing adds to its hours any more.
-- Null until there is one.
create table summed_days (
  one_row boolean primary key default true check (one_row),
  end_day date
);
insert into summed_days (one_row) values (true) on conflict (one_row) do nothing;
