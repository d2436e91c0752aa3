CREATE TYPE "public"."dispatch_status" AS ENUM('pending', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."integration_platform" AS ENUM('slack', 'microsoft');--> statement-breakpoint
CREATE TYPE "public"."notification_frequency" AS ENUM('DAILY', 'WEEKLY', 'BIRTHDAY');--> statement-breakpoint
CREATE TYPE "public"."notification_platform" AS ENUM('email', 'microsoft', 'slack');--> statement-breakpoint
CREATE TYPE "public"."occurrence_kind" AS ENUM('scheduled', 'test');--> statement-breakpoint
CREATE TYPE "public"."occurrence_status" AS ENUM('pending', 'sending', 'sent', 'partly_sent', 'failed', 'skipped');--> statement-breakpoint
CREATE TABLE "integrations" (
	"workspace_id" uuid NOT NULL,
	"platform" "integration_platform" NOT NULL,
	"facts" jsonb NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_error" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"connected_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "integrations_workspace_id_platform_pk" PRIMARY KEY("workspace_id","platform")
);
--> statement-breakpoint
CREATE TABLE "notification_dispatches" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"occurrence_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"platform" "notification_platform" NOT NULL,
	"address" text NOT NULL,
	"channel_name" text,
	"ms_group" text,
	"status" "dispatch_status" DEFAULT 'pending' NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"attempt_open" boolean DEFAULT false NOT NULL,
	"unknown_count" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"provider_id" text,
	"error" text,
	"error_detail" text,
	CONSTRAINT "notification_dispatches_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "notification_occurrences" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"kind" "occurrence_kind" NOT NULL,
	"local_date" date NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"status" "occurrence_status" NOT NULL,
	"is_late" boolean DEFAULT false NOT NULL,
	"skip_reason" text,
	"content" jsonb,
	"compose_at" timestamp (3) with time zone,
	"compose_count" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_occurrences_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"frequency" "notification_frequency" NOT NULL,
	"enabled" boolean NOT NULL,
	"timezone" text NOT NULL,
	"hour" smallint NOT NULL,
	"minute" smallint NOT NULL,
	"locale" text NOT NULL,
	"location_ids" uuid[] NOT NULL,
	"department_ids" uuid[] NOT NULL,
	"label_ids" uuid[] NOT NULL,
	"destinations" jsonb NOT NULL,
	"send_on_days" smallint[],
	"group_by" text,
	"send_empty" boolean,
	"first_day_of_week" smallint,
	"day" smallint,
	"current_week" boolean,
	"send_on_non_working_days" boolean,
	"next_date" date,
	"next_due_at" timestamp (3) with time zone,
	"zone_data" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notifications_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_dispatches" ADD CONSTRAINT "notification_dispatches_workspace_id_occurrence_id_notification_occurrences_workspace_id_id_fk" FOREIGN KEY ("workspace_id","occurrence_id") REFERENCES "public"."notification_occurrences"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_occurrences" ADD CONSTRAINT "notification_occurrences_workspace_id_notification_id_notifications_workspace_id_id_fk" FOREIGN KEY ("workspace_id","notification_id") REFERENCES "public"."notifications"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_workspace_id_owner_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","owner_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_dispatches_occurrence_index" ON "notification_dispatches" USING btree ("workspace_id","occurrence_id","position");--> statement-breakpoint
CREATE INDEX "notification_dispatches_due_index" ON "notification_dispatches" USING btree ("platform","next_attempt_at","id") WHERE "notification_dispatches"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "notification_occurrences_date_unique" ON "notification_occurrences" USING btree ("workspace_id","notification_id","local_date") WHERE "notification_occurrences"."kind" = 'scheduled';--> statement-breakpoint
CREATE INDEX "notification_occurrences_history_index" ON "notification_occurrences" USING btree ("workspace_id","notification_id","id");--> statement-breakpoint
CREATE INDEX "notification_occurrences_compose_index" ON "notification_occurrences" USING btree ("compose_at") WHERE "notification_occurrences"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "notification_occurrences_age_index" ON "notification_occurrences" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_owner_index" ON "notifications" USING btree ("workspace_id","owner_id","id");--> statement-breakpoint
CREATE INDEX "notifications_due_index" ON "notifications" USING btree ("next_due_at") WHERE "notifications"."next_due_at" is not null;