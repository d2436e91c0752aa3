ALTER TABLE "events" ADD COLUMN "recorded_at" timestamp (3) with time zone;--> statement-breakpoint
-- By itself, so that no row is rewritten and what is there already keeps the order in which it happened.
ALTER TABLE "events" ALTER COLUMN "recorded_at" SET DEFAULT case when pg_current_xact_id() is not null then clock_timestamp() end;--> statement-breakpoint
CREATE INDEX "events_position_index" ON "events" USING btree ("workspace_id",coalesce("recorded_at", "occurred_at"),"id");--> statement-breakpoint
CREATE INDEX "events_message_index" ON "events" USING btree ("workspace_id","message_id");--> statement-breakpoint
CREATE INDEX "operations_owner_index" ON "operations" USING btree ("workspace_id","owner_id","id");