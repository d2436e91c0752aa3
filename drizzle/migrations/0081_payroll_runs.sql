CREATE TABLE "payroll_lines" (
	"workspace_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"employee_id" text,
	"name" text NOT NULL,
	"email" text,
	"department" text NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"leave_type_name" text NOT NULL,
	"wage_code" text,
	"leave_id" uuid,
	"days" numeric(9, 3) NOT NULL,
	"hours" numeric(9, 2) NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"note" text,
	CONSTRAINT "payroll_lines_workspace_id_run_id_position_pk" PRIMARY KEY("workspace_id","run_id","position")
);
--> statement-breakpoint
CREATE TABLE "payroll_runs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"location_id" uuid NOT NULL,
	"location_name" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"number" smallint NOT NULL,
	"layout" jsonb NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payroll_runs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "payroll_runs_range_check" CHECK (start_date <= end_date)
);
--> statement-breakpoint
CREATE TABLE "payroll_templates" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"columns" jsonb NOT NULL,
	"format" text NOT NULL,
	"separator" text NOT NULL,
	"decimal" text NOT NULL,
	"encoding" text NOT NULL,
	"date_form" text NOT NULL,
	"has_header" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payroll_templates_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "pay_period" jsonb;--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "wage_code" text;--> statement-breakpoint
ALTER TABLE "payroll_lines" ADD CONSTRAINT "payroll_lines_workspace_id_run_id_payroll_runs_workspace_id_id_fk" FOREIGN KEY ("workspace_id","run_id") REFERENCES "public"."payroll_runs"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_lines" ADD CONSTRAINT "payroll_lines_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_runs" ADD CONSTRAINT "payroll_runs_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_runs" ADD CONSTRAINT "payroll_runs_workspace_id_created_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","created_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_templates" ADD CONSTRAINT "payroll_templates_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payroll_lines_user_index" ON "payroll_lines" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payroll_runs_number_unique" ON "payroll_runs" USING btree ("workspace_id","location_id","start_date","end_date","number");--> statement-breakpoint
CREATE UNIQUE INDEX "payroll_templates_name_unique" ON "payroll_templates" USING btree ("workspace_id",lower("name"));