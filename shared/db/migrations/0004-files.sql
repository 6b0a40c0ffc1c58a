-- What lies in the storage: uploads, transcripts, and what is removed from it.

create table uploads (
  id text primary key,
  account_id text not null references accounts (id),
  storage_key text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- Of an upload in parts: what each part but the last has, the storage's name for the parts, and how much of them has
  -- come, as far as is known.
  part_size_bytes bigint,
  parts_handle text,
  received_bytes bigint not null default 0,
  -- Which content it had when it was found to be there, in storages where the holder of its address could replace it.
  tag text,
  stored_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- Removed by its account: no job is made of it any more, and its files go.
  deleted_at timestamptz(3),
  removed_at timestamptz(3)
);
create unique index uploads_storage_key_key on uploads (storage_key);
create index uploads_kept_idx on uploads (created_at) where removed_at is null;
-- Announcements whose content never came.
create index uploads_never_stored_idx on uploads (expires_at) where stored_at is null and removed_at is null;
-- What an account keeps, and has announced; with what is summed up at each announcement, for which hundreds of thousands
-- of rows would be read, and by an index that knows no accounts, everybody's.
create index uploads_account_idx on uploads (account_id) include (size_bytes, stored_at, expires_at) where removed_at is null;

-- Announces an upload if there is room for it, and says 'announced', or which bound it would break. One announcement of
-- an account at a time, and one of all at a time where the room is counted: each statement of a function sees what was
-- committed before it began, so that no two can take the last room, and an account with many uploads, whose sum takes
-- long, holds up itself alone. room_bytes is null where the storage has no bound. Of what comes bit by bit, only what is
-- yet to come needs room. Records of uploads that are gone stay in the table, and are never read for this.
create function announce_upload(
  new_id text, new_account_id text, new_storage_key text, new_filename text, new_content_type text,
  new_size_bytes bigint, kept_ms double precision, room_bytes bigint, quota_bytes bigint, open_uploads integer,
  new_part_size_bytes bigint, new_parts_handle text
) returns text language plpgsql set enable_seqscan = off as $$
declare
  open_count bigint;
  taken_bytes numeric;
  account_quota_bytes bigint;
begin
  perform pg_advisory_xact_lock(hashtext('announce_upload'), hashtext(new_account_id));
  select count(*) filter (where stored_at is null), coalesce(sum(size_bytes), 0) into open_count, taken_bytes
    from uploads
    where account_id = new_account_id and removed_at is null and (stored_at is not null or expires_at > now());
  select coalesce(upload_quota_bytes, quota_bytes) into account_quota_bytes
    from accounts where id = new_account_id;
  if open_count >= open_uploads then return 'open-uploads'; end if;
  if taken_bytes + new_size_bytes > account_quota_bytes then return 'quota'; end if;
  perform pg_advisory_xact_lock(hashtext('announce_upload'));
  select coalesce(sum(size_bytes - received_bytes), 0) into taken_bytes
    from uploads where stored_at is null and removed_at is null and expires_at > now();
  if taken_bytes + new_size_bytes > room_bytes then return 'room'; end if;
  insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, expires_at, part_size_bytes,
      parts_handle)
    values (new_id, new_account_id, new_storage_key, new_filename, new_content_type, new_size_bytes,
      now() + kept_ms * interval '1 millisecond', new_part_size_bytes, new_parts_handle);
  return 'announced';
end $$;

-- What has been transcribed, so that it need not be again: a transcript lies in the storage, and a row says of what.
create table transcripts (
  id text primary key,
  account_id text not null references accounts (id),
  -- SHA-256 of what the source is: the upload and its size, or the URL.
  source_hash bytea not null check (length(source_hash) = 32),
  -- The picture height that was asked of a video-sharing site; null where the best was fetched, which serves any.
  quality integer,
  -- Name and version of the speech model.
  model text not null,
  -- What the transcript covers, and how long the whole source is.
  start_s double precision not null,
  end_s double precision not null check (end_s > start_s),
  source_s double precision not null,
  -- The place of the sound track that was heard among those of the file, from 0; null where there was no choice.
  sound_track smallint check (sound_track >= 0),
  storage_key text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index transcripts_source_idx on transcripts (account_id, source_hash, model, start_s);
create index transcripts_expires_at_idx on transcripts (expires_at);
-- Which transcript a file is.
create index transcripts_storage_key_idx on transcripts (storage_key);

-- Files that nothing names any more: of a template (template_id), or of a withdrawn task's run. They go once no open task
-- needs them.
create table discarded_files (
  storage_key text primary key,
  template_id text,
  discarded_at timestamptz(3) not null default now()
);
create index discarded_files_discarded_at_idx on discarded_files (discarded_at);

-- Removals of files that a control plane has taken on: one that fails, or whose process dies, is taken on again at
-- retry_at, by whichever control plane comes first. The thing itself is marked only when its files are gone.
create table file_removals (
  kind text not null,
  subject text not null,
  attempts integer not null,
  retry_at timestamptz not null,
  primary key (kind, subject)
);
-- What clients have removed waits here by the thousand for its next try; each claim takes a few.
create index file_removals_due_idx on file_removals (kind, retry_at);

-- The daily search for files that no row names, from the first one on: whichever control plane comes first takes it on.
create table orphan_search (
  id boolean primary key default true check (id),
  -- When it is due, or, while a control plane is at it, when that has failed or died.
  due_at timestamptz not null,
  -- Tries since a search last came forward, the one under way with them.
  attempts integer not null default 0,
  -- The last key that was looked at; empty at the front.
  after_key text not null default ''
);
