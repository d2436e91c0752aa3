ALTER TABLE "report_downloads" RENAME COLUMN "fence" TO "attempt_count";--> statement-breakpoint
DROP INDEX "report_downloads_due_index";--> statement-breakpoint
DROP INDEX "scheduled_report_occurrences_due_index";--> statement-breakpoint
CREATE INDEX "report_downloads_due_index" ON "report_downloads" USING btree ("workspace_id","next_attempt_at","id") WHERE "report_downloads"."status" = 'running';--> statement-breakpoint
CREATE INDEX "scheduled_report_occurrences_due_index" ON "scheduled_report_occurrences" USING btree ("workspace_id","next_attempt_at","id") WHERE "scheduled_report_occurrences"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "scheduled_report_occurrences" DROP COLUMN "fence";