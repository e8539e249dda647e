#!/bin/sh
# Run once by the Postgres image, on an empty data folder: the role of the server, which owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$GREENROOM_APP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE greenroom_app LOGIN PASSWORD :'password';
SQL
