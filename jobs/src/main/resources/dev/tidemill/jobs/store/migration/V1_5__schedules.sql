-- What a schedule does next, and what became of each of its fires.

-- The nominal time of the next fire; `next_fire_at` is when it is due, which jitter may make later. Without one,
-- `next_fire_at` is when the schedule ends.
ALTER TABLE schedules ADD COLUMN next_tick_at bigint;

-- started: a run was made, which may still be open · ended: that run is known to have ended ·
-- queued: waits for the run before it · skipped: no run, for the reason given.
ALTER TABLE fires ADD COLUMN state text NOT NULL DEFAULT 'started';
ALTER TABLE fires ADD COLUMN reason text;
ALTER TABLE fires ADD COLUMN by_hand integer NOT NULL DEFAULT 0;
ALTER TABLE fires ADD COLUMN recorded_at bigint NOT NULL DEFAULT 0;

-- What stands in the way of the next fire. Small: a run that has ended leaves it with the next fire.
CREATE INDEX fires_open ON fires (schedule_id, fire_time) WHERE state = 'started';
CREATE INDEX fires_queued ON fires (schedule_id, fire_time) WHERE state = 'queued';
CREATE INDEX fires_by_age ON fires (recorded_at);
