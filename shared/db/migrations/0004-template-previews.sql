-- Templates whose previews are files of ours, and templates that Clipmill brings along.

-- Null while there is no preview; `storage:` and a key for a file of ours, whose address each read signs.
alter table templates alter column media_url drop not null,
  -- The preview that is awaited; what arrives under another name is out of date.
  add column preview_id text,
  -- Of the built-in template that stands here as it was brought; null for one that an operator wrote or changed.
  add column built_in_sha256 text;

-- Every version of every built-in template that was ever brought into this database. Each is brought once, so that
-- neither a removal nor an operator's change is undone, nor an older process puts an older version back.
create table built_in_templates (
  template_id text not null,
  sha256 text not null,
  brought_at timestamptz(3) not null default now(),
  primary key (template_id, sha256)
);

-- Files of templates that no template names any more; they go once no open task needs them.
create table discarded_files (
  storage_key text primary key,
  template_id text not null,
  discarded_at timestamptz(3) not null default now()
);
create index discarded_files_discarded_at_idx on discarded_files (discarded_at);
-- Open tasks that were made from a template.
create index tasks_open_template_idx on tasks (template_id)
  where template_id is not null and state in ('queued', 'running');
