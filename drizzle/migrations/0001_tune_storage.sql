-- Counters are updated in place all the time: leave room for heap-only tuples on every page.
ALTER TABLE "rate_counters" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);--> statement-breakpoint
ALTER TABLE "throttles" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);--> statement-breakpoint
-- Lets one index answer "whose leave touches these days" within a workspace, however long the history.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE INDEX "leaves_period_index" ON "leaves" USING gist ("workspace_id", daterange("start_date", "end_date", '[]'));
