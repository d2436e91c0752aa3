CREATE TYPE "public"."quota_reset" AS ENUM('ACCOUNTING_YEAR', 'EMPLOYMENT_DATE');--> statement-breakpoint
CREATE TYPE "public"."accrual" AS ENUM('NONE', 'MONTHLY', 'SEMIMONTHLY', 'BIWEEKLY', 'WEEKLY');--> statement-breakpoint
CREATE TYPE "public"."calendar_status" AS ENUM('OUT_OF_OFFICE', 'BUSY', 'TENTATIVE', 'WORKING_ELSEWHERE', 'FREE');--> statement-breakpoint
CREATE TYPE "public"."leave_status" AS ENUM('OPEN', 'APPROVED', 'DENIED', 'CANCELLED', 'EXPIRED', 'DELETED');--> statement-breakpoint
CREATE TYPE "public"."rollover" AS ENUM('NONE', 'LIMITED', 'ALL');--> statement-breakpoint
CREATE TYPE "public"."shortest_duration" AS ENUM('FULL_DAY', 'HALF_DAY', 'HOUR', 'HALF_HOUR', 'QUARTER_HOUR');--> statement-breakpoint
CREATE TYPE "public"."user_status" AS ENUM('ACTIVE', 'INACTIVE', 'DELETED');--> statement-breakpoint
CREATE TYPE "public"."signin_token_purpose" AS ENUM('MAGIC_LINK', 'PASSWORD_RESET');--> statement-breakpoint
CREATE TYPE "public"."plan" AS ENUM('FREE', 'CORE', 'COMPLETE');--> statement-breakpoint
CREATE TABLE "api_keys" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by_id" uuid,
	"replaces_key_id" uuid,
	CONSTRAINT "api_keys_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "legacy_keys" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"last_four" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" uuid,
	CONSTRAINT "legacy_keys_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "legacy_keys_hash_unique" UNIQUE("hash","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"workspace_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"theoretical_arrival_at" timestamp (3) with time zone NOT NULL,
	"month" date NOT NULL,
	"month_count" integer DEFAULT 0 NOT NULL,
	"day" date NOT NULL,
	"day_count" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "rate_counters_workspace_id_key_id_pk" PRIMARY KEY("workspace_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text,
	"acting_user_id" uuid,
	"owner_id" uuid,
	"key_id" uuid,
	"request_id" text,
	"changes" jsonb,
	CONSTRAINT "audit_events_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "department_approvers" (
	"workspace_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"level" smallint DEFAULT 1 NOT NULL,
	CONSTRAINT "department_approvers_workspace_id_department_id_user_id_pk" PRIMARY KEY("workspace_id","department_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"parent_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "departments_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "departments_name_unique" UNIQUE("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"date" date NOT NULL,
	"name" text NOT NULL,
	"is_half_day" boolean DEFAULT false NOT NULL,
	CONSTRAINT "holidays_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "holidays_day_name_unique" UNIQUE("workspace_id","location_id","date","name")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "labels_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "labels_name_unique" UNIQUE("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "location_admins" (
	"workspace_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "location_admins_workspace_id_location_id_user_id_pk" PRIMARY KEY("workspace_id","location_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"timezone" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"year_start" text DEFAULT '01-01' NOT NULL,
	"first_day_of_week" smallint DEFAULT 1 NOT NULL,
	"work_week" smallint[] DEFAULT '{1,2,3,4,5}' NOT NULL,
	"hours_per_day" numeric(4, 2) DEFAULT 8 NOT NULL,
	"quota_reset" "quota_reset" DEFAULT 'ACCOUNTING_YEAR' NOT NULL,
	"rollover_expiry" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "locations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "locations_name_unique" UNIQUE("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "user_labels" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	CONSTRAINT "user_labels_workspace_id_user_id_label_id_pk" PRIMARY KEY("workspace_id","user_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "leave_policies" (
	"workspace_id" uuid NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"approval_required" boolean DEFAULT true NOT NULL,
	"allow_negative_balance" boolean DEFAULT false NOT NULL,
	"unlimited" boolean DEFAULT false NOT NULL,
	"yearly_quota" numeric(9, 3) DEFAULT 0 NOT NULL,
	"accrual" "accrual" DEFAULT 'NONE' NOT NULL,
	"rollover" "rollover" DEFAULT 'NONE' NOT NULL,
	"rollover_maximum" numeric(9, 3),
	"shortest_duration" "shortest_duration" DEFAULT 'FULL_DAY' NOT NULL,
	"reason_required" boolean DEFAULT false NOT NULL,
	CONSTRAINT "leave_policies_workspace_id_leave_type_id_location_id_pk" PRIMARY KEY("workspace_id","leave_type_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "leave_types" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"color" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"calendar_status" "calendar_status" DEFAULT 'OUT_OF_OFFICE' NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leave_types_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "leave_types_name_unique" UNIQUE("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "leaves" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"approver_id" uuid,
	"auto_approved" boolean DEFAULT false NOT NULL,
	"duration_calendar_days" numeric(9, 3) NOT NULL,
	"duration_working_days" numeric(9, 3) NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"is_full_day_leave" boolean DEFAULT true NOT NULL,
	"start_hour" smallint DEFAULT 0 NOT NULL,
	"start_minute" smallint DEFAULT 0 NOT NULL,
	"end_hour" smallint DEFAULT 0 NOT NULL,
	"end_minute" smallint DEFAULT 0 NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"status" "leave_status" NOT NULL,
	"reason" text,
	"status_reason" text,
	"approved_level" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leaves_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "leaves_range_check" CHECK ("leaves"."start_date" <= "leaves"."end_date")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"email" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"location_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"status" "user_status" DEFAULT 'ACTIVE' NOT NULL,
	"employee_id" text,
	"start_date" date,
	"end_date" date,
	"birthday" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"password_hash" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credentials_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"user_agent" text,
	"ip" text,
	CONSTRAINT "sessions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "signin_tokens" (
	"workspace_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"purpose" "signin_token_purpose" NOT NULL,
	"user_id" uuid NOT NULL,
	"return_to" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "signin_tokens_hash_workspace_id_pk" PRIMARY KEY("hash","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"theoretical_arrival_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" "plan" NOT NULL,
	"open_api_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_owner_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","owner_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legacy_keys" ADD CONSTRAINT "legacy_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department_approvers" ADD CONSTRAINT "department_approvers_workspace_id_department_id_departments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","department_id") REFERENCES "public"."departments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department_approvers" ADD CONSTRAINT "department_approvers_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_workspace_id_parent_id_departments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","parent_id") REFERENCES "public"."departments"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_admins" ADD CONSTRAINT "location_admins_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_admins" ADD CONSTRAINT "location_admins_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_labels" ADD CONSTRAINT "user_labels_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_labels" ADD CONSTRAINT "user_labels_workspace_id_label_id_labels_workspace_id_id_fk" FOREIGN KEY ("workspace_id","label_id") REFERENCES "public"."labels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD CONSTRAINT "leave_policies_workspace_id_leave_type_id_leave_types_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_type_id") REFERENCES "public"."leave_types"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD CONSTRAINT "leave_policies_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_types" ADD CONSTRAINT "leave_types_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_workspace_id_approver_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","approver_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_workspace_id_leave_type_id_leave_types_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_type_id") REFERENCES "public"."leave_types"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_workspace_id_department_id_departments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","department_id") REFERENCES "public"."departments"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_workspace_id_department_id_departments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","department_id") REFERENCES "public"."departments"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signin_tokens" ADD CONSTRAINT "signin_tokens_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_owner_index" ON "api_keys" USING btree ("workspace_id","owner_id");--> statement-breakpoint
CREATE INDEX "audit_events_time_index" ON "audit_events" USING btree ("workspace_id","at","id");--> statement-breakpoint
CREATE INDEX "department_approvers_user_index" ON "department_approvers" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "departments_parent_index" ON "departments" USING btree ("workspace_id","parent_id");--> statement-breakpoint
CREATE INDEX "holidays_date_index" ON "holidays" USING btree ("workspace_id","date","id");--> statement-breakpoint
CREATE INDEX "location_admins_user_index" ON "location_admins" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "user_labels_label_index" ON "user_labels" USING btree ("workspace_id","label_id");--> statement-breakpoint
CREATE INDEX "leave_policies_location_index" ON "leave_policies" USING btree ("workspace_id","location_id");--> statement-breakpoint
CREATE INDEX "leaves_order_index" ON "leaves" USING btree ("workspace_id","status","start_date","id");--> statement-breakpoint
CREATE INDEX "leaves_user_index" ON "leaves" USING btree ("workspace_id","user_id","start_date","id");--> statement-breakpoint
CREATE INDEX "leaves_leave_type_index" ON "leaves" USING btree ("workspace_id","leave_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("workspace_id",lower("email")) WHERE "users"."status" <> 'DELETED';--> statement-breakpoint
CREATE INDEX "users_email_index" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_location_index" ON "users" USING btree ("workspace_id","location_id","id");--> statement-breakpoint
CREATE INDEX "users_department_index" ON "users" USING btree ("workspace_id","department_id","id");--> statement-breakpoint
CREATE INDEX "users_status_index" ON "users" USING btree ("workspace_id","status","id");--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "signin_tokens_expiry_index" ON "signin_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttles_arrival_index" ON "throttles" USING btree ("theoretical_arrival_at");