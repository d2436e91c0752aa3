DROP INDEX "operations_status_index";--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "due_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL;--> statement-breakpoint
CREATE INDEX "operations_pending_index" ON "operations" USING btree ("workspace_id",("attempt_count" > 0),"due_at","id") WHERE "operations"."status" = 'PENDING';