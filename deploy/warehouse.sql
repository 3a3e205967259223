-- For the database of each cell that a group's warehouse follows, once: the role that reads it.
-- psql --set password=... --file deploy/warehouse.sql casino; then restart PostgreSQL (wal_level).
CREATE ROLE casino_group LOGIN REPLICATION PASSWORD :'password';
SELECT format('GRANT CONNECT ON DATABASE %I TO casino_group', current_database()) \gexec
GRANT USAGE ON SCHEMA public TO casino_group;
ALTER SYSTEM SET wal_level = logical;
