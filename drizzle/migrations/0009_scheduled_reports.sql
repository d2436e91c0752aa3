CREATE TYPE "public"."report_format" AS ENUM('CSV', 'XLSX');--> statement-breakpoint
CREATE TYPE "public"."report_frequency" AS ENUM('DAILY', 'WEEKLY', 'MONTHLY');--> statement-breakpoint
CREATE TYPE "public"."report_occurrence_status" AS ENUM('pending', 'sent', 'partly_sent', 'failed', 'skipped');--> statement-breakpoint
CREATE TYPE "public"."report_type" AS ENUM('LEAVE_REQUESTS', 'LEAVE_BALANCES', 'WHO_IS_AWAY');--> statement-breakpoint
CREATE TABLE "scheduled_report_dispatches" (
	"workspace_id" uuid NOT NULL,
	"occurrence_id" uuid NOT NULL,
	"address" text NOT NULL,
	"id" uuid NOT NULL,
	"status" "dispatch_status" DEFAULT 'pending' NOT NULL,
	"attempt_open" boolean DEFAULT false NOT NULL,
	"unknown_count" integer DEFAULT 0 NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"error" text,
	"error_detail" text,
	CONSTRAINT "scheduled_report_dispatches_workspace_id_occurrence_id_address_pk" PRIMARY KEY("workspace_id","occurrence_id","address")
);
--> statement-breakpoint
CREATE TABLE "scheduled_report_occurrences" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"local_date" date NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"status" "report_occurrence_status" NOT NULL,
	"is_late" boolean DEFAULT false NOT NULL,
	"skip_reason" text,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"row_count" integer,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scheduled_report_occurrences_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_reports" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"report_type" "report_type" NOT NULL,
	"frequency" "report_frequency" NOT NULL,
	"enabled" boolean NOT NULL,
	"timezone" text NOT NULL,
	"hour" smallint NOT NULL,
	"minute" smallint NOT NULL,
	"send_on_days" smallint[],
	"day" smallint,
	"day_of_month" smallint,
	"format" "report_format" NOT NULL,
	"recipients" text[] NOT NULL,
	"location_ids" uuid[] NOT NULL,
	"department_ids" uuid[] NOT NULL,
	"label_ids" uuid[] NOT NULL,
	"next_date" date,
	"next_due_at" timestamp (3) with time zone,
	"zone_data" text NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scheduled_reports_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "scheduled_reports_day_check" CHECK (num_nonnulls("scheduled_reports"."send_on_days", "scheduled_reports"."day", "scheduled_reports"."day_of_month") = 1)
);
--> statement-breakpoint
ALTER TABLE "scheduled_report_dispatches" ADD CONSTRAINT "scheduled_report_dispatches_workspace_id_occurrence_id_scheduled_report_occurrences_workspace_id_id_fk" FOREIGN KEY ("workspace_id","occurrence_id") REFERENCES "public"."scheduled_report_occurrences"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_report_occurrences" ADD CONSTRAINT "scheduled_report_occurrences_workspace_id_report_id_scheduled_reports_workspace_id_id_fk" FOREIGN KEY ("workspace_id","report_id") REFERENCES "public"."scheduled_reports"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_reports" ADD CONSTRAINT "scheduled_reports_workspace_id_owner_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","owner_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_report_occurrences_date_unique" ON "scheduled_report_occurrences" USING btree ("workspace_id","report_id","local_date");--> statement-breakpoint
CREATE INDEX "scheduled_report_occurrences_due_index" ON "scheduled_report_occurrences" USING btree ("next_attempt_at","id") WHERE "scheduled_report_occurrences"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "scheduled_report_occurrences_age_index" ON "scheduled_report_occurrences" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "scheduled_reports_due_index" ON "scheduled_reports" USING btree ("next_due_at") WHERE "scheduled_reports"."next_due_at" is not null;