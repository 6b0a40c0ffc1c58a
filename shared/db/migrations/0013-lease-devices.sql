-- What a media node computes on, for operators.

alter table worker_leases
  -- The devices that its models may run on: a list of {provider, index, name, memoryBytes}.
  add column devices jsonb not null default '[]',
  -- The provider that each model ran on last, by the model's name.
  add column model_providers jsonb not null default '{}';
