CREATE TABLE "carry_notices" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"lapses_on" date NOT NULL,
	"days" numeric(9, 3) NOT NULL,
	"stage" smallint,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"sent_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "carry_notices_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "carry_notices_stage_unique" UNIQUE("workspace_id","user_id","leave_type_id","lapses_on","stage")
);
--> statement-breakpoint
CREATE TABLE "lapse_looks" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"looked_on" date NOT NULL,
	"looked_to" uuid
);
--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "lapse_notices" text DEFAULT 'NONE' NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "lapse_notices_since" date;--> statement-breakpoint
ALTER TABLE "carry_notices" ADD CONSTRAINT "carry_notices_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carry_notices" ADD CONSTRAINT "carry_notices_workspace_id_sent_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","sent_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carry_notices" ADD CONSTRAINT "carry_notices_workspace_id_leave_type_id_leave_types_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_type_id") REFERENCES "public"."leave_types"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carry_notices_user_index" ON "carry_notices" USING btree ("workspace_id","user_id","lapses_on");