-- Nodes that an operator drains, by a node's id or by the name of its machine: with the name it holds for whatever node
-- starts there. A node looks at each beat of its lease.
create table drains (
  node text primary key,
  asked_at timestamptz(3) not null default now()
);

-- Said by the node itself, a beat after it has stopped taking jobs, so that none is on its way to it any more.
alter table worker_leases add column is_draining boolean not null default false;
