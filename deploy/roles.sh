#!/bin/sh
# The two roles and the database, once; run as PostgreSQL's superuser, by its image by itself.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username=postgres \
    --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" --file=- <<'SQL'
CREATE ROLE casino_owner LOGIN PASSWORD :'owner';
CREATE ROLE casino_app LOGIN PASSWORD :'app';
CREATE DATABASE casino OWNER casino_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE casino FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE casino TO casino_app;
SQL
