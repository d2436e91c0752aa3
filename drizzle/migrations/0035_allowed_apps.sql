CREATE TYPE "public"."apps_policy" AS ENUM('ANY', 'LISTED');--> statement-breakpoint
CREATE TABLE "allowed_apps" (
	"workspace_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"allowed_by_id" uuid,
	"allowed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "allowed_apps_workspace_id_client_id_pk" PRIMARY KEY("workspace_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "apps_policy" "apps_policy" DEFAULT 'ANY' NOT NULL;--> statement-breakpoint
ALTER TABLE "allowed_apps" ADD CONSTRAINT "allowed_apps_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allowed_apps" ADD CONSTRAINT "allowed_apps_allowed_by_fk" FOREIGN KEY ("workspace_id","allowed_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "allowed_apps_client_index" ON "allowed_apps" USING btree ("client_id");