CREATE TYPE "public"."report_download_status" AS ENUM('running', 'ready', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "report_download_chunks" (
	"workspace_id" uuid NOT NULL,
	"download_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "report_download_chunks_workspace_id_download_id_position_pk" PRIMARY KEY("workspace_id","download_id","position")
);
--> statement-breakpoint
CREATE TABLE "report_downloads" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" "report_download_status" NOT NULL,
	"format" "report_format" NOT NULL,
	"file_name" text NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"byte_count" integer,
	"next_attempt_at" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "report_downloads_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "report_download_chunks" ADD CONSTRAINT "report_download_chunks_workspace_id_download_id_report_downloads_workspace_id_id_fk" FOREIGN KEY ("workspace_id","download_id") REFERENCES "public"."report_downloads"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_downloads" ADD CONSTRAINT "report_downloads_workspace_id_report_id_scheduled_reports_workspace_id_id_fk" FOREIGN KEY ("workspace_id","report_id") REFERENCES "public"."scheduled_reports"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_downloads" ADD CONSTRAINT "report_downloads_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_downloads_running_unique" ON "report_downloads" USING btree ("workspace_id","report_id","user_id") WHERE "report_downloads"."status" = 'running';--> statement-breakpoint
CREATE INDEX "report_downloads_due_index" ON "report_downloads" USING btree ("next_attempt_at","id") WHERE "report_downloads"."status" = 'running';--> statement-breakpoint
CREATE INDEX "report_downloads_age_index" ON "report_downloads" USING btree ("created_at");