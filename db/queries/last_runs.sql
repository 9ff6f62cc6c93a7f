-- Last runs
-- about: the database
--
-- What was done to this database, newest first, and what it asked of each service: requests,
-- repeated ones, answers that asked to slow down or refused us, bytes, and seconds spent
-- waiting for the allowed pace.
--
-- :limit = 20  At most this many runs
WITH latest AS MATERIALIZED (
    SELECT * FROM runs ORDER BY id DESC LIMIT CAST(:limit AS INTEGER)
)
SELECT
    latest.id AS run,
    latest.command,
    latest.started_at,
    round((julianday(latest.finished_at) - julianday(latest.started_at)) * 86400, 1) AS seconds,
    latest.exit_code,
    latest.outcome,
    run_services.source,
    run_services.requests,
    run_services.retries,
    run_services.refusals,
    run_services.bytes,
    run_services.waited,
    latest.version
FROM latest
LEFT JOIN run_services ON run_services.run = latest.id
ORDER BY latest.id DESC, run_services.source
