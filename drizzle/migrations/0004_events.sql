CREATE TABLE "events" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"type" text NOT NULL,
	"subject_user_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_workspace_id_subject_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","subject_user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_time_index" ON "events" USING btree ("workspace_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "leaves_open_index" ON "leaves" USING btree ("workspace_id","id") WHERE "leaves"."status" = 'OPEN';