#!/bin/sh
# Runs once, when the database's folder is made: the media nodes' login, a member of the role to which every migration
# gives what nodes may do, and nothing else.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$MEDIA_DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role clipmill_media nologin;
create role clipmill_media_node login password :'password' in role clipmill_media;
SQL
