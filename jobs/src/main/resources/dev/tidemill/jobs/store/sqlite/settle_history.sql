INSERT INTO attempts (job_id, epoch, run_id, worker_id, claimed_at, ended_at, outcome, error)
SELECT j.id, j.epoch, j.run_id, j.claimed_by, j.claimed_at, ${now}, i.value ->> 'outcome', j.error
FROM json_each(:endings) AS i
JOIN jobs j ON j.id = i.value ->> 'id' AND j.epoch = i.value ->> 'epoch'
WHERE i.value ->> 'id' IN (SELECT value FROM json_each(:settled))
