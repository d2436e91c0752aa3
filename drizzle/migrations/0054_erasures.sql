CREATE TABLE "erasures" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"operation_id" uuid NOT NULL,
	"names" text[] NOT NULL,
	"emails" text[] NOT NULL,
	"possessions" jsonb NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL,
	"place" smallint DEFAULT 0 NOT NULL,
	"position" text[],
	"done_count" integer DEFAULT 0 NOT NULL,
	"total_count" integer,
	CONSTRAINT "erasures_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_user_index" ON "audit_events" USING btree ("workspace_id","resource_id") WHERE "audit_events"."resource_type" = 'user';