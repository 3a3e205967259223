-- For the database `postgres` of the server that leads, once: the role that script/standby works as.
-- psql --set password=... --file deploy/standby.sql postgres
CREATE ROLE casino_standby LOGIN REPLICATION PASSWORD :'password';
GRANT pg_monitor, pg_signal_backend TO casino_standby;
GRANT EXECUTE ON FUNCTION pg_promote(boolean, integer), pg_reload_conf() TO casino_standby;
GRANT ALTER SYSTEM ON PARAMETER synchronous_standby_names, default_transaction_read_only TO casino_standby;
-- pg_rewind reads the files of the server that leads.
GRANT EXECUTE ON FUNCTION pg_ls_dir(text, boolean, boolean), pg_stat_file(text, boolean),
    pg_read_binary_file(text), pg_read_binary_file(text, bigint, bigint, boolean) TO casino_standby;
