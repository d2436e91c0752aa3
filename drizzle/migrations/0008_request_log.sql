CREATE TABLE "quota_warnings" (
	"workspace_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"key_kind" text NOT NULL,
	"month" date NOT NULL,
	"reached" smallint NOT NULL,
	"told" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "quota_warnings_workspace_id_key_id_month_pk" PRIMARY KEY("workspace_id","key_id","month")
);
--> statement-breakpoint
CREATE TABLE "request_error_hours" (
	"workspace_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"key_id" uuid NOT NULL,
	"method" text NOT NULL,
	"endpoint" text NOT NULL,
	"code" text NOT NULL,
	"owner_id" uuid,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_request_id" text NOT NULL,
	CONSTRAINT "request_error_hours_pk" PRIMARY KEY("workspace_id","hour","key_id","method","endpoint","code")
);
--> statement-breakpoint
CREATE TABLE "request_hours" (
	"workspace_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"key_id" uuid NOT NULL,
	"key_kind" text,
	"owner_id" uuid,
	"success_count" integer DEFAULT 0 NOT NULL,
	"client_error_count" integer DEFAULT 0 NOT NULL,
	"rate_limited_count" integer DEFAULT 0 NOT NULL,
	"quota_exceeded_count" integer DEFAULT 0 NOT NULL,
	"server_error_count" integer DEFAULT 0 NOT NULL,
	"dropped_count" integer DEFAULT 0 NOT NULL,
	"lowest_burst" smallint,
	"latency_counts" integer[],
	CONSTRAINT "request_hours_workspace_id_hour_key_id_pk" PRIMARY KEY("workspace_id","hour","key_id")
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"workspace_id" uuid NOT NULL,
	"request_id" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"api" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"query" text,
	"endpoint" text,
	"status" smallint NOT NULL,
	"error_code" text,
	"error" jsonb,
	"duration_us" integer NOT NULL,
	"key_kind" text,
	"key_id" uuid,
	"owner_id" uuid,
	"acting_user_id" uuid,
	"idempotency_key" text,
	"is_replay" boolean DEFAULT false NOT NULL,
	"operation_id" uuid,
	"burst_left" smallint,
	"user_agent" text,
	"body_fields" text[],
	CONSTRAINT "request_log_workspace_id_request_id_pk" PRIMARY KEY("workspace_id","request_id")
);
--> statement-breakpoint
CREATE INDEX "quota_warnings_due_index" ON "quota_warnings" USING btree ("month") WHERE "quota_warnings"."told" < "quota_warnings"."reached";--> statement-breakpoint
CREATE INDEX "request_error_hours_age_index" ON "request_error_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "request_hours_age_index" ON "request_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "request_log_key_index" ON "request_log" USING btree ("workspace_id","key_id","request_id");--> statement-breakpoint
CREATE INDEX "request_log_owner_index" ON "request_log" USING btree ("workspace_id","owner_id","request_id");--> statement-breakpoint
CREATE INDEX "request_log_error_index" ON "request_log" USING btree ("workspace_id","request_id") WHERE "request_log"."status" >= 400;--> statement-breakpoint
CREATE INDEX "request_log_age_index" ON "request_log" USING btree ("at");