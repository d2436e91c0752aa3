CREATE TABLE "leave_rule_marks" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"leave_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"effect" text NOT NULL,
	"days" text[] DEFAULT '{}' NOT NULL,
	"facts" jsonb NOT NULL,
	"overridden_by_id" uuid,
	"override_reason" text,
	"is_current" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leave_rule_marks_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "leave_rules" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"effect" text NOT NULL,
	"location_ids" uuid[] DEFAULT '{}' NOT NULL,
	"department_ids" uuid[] DEFAULT '{}' NOT NULL,
	"label_ids" uuid[] DEFAULT '{}' NOT NULL,
	"leave_type_ids" uuid[] DEFAULT '{}' NOT NULL,
	"exempt_label_ids" uuid[] DEFAULT '{}' NOT NULL,
	"from_date" date,
	"to_date" date,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leave_rules_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "leave_rules_range_check" CHECK ("leave_rules"."from_date" <= "leave_rules"."to_date")
);
--> statement-breakpoint
ALTER TABLE "leave_rule_marks" ADD CONSTRAINT "leave_rule_marks_workspace_id_leave_id_leaves_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_id") REFERENCES "public"."leaves"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_rules" ADD CONSTRAINT "leave_rules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leave_rule_marks_leave_index" ON "leave_rule_marks" USING btree ("workspace_id","leave_id","id");