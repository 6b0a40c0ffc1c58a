-- What is kept in the storage: removals that are under way, and room for what clients announce.

-- Removals of files that a control plane has taken on: one that fails, or whose process dies, is taken on again at
-- retry_at, by whichever control plane comes first. The thing itself is marked only when its files are gone. The daily
-- search for files that nothing names is a row of its own.
create table file_removals (
  kind text not null,
  subject text not null,
  attempts integer not null,
  retry_at timestamptz not null,
  primary key (kind, subject)
);

-- Announcements whose content never came.
create index uploads_never_stored_idx on uploads (expires_at) where stored_at is null and removed_at is null;
-- What an account keeps, and has announced.
create index uploads_account_idx on uploads (account_id) where removed_at is null;
-- An operator's own quota for this account; null for the appliance's.
alter table accounts add column upload_quota_bytes bigint check (upload_quota_bytes >= 0);
-- Open tasks by the uploads that they were made from, which a request names in `source` or in one of its `sources`. Open
-- in other words than tasks_open_idx has, which would serve for few tasks, in a plan that is kept when they are many.
create index tasks_open_uploads_idx on tasks
  using gin (jsonb_path_query_array(request, '$.**{1 to 2}.storageKey')) with (fastupdate = off)
  where completed_at is null and request @? '$.**{1 to 2}.storageKey';
-- Which transcript a file is.
create index transcripts_storage_key_idx on transcripts (storage_key);

-- Announces an upload if there is room for it, and says 'announced', or which bound it would break. One announcement of
-- an account at a time, and one of all at a time where the room is counted: each statement of a function sees what was
-- committed before it began, so that no two can take the last room, and an account with many uploads, whose sum takes
-- long, holds up itself alone. room_bytes is null where the storage has no bound.
create function announce_upload(
  new_id text, new_account_id text, new_storage_key text, new_filename text, new_content_type text,
  new_size_bytes bigint, kept_ms double precision, room_bytes bigint, quota_bytes bigint, open_uploads integer
) returns text language plpgsql as $$
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
  select coalesce(sum(size_bytes), 0) into taken_bytes
    from uploads where stored_at is null and removed_at is null and expires_at > now();
  if taken_bytes + new_size_bytes > room_bytes then return 'room'; end if;
  insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, expires_at)
    values (new_id, new_account_id, new_storage_key, new_filename, new_content_type, new_size_bytes,
      now() + kept_ms * interval '1 millisecond');
  return 'announced';
end $$;
