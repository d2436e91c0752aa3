CREATE TYPE "public"."mail_status" AS ENUM('pending', 'sent', 'failed');--> statement-breakpoint
CREATE TABLE "mails" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"content" "bytea",
	"unsubscribe" jsonb,
	"status" "mail_status" DEFAULT 'pending' NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"attempt_open" boolean DEFAULT false NOT NULL,
	"unknown_count" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"error" text,
	"error_detail" text,
	CONSTRAINT "mails_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_lane_index" ON "mails" USING btree ("workspace_id","next_attempt_at","id") WHERE "mails"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "mails_ended_index" ON "mails" USING btree ("status","ended_at") WHERE "mails"."status" <> 'pending';