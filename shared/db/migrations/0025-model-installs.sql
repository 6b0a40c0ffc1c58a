-- Models that operators have media nodes install.

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
