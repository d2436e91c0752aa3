ALTER TABLE "audit_events" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "client_id" uuid;