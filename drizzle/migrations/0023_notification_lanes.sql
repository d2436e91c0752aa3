DROP INDEX "notification_dispatches_due_index";--> statement-breakpoint
DROP INDEX "notification_occurrences_compose_index";--> statement-breakpoint
CREATE INDEX "notification_dispatches_due_index" ON "notification_dispatches" USING btree ("platform","workspace_id","next_attempt_at","id") WHERE "notification_dispatches"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "notification_occurrences_compose_index" ON "notification_occurrences" USING btree ("workspace_id","compose_at","id") WHERE "notification_occurrences"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "notification_dispatches" DROP COLUMN "fence";