DROP INDEX "notifications_due_index";--> statement-breakpoint
DROP INDEX "scheduled_reports_due_index";--> statement-breakpoint
ALTER TABLE "notification_occurrences" ALTER COLUMN "kind" SET DEFAULT 'scheduled';--> statement-breakpoint
CREATE INDEX "notifications_due_index" ON "notifications" USING btree ("next_due_at","workspace_id") WHERE "notifications"."next_due_at" is not null;--> statement-breakpoint
CREATE INDEX "scheduled_reports_due_index" ON "scheduled_reports" USING btree ("next_due_at","workspace_id") WHERE "scheduled_reports"."next_due_at" is not null;