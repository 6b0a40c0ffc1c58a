-- Living processes and what they offer, which of them operators drain, and the models that operators have them install.

-- One row per living worker process. A process that does not renew its row in time is lost, and its jobs are freed.
create table worker_leases (
  id text primary key,
  plane text not null check (plane in ('control-plane', 'media-node')),
  pool_ids text[] not null default '{}',
  host text not null,
  pid integer not null,
  -- The machine and the space of process ids in which `pid` stands; null where that cannot be told.
  process_space text,
  -- Of this project.
  version text,
  -- What the process may have.
  memory_bytes bigint,
  -- The names of the queue jobs that this process takes, and of those among them whose model runs on a device here: where
  -- there are devices, such jobs are run on them.
  queue_jobs text[] not null default '{}',
  device_queue_jobs text[] not null default '{}',
  -- Which models it can run: a model that no living process names is not shown and takes no task.
  models text[] not null default '{}',
  -- The provider that each model ran on last, by the model's name.
  model_providers jsonb not null default '{}',
  -- The devices that its models may run on: a list of {provider, index, name, memoryBytes}.
  devices jsonb not null default '[]',
  -- Places for runs of a media node, by what they keep busy (cores, devices), and how many of them are taken; told with
  -- each beat of its lease, for operators. Empty for a control plane.
  places jsonb not null default '[]',
  -- Why a media node takes no job now; null while it does.
  shortage text,
  -- Said by the node itself, a beat after it has stopped taking jobs, so that none is on its way to it any more.
  is_draining boolean not null default false,
  started_at timestamptz(3) not null default now(),
  -- Since when this lease has been renewed without a gap. Who could not write for a while does not know whether others
  -- could, and declares nobody lost before a whole lease period of writes that went through.
  steady_since timestamptz(3) not null default now(),
  renewed_at timestamptz(3) not null default now()
);

-- When a living media node last took a queue job: tasks wait a while for the next one.
create table queue_job_offers (
  queue_job text primary key,
  offered_at timestamptz(3) not null
);

-- Nodes that an operator drains, by a node's id or by the name of its machine: with the name it holds for whatever node
-- starts there. A node looks at each beat of its lease.
create table drains (
  node text primary key,
  asked_at timestamptz(3) not null default now()
);

-- Unlocks what is locked under the names of pools that have ended. The lost try does not count, save for jobs whose
-- tries the queue alone bounds: those with fewer attempts than `attempts`. One that may not be tried again stays so.
create function free_queue_jobs(pool_ids text[], attempts integer) returns bigint language plpgsql as $$
declare
  freed bigint;
begin
  update graphile_worker._private_jobs as jobs set locked_by = null, locked_at = null,
    attempts = case when jobs.max_attempts >= free_queue_jobs.attempts and jobs.attempts < jobs.max_attempts
      then greatest(jobs.attempts - 1, 0) else jobs.attempts end
  where jobs.locked_by = any (pool_ids);
  get diagnostics freed = row_count;
  update graphile_worker._private_job_queues as queues set locked_by = null, locked_at = null
  where queues.locked_by = any (pool_ids);
  if freed > 0 then
    perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', freed)::text);
  end if;
  return freed;
end $$;

-- What media nodes can install, as their catalogue describes it; each node writes down what it knows.
create table catalogue_models (
  name text primary key,
  described jsonb not null,
  updated_at timestamptz not null default now()
);

-- The models of a living media node; a row goes with its lease.
create table node_models (
  node_id text primary key references worker_leases (id) on delete cascade,
  -- Of the folder where it has its models: nodes that share one name the same.
  folder_id text not null,
  path text not null,
  -- On the folder's disk; null where that does not answer.
  free_bytes bigint,
  -- Names of the catalogue: what its version knows, and what its machine should have and has not.
  can_install text[] not null,
  recommended text[] not null,
  -- What it has: [{name, title, kind, sizeBytes, isBuiltIn}].
  installed jsonb not null,
  reported_at timestamptz not null default now()
);

-- One model for one models folder: asked for by operators, carried out by a node that has the folder.
create table model_installs (
  id text primary key,
  folder_id text not null,
  model text not null,
  state text not null default 'waiting' check (state in ('waiting', 'downloading', 'installed', 'failed', 'cancelled')),
  -- Who carries it out, or did.
  node_id text,
  host text,
  received_bytes bigint not null default 0,
  -- Null until it is known.
  total_bytes bigint,
  -- Why it failed, and what to do.
  error text,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (folder_id, model)
);
