-- What Citus cannot have. A key of one server contains the workspace: the hash alone, 256 random bits, is still unique. A copy of a table
-- on each server cannot refer to a row of one: a workspace is never deleted. And the views for processes of the version before 0026, which
-- no later one reads or writes.
-- contract: unused since 0026
ALTER TABLE "calendar_feeds" DROP CONSTRAINT "calendar_feeds_hash_unique";--> statement-breakpoint
ALTER TABLE "oauth_clients" DROP CONSTRAINT "oauth_clients_workspace_id_workspaces_id_fk";
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_hash_unique" UNIQUE("hash","workspace_id");--> statement-breakpoint
DROP VIEW "notification_occurrences";--> statement-breakpoint
DROP VIEW "notification_dispatches";--> statement-breakpoint
DROP VIEW "scheduled_report_occurrences";--> statement-breakpoint
DROP VIEW "scheduled_report_dispatches";--> statement-breakpoint
DROP DOMAIN "report_occurrence_status";
