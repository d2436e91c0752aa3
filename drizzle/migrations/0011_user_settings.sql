CREATE TABLE "user_settings" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"language" text,
	"time_zone" text,
	"single_key_shortcuts" boolean DEFAULT true NOT NULL,
	"errors_visited_at" timestamp (3) with time zone,
	"errors_visited_before" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_settings_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;