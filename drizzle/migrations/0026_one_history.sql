-- Notifications' occurrences and messages become everybody's by another name: their rows stay where they are. Reports' are few: they are
-- copied. Processes of the version before still run for a moment: for them each old name is a view. Only a report's status has another type
-- than their open connections remember, and a report that they cannot send is tried again by the next process. A migration of a later
-- version drops the four views and the domain.
LOCK TABLE "notification_occurrences", "notification_dispatches", "scheduled_report_occurrences", "scheduled_report_dispatches";--> statement-breakpoint
ALTER TABLE "notification_occurrences" RENAME TO "occurrences";--> statement-breakpoint
ALTER TABLE "notification_dispatches" RENAME TO "dispatches";--> statement-breakpoint
ALTER TABLE "occurrences" RENAME CONSTRAINT "notification_occurrences_workspace_id_id_pk" TO "occurrences_workspace_id_id_pk";--> statement-breakpoint
ALTER TABLE "occurrences" RENAME CONSTRAINT "notification_occurrences_workspace_id_notification_id_notifications_workspace_id_id_fk" TO "occurrences_workspace_id_notification_id_notifications_workspace_id_id_fk";--> statement-breakpoint
ALTER TABLE "dispatches" RENAME CONSTRAINT "notification_dispatches_workspace_id_id_pk" TO "dispatches_workspace_id_id_pk";--> statement-breakpoint
ALTER TABLE "dispatches" RENAME CONSTRAINT "notification_dispatches_workspace_id_occurrence_id_notification_occurrences_workspace_id_id_fk" TO "dispatches_workspace_id_occurrence_id_occurrences_workspace_id_id_fk";--> statement-breakpoint
ALTER INDEX "notification_occurrences_date_unique" RENAME TO "occurrences_notification_date_unique";--> statement-breakpoint
ALTER INDEX "notification_occurrences_history_index" RENAME TO "occurrences_history_index";--> statement-breakpoint
ALTER INDEX "notification_occurrences_age_index" RENAME TO "occurrences_age_index";--> statement-breakpoint
ALTER INDEX "notification_dispatches_occurrence_index" RENAME TO "dispatches_occurrence_index";--> statement-breakpoint
ALTER INDEX "notification_dispatches_due_index" RENAME TO "dispatches_due_index";--> statement-breakpoint
DROP INDEX "notification_occurrences_compose_index";--> statement-breakpoint
ALTER TABLE "occurrences" RENAME COLUMN "compose_at" TO "next_attempt_at";--> statement-breakpoint
ALTER TABLE "occurrences" RENAME COLUMN "compose_count" TO "attempt_count";--> statement-breakpoint
ALTER TABLE "occurrences" ALTER COLUMN "notification_id" DROP NOT NULL, ADD COLUMN "report_id" uuid, ADD COLUMN "row_count" integer;--> statement-breakpoint
ALTER TABLE "dispatches" ALTER COLUMN "position" SET DEFAULT 0;--> statement-breakpoint
INSERT INTO "occurrences" ("workspace_id", "id", "report_id", "local_date", "due_at", "status", "is_late", "skip_reason", "next_attempt_at",
	"attempt_count", "row_count", "sent_at", "created_at")
SELECT "workspace_id", "id", "report_id", "local_date", "due_at", "status"::text::"occurrence_status", "is_late", "skip_reason", "next_attempt_at",
	"attempt_count", "row_count", "sent_at", "created_at"
FROM "scheduled_report_occurrences";--> statement-breakpoint
INSERT INTO "dispatches" ("workspace_id", "id", "occurrence_id", "platform", "address", "status", "attempt_open", "unknown_count",
	"attempted_at", "sent_at", "error", "error_detail")
SELECT "workspace_id", "id", "occurrence_id", 'email', "address", "status", "attempt_open", "unknown_count", "attempted_at", "sent_at",
	"error", "error_detail"
FROM "scheduled_report_dispatches";--> statement-breakpoint
ALTER TABLE "report_downloads" DROP CONSTRAINT "report_downloads_workspace_id_occurrence_id_scheduled_report_occurrences_workspace_id_id_fk";--> statement-breakpoint
DROP TABLE "scheduled_report_dispatches";--> statement-breakpoint
DROP TABLE "scheduled_report_occurrences";--> statement-breakpoint
DROP TYPE "public"."report_occurrence_status";--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_schedule_check" CHECK (num_nonnulls("occurrences"."notification_id", "occurrences"."report_id") = 1);--> statement-breakpoint
ALTER TABLE "occurrences" ADD CONSTRAINT "occurrences_workspace_id_report_id_scheduled_reports_workspace_id_id_fk" FOREIGN KEY ("workspace_id","report_id") REFERENCES "public"."scheduled_reports"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "occurrences_report_date_unique" ON "occurrences" USING btree ("workspace_id","report_id","local_date") WHERE "occurrences"."report_id" is not null;--> statement-breakpoint
CREATE INDEX "occurrences_notification_due_index" ON "occurrences" USING btree ("workspace_id","next_attempt_at","id") WHERE "occurrences"."status" = 'pending' and "occurrences"."notification_id" is not null;--> statement-breakpoint
CREATE INDEX "occurrences_report_due_index" ON "occurrences" USING btree ("workspace_id","next_attempt_at","id") WHERE "occurrences"."status" = 'pending' and "occurrences"."report_id" is not null;--> statement-breakpoint
ALTER TABLE "report_downloads" ADD CONSTRAINT "report_downloads_workspace_id_occurrence_id_occurrences_workspace_id_id_fk" FOREIGN KEY ("workspace_id","occurrence_id") REFERENCES "public"."occurrences"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE DOMAIN "report_occurrence_status" AS "occurrence_status";--> statement-breakpoint
-- By `ctid` the version before deletes what is old.
CREATE VIEW "notification_occurrences" AS
SELECT "ctid", "workspace_id", "id", "notification_id", "kind", "local_date", "due_at", "status", "is_late", "skip_reason", "content",
	"next_attempt_at" AS "compose_at", "attempt_count" AS "compose_count", "sent_at", "created_at"
FROM "occurrences" WHERE "notification_id" IS NOT NULL;--> statement-breakpoint
CREATE VIEW "notification_dispatches" AS
SELECT "workspace_id", "id", "occurrence_id", "position", "platform", "address", "channel_name", "ms_group", "status", "attempt_count",
	"next_attempt_at", "attempt_open", "unknown_count", "attempted_at", "sent_at", "provider_id", "error", "error_detail"
FROM "dispatches";--> statement-breakpoint
CREATE VIEW "scheduled_report_occurrences" AS
SELECT "ctid", "workspace_id", "id", "report_id", "local_date", "due_at", "status", "is_late", "skip_reason", "attempt_count",
	"next_attempt_at", "row_count", "sent_at", "created_at"
FROM "occurrences" WHERE "report_id" IS NOT NULL;--> statement-breakpoint
CREATE VIEW "scheduled_report_dispatches" AS
SELECT "workspace_id", "occurrence_id", "address", "id", "status", "attempt_open", "unknown_count", "attempted_at", "sent_at", "error",
	"error_detail", "platform"
FROM "dispatches";--> statement-breakpoint
ALTER VIEW "scheduled_report_dispatches" ALTER COLUMN "platform" SET DEFAULT 'email';
