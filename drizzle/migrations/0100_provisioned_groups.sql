CREATE TABLE "provisioned_group_mappings" (
	"workspace_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"department_id" uuid,
	"label_id" uuid,
	CONSTRAINT "provisioned_group_mappings_workspace_id_group_id_pk" PRIMARY KEY("workspace_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "provisioned_group_members" (
	"workspace_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "provisioned_group_members_workspace_id_group_id_user_id_pk" PRIMARY KEY("workspace_id","group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "provisioned_groups" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provisioned_groups_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "provisioned_group_mappings" ADD CONSTRAINT "provisioned_group_mappings_workspace_id_group_id_provisioned_groups_workspace_id_id_fk" FOREIGN KEY ("workspace_id","group_id") REFERENCES "public"."provisioned_groups"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_mappings" ADD CONSTRAINT "provisioned_group_mappings_workspace_id_department_id_departments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","department_id") REFERENCES "public"."departments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_mappings" ADD CONSTRAINT "provisioned_group_mappings_workspace_id_label_id_labels_workspace_id_id_fk" FOREIGN KEY ("workspace_id","label_id") REFERENCES "public"."labels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_members" ADD CONSTRAINT "provisioned_group_members_workspace_id_group_id_provisioned_groups_workspace_id_id_fk" FOREIGN KEY ("workspace_id","group_id") REFERENCES "public"."provisioned_groups"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_members" ADD CONSTRAINT "provisioned_group_members_workspace_id_user_id_provisioned_people_workspace_id_user_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."provisioned_people"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_groups" ADD CONSTRAINT "provisioned_groups_workspace_id_connection_id_connections_workspace_id_id_fk" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provisioned_group_mappings_department_index" ON "provisioned_group_mappings" USING btree ("workspace_id","department_id");--> statement-breakpoint
CREATE INDEX "provisioned_group_mappings_label_index" ON "provisioned_group_mappings" USING btree ("workspace_id","label_id");--> statement-breakpoint
CREATE INDEX "provisioned_group_members_user_index" ON "provisioned_group_members" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_groups_name_unique" ON "provisioned_groups" USING btree ("workspace_id","connection_id",lower("display_name"));--> statement-breakpoint
CREATE INDEX "provisioned_groups_external_index" ON "provisioned_groups" USING btree ("workspace_id","connection_id","external_id");--> statement-breakpoint
CREATE INDEX "provisioned_groups_created_index" ON "provisioned_groups" USING btree ("workspace_id","connection_id","created_at","id");