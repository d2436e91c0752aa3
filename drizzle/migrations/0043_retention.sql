ALTER TABLE "workspaces" ADD COLUMN "audit_kept_years" smallint;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "erased_leave_kept_years" smallint;--> statement-breakpoint
CREATE INDEX "users_erased_index" ON "users" USING btree ("workspace_id","erased_at") WHERE "users"."erased_at" is not null;