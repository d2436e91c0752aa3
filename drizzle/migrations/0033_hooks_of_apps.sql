ALTER TYPE "public"."webhook_revocation_reason" ADD VALUE 'app_disconnected';--> statement-breakpoint
ALTER TYPE "public"."webhook_revocation_reason" ADD VALUE 'endpoint_gone';--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "webhooks_grant_index" ON "webhooks" USING btree ("grant_id","workspace_id") WHERE "webhooks"."grant_id" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_ending_index" ON "webhooks" USING btree ("ends_at") WHERE "webhooks"."ends_at" is not null and "webhooks"."revoked_at" is null;