-- Where jobs that need a model are run: on devices, while there are any.

-- The queue jobs among those that this process takes whose model runs on a device here.
alter table worker_leases add column device_queue_jobs text[] not null default '{}';
