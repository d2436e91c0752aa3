ALTER TYPE "public"."dispatch_status" ADD VALUE 'queued';--> statement-breakpoint
CREATE TABLE "mail_bodies" (
	"workspace_id" uuid NOT NULL,
	"occurrence_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"attachment" jsonb,
	CONSTRAINT "mail_bodies_workspace_id_occurrence_id_pk" PRIMARY KEY("workspace_id","occurrence_id")
);
--> statement-breakpoint
DROP INDEX "mails_ended_index";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "occurrence_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "bulk_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_bodies" ADD CONSTRAINT "mail_bodies_workspace_id_occurrence_id_occurrences_workspace_id_id_fk" FOREIGN KEY ("workspace_id","occurrence_id") REFERENCES "public"."occurrences"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_workspace_id_occurrence_id_occurrences_workspace_id_id_fk" FOREIGN KEY ("workspace_id","occurrence_id") REFERENCES "public"."occurrences"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_bulk_index" ON "mails" USING btree ("workspace_id","bulk_attempt_at","id") WHERE "mails"."status" = 'pending' and "mails"."occurrence_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_occurrence_index" ON "mails" USING btree ("workspace_id","occurrence_id") WHERE "mails"."occurrence_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_over_index" ON "mails" USING btree ("status","ended_at") WHERE "mails"."status" <> 'pending' and "mails"."occurrence_id" is null;