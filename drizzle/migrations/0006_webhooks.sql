CREATE TYPE "public"."delivery_status" AS ENUM('pending', 'succeeded', 'failed', 'held', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."webhook_paused_reason" AS ENUM('manual', 'delivery_failures', 'endpoint_gone', 'key_revoked', 'owner_inactive');--> statement-breakpoint
CREATE TYPE "public"."webhook_revocation_reason" AS ENUM('deleted', 'owner_deleted');--> statement-breakpoint
CREATE TYPE "public"."webhook_status" AS ENUM('active', 'paused', 'revoked');--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"workspace_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"url" text NOT NULL,
	"request_headers" jsonb NOT NULL,
	"http_status" smallint,
	"error" text,
	"message" text,
	"response_headers" jsonb,
	"response_body" "bytea",
	CONSTRAINT "webhook_attempts_workspace_id_delivery_id_number_pk" PRIMARY KEY("workspace_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid,
	"message_id" text NOT NULL,
	"event_type" text NOT NULL,
	"subject_user_id" uuid,
	"record_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"status" "delivery_status" DEFAULT 'pending' NOT NULL,
	"body" text,
	"redelivery_of" uuid,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"leased_by" uuid,
	"leased_until" timestamp (3) with time zone,
	"attempted_at" timestamp (3) with time zone,
	"http_status" smallint,
	"duration_ms" integer,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"key_id" uuid,
	"url" text NOT NULL,
	"description" text,
	"events" text[] NOT NULL,
	"status" "webhook_status" NOT NULL,
	"paused_reason" "webhook_paused_reason",
	"paused_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" "webhook_revocation_reason",
	"secret" "bytea" NOT NULL,
	"secret_prefix" text NOT NULL,
	"secret_made_at" timestamp (3) with time zone NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failed_attempt_count" integer DEFAULT 0 NOT NULL,
	"failed_event_first_at" timestamp (3) with time zone,
	"failed_event_last_at" timestamp (3) with time zone,
	"told_stage" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhooks_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_workspace_id_delivery_id_webhook_deliveries_workspace_id_id_fk" FOREIGN KEY ("workspace_id","delivery_id") REFERENCES "public"."webhook_deliveries"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_id_webhook_id_webhooks_workspace_id_id_fk" FOREIGN KEY ("workspace_id","webhook_id") REFERENCES "public"."webhooks"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_workspace_id_owner_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","owner_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_workspace_id_key_id_api_keys_workspace_id_id_fk" FOREIGN KEY ("workspace_id","key_id") REFERENCES "public"."api_keys"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_index" ON "webhook_deliveries" USING btree ("workspace_id","webhook_id","next_attempt_at","id") WHERE "webhook_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_lease_index" ON "webhook_deliveries" USING btree ("workspace_id","webhook_id","leased_until") WHERE "webhook_deliveries"."leased_until" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_held_index" ON "webhook_deliveries" USING btree ("workspace_id","webhook_id") WHERE "webhook_deliveries"."status" = 'held';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log_index" ON "webhook_deliveries" USING btree ("workspace_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age_index" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_owner_index" ON "webhooks" USING btree ("workspace_id","owner_id","id");--> statement-breakpoint
CREATE INDEX "webhooks_key_index" ON "webhooks" USING btree ("workspace_id","key_id") WHERE "webhooks"."key_id" is not null;--> statement-breakpoint
CREATE INDEX "webhooks_failing_index" ON "webhooks" USING btree ("failing_since") WHERE "webhooks"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "events_age_index" ON "events" USING btree ("occurred_at");--> statement-breakpoint
-- A queue: rows are claimed and completed in place, so there must be room on their pages, and dead ones must go soon.
ALTER TABLE "webhook_deliveries" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);--> statement-breakpoint
ALTER TABLE "webhooks" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01);
