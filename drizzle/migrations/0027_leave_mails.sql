CREATE TABLE "decision_links" (
	"workspace_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"leave_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"reminder_days" smallint DEFAULT 0 NOT NULL,
	"shown" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "decision_links_hash_workspace_id_pk" PRIMARY KEY("hash","workspace_id"),
	CONSTRAINT "decision_links_mail_unique" UNIQUE("workspace_id","leave_id","user_id","version","reminder_days")
);
--> statement-breakpoint
CREATE TABLE "leave_notices" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"leave_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reminder_days" smallint DEFAULT 0 NOT NULL,
	"version" integer,
	"previous_status" text,
	"status" text NOT NULL,
	"acting_user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "leave_notices_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "leave_notices_reminder_unique" UNIQUE("workspace_id","leave_id","version","reminder_days")
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"requests" boolean DEFAULT true NOT NULL,
	"reminders" boolean DEFAULT true NOT NULL,
	"changes" boolean DEFAULT true NOT NULL,
	"language" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_preferences_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "mail_decision_needs_sign_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "decision_links" ADD CONSTRAINT "decision_links_workspace_id_leave_id_leaves_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_id") REFERENCES "public"."leaves"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_links" ADD CONSTRAINT "decision_links_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_links_expiry_index" ON "decision_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "leave_notices_lane_index" ON "leave_notices" USING btree ("workspace_id","next_attempt_at","id") WHERE "leave_notices"."attempt_count" < 12;