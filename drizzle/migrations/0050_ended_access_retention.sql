ALTER TABLE "workspaces" ADD COLUMN "ended_access_kept_years" smallint;--> statement-breakpoint
CREATE INDEX "api_keys_ended_index" ON "api_keys" USING btree ("workspace_id",least("revoked_at", "expires_at")) WHERE least("api_keys"."revoked_at", "api_keys"."expires_at") is not null;--> statement-breakpoint
CREATE INDEX "calendar_feeds_ended_index" ON "calendar_feeds" USING btree ("ended_at") WHERE "calendar_feeds"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "leave_notices_failed_index" ON "leave_notices" USING btree ("next_attempt_at") WHERE "leave_notices"."attempt_count" >= 12;--> statement-breakpoint
CREATE INDEX "webhooks_revoked_index" ON "webhooks" USING btree ("workspace_id","revoked_at") WHERE "webhooks"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_ended_hook_index" ON "webhooks" USING btree ("revoked_at") WHERE "webhooks"."revoked_at" is not null and "webhooks"."grant_id" is not null;