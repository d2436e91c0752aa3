CREATE TABLE "work_patterns" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"starts_on" date NOT NULL,
	"cycle_start" date NOT NULL,
	"minutes" jsonb,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "work_patterns_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "work_patterns_start_unique" UNIQUE("workspace_id","user_id","starts_on")
);
--> statement-breakpoint
ALTER TABLE "work_patterns" ADD CONSTRAINT "work_patterns_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_patterns" ADD CONSTRAINT "work_patterns_workspace_id_created_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","created_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;