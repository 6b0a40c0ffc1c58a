-- What media nodes can run, what it costs, and templates made from it.

create table models (
  slug text primary key,
  title text not null,
  subtitle text not null,
  capability text not null,
  default_output_count integer not null default 1 check (default_output_count between 1 and 8),
  input_schema json not null,
  model_tiers text[] not null,
  -- Moods for one output by tier, as exact decimals in text, where the model says so itself.
  tier_prices jsonb not null default '{}',
  updated_at timestamptz(3) not null default now()
);

-- When a media node last offered a model: a model is remembered for a while after its last node has gone.
create table model_offers (
  model text primary key,
  offered_at timestamptz(3) not null
);

-- Moods for one output of a model in a tier, where an operator says so: before what the model itself announces.
create table model_prices (
  model text not null,
  tier text not null,
  moods numeric(10, 4) not null check (moods >= 0),
  set_at timestamptz(3) not null default now(),
  primary key (model, tier)
);

create table template_categories (
  id text primary key,
  name text not null,
  slug text not null
);
create unique index template_categories_slug_key on template_categories (slug);

create table templates (
  id text primary key,
  model text not null references models (slug),
  category_id text not null references template_categories (id),
  description text not null,
  -- Null while there is no preview; `storage:` and a key for a file of ours, whose address each read signs.
  media_url text,
  -- The preview that is awaited; what arrives under another name is out of date.
  preview_id text,
  raw_prompt json not null,
  input json not null,
  preview_results json not null default '[]',
  -- Of a template that Clipmill brings along, as it was brought; null for one that an operator wrote or changed.
  built_in_sha256 text,
  usage_count bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index templates_created_at_idx on templates (created_at, id);
create index templates_model_idx on templates (model, created_at, id);
create index templates_category_idx on templates (category_id, created_at, id);

-- Every version of every built-in template that was ever brought into this database. Each is brought once, so that
-- neither a removal nor an operator's change is undone, nor an older process puts an older version back.
create table built_in_templates (
  template_id text not null,
  sha256 text not null,
  primary key (template_id, sha256)
);
