CREATE TYPE "public"."decided_by" AS ENUM('DEPARTMENT', 'LOCATION_ADMINS', 'ADMINS');--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "approval_levels" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "decided_by" "decided_by" DEFAULT 'DEPARTMENT' NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "changes_need_consent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "cancel_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "approver_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_workspace_id_approver_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","approver_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leaves_waiting_index" ON "leaves" USING btree ("workspace_id","id") WHERE ("leaves"."status" = 'OPEN' or "leaves"."cancel_asked_at" is not null);--> statement-breakpoint
CREATE INDEX "users_approver_index" ON "users" USING btree ("workspace_id","approver_id") WHERE "users"."approver_id" is not null;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD CONSTRAINT "leave_policies_levels_check" CHECK ("approval_levels" between 1 and 2);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_approver_check" CHECK ("approver_id" <> "id");