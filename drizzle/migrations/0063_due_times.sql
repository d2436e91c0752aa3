ALTER TABLE "work_leases" DROP CONSTRAINT "work_leases_worker_id_workers_id_fk";
--> statement-breakpoint
CREATE INDEX "leave_notices_next_index" ON "leave_notices" USING btree ("next_attempt_at","workspace_id") WHERE "leave_notices"."attempt_count" < 12;--> statement-breakpoint
CREATE INDEX "mails_next_index" ON "mails" USING btree ("next_attempt_at","workspace_id") WHERE "mails"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_next_bulk_index" ON "mails" USING btree ("bulk_attempt_at","workspace_id") WHERE "mails"."status" = 'pending' and "mails"."occurrence_id" is not null;--> statement-breakpoint
CREATE INDEX "operations_next_index" ON "operations" USING btree ("due_at","workspace_id") WHERE "operations"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "report_downloads_next_index" ON "report_downloads" USING btree ("next_attempt_at","workspace_id") WHERE "report_downloads"."status" = 'running';--> statement-breakpoint
CREATE INDEX "dispatches_next_index" ON "dispatches" USING btree ("platform","next_attempt_at","workspace_id") WHERE "dispatches"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "occurrences_notification_next_index" ON "occurrences" USING btree ("next_attempt_at","workspace_id") WHERE "occurrences"."status" = 'pending' and "occurrences"."notification_id" is not null;--> statement-breakpoint
CREATE INDEX "occurrences_report_next_index" ON "occurrences" USING btree ("next_attempt_at","workspace_id") WHERE "occurrences"."status" = 'pending' and "occurrences"."report_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_next_index" ON "webhook_deliveries" USING btree ("next_attempt_at","workspace_id","webhook_id") WHERE "webhook_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhooks_inactive_index" ON "webhooks" USING btree (coalesce("revoked_at", "paused_at")) WHERE "webhooks"."status" <> 'active';