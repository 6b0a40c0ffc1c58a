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
  storage_key text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index transcripts_source_idx on transcripts (account_id, source_hash, model, start_s);
create index transcripts_expires_at_idx on transcripts (expires_at);
