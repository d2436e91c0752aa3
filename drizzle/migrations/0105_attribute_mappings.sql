CREATE TABLE "attribute_mapping_values" (
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"target" text NOT NULL,
	"value_key" text NOT NULL,
	"value" text NOT NULL,
	"location_id" uuid,
	"department_id" uuid,
	"label_id" uuid,
	CONSTRAINT "attribute_mapping_values_workspace_id_connection_id_target_value_key_pk" PRIMARY KEY("workspace_id","connection_id","target","value_key")
);
--> statement-breakpoint
CREATE TABLE "attribute_mappings" (
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"target" text NOT NULL,
	"attribute" text,
	CONSTRAINT "attribute_mappings_workspace_id_connection_id_target_pk" PRIMARY KEY("workspace_id","connection_id","target")
);
--> statement-breakpoint
ALTER TABLE "attribute_mapping_values" ADD CONSTRAINT "attribute_mapping_values_mapping_fk" FOREIGN KEY ("workspace_id","connection_id","target") REFERENCES "public"."attribute_mappings"("workspace_id","connection_id","target") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribute_mapping_values" ADD CONSTRAINT "attribute_mapping_values_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribute_mapping_values" ADD CONSTRAINT "attribute_mapping_values_workspace_id_department_id_departments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","department_id") REFERENCES "public"."departments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribute_mapping_values" ADD CONSTRAINT "attribute_mapping_values_workspace_id_label_id_labels_workspace_id_id_fk" FOREIGN KEY ("workspace_id","label_id") REFERENCES "public"."labels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attribute_mappings" ADD CONSTRAINT "attribute_mappings_workspace_id_connection_id_connections_workspace_id_id_fk" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attribute_mapping_values_location_index" ON "attribute_mapping_values" USING btree ("workspace_id","location_id");--> statement-breakpoint
CREATE INDEX "attribute_mapping_values_department_index" ON "attribute_mapping_values" USING btree ("workspace_id","department_id");--> statement-breakpoint
CREATE INDEX "attribute_mapping_values_label_index" ON "attribute_mapping_values" USING btree ("workspace_id","label_id");