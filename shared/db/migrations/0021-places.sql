-- Places for runs of a media node, by what they keep busy (cores, devices), and how many of them are taken; told with each
-- beat of its lease, for operators. Empty for a node of an older version, and for a control plane.
alter table worker_leases add column places jsonb not null default '[]';
