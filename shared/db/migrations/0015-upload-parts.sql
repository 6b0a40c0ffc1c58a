-- Uploads in parts, and removal of footage and results by those whose they are.

-- What each part but the last has, the storage's name for the parts, and how much of them has come, as far as is known.
alter table uploads
  add column part_size_bytes bigint,
  add column parts_handle text,
  add column received_bytes bigint not null default 0,
  -- Removed by its account: no job is made of it any more, and its files go.
  add column deleted_at timestamptz(3);
-- Likewise: its output and result are gone with that, its files a moment later.
alter table tasks add column deleted_at timestamptz(3);

-- As announce_upload of 0008, also for parts: of what comes bit by bit, only what is yet to come needs room.
create function announce_upload(
  new_id text, new_account_id text, new_storage_key text, new_filename text, new_content_type text,
  new_size_bytes bigint, kept_ms double precision, room_bytes bigint, quota_bytes bigint, open_uploads integer,
  new_part_size_bytes bigint, new_parts_handle text
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
  select coalesce(sum(size_bytes - received_bytes), 0) into taken_bytes
    from uploads where stored_at is null and removed_at is null and expires_at > now();
  if taken_bytes + new_size_bytes > room_bytes then return 'room'; end if;
  insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, expires_at, part_size_bytes,
      parts_handle)
    values (new_id, new_account_id, new_storage_key, new_filename, new_content_type, new_size_bytes,
      now() + kept_ms * interval '1 millisecond', new_part_size_bytes, new_parts_handle);
  return 'announced';
end $$;
