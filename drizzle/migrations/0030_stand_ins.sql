CREATE TABLE "delegations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"stand_in_id" uuid NOT NULL,
	"department_id" uuid,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "delegations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "delegations_range_check" CHECK ("delegations"."start_date" <= "delegations"."end_date"),
	CONSTRAINT "delegations_another_check" CHECK ("delegations"."user_id" <> "delegations"."stand_in_id")
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "stands_in_for_id" uuid;--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "stands_in_for_id" uuid;--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "unattended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_workspace_id_stand_in_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","stand_in_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_workspace_id_created_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","created_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_workspace_id_department_id_departments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","department_id") REFERENCES "public"."departments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delegations_stand_in_index" ON "delegations" USING btree ("workspace_id","stand_in_id") WHERE "delegations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "delegations_approver_index" ON "delegations" USING btree ("workspace_id","user_id") WHERE "delegations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "delegations_order_index" ON "delegations" USING btree ("workspace_id","start_date","id");--> statement-breakpoint
CREATE INDEX "delegations_department_index" ON "delegations" USING btree ("workspace_id","department_id");--> statement-breakpoint
ALTER TABLE "delegations" ADD CONSTRAINT "delegations_overlap" EXCLUDE USING gist ("workspace_id" WITH =, "user_id" WITH =, "stand_in_id" WITH =, (coalesce("department_id", '00000000-0000-0000-0000-000000000000'::uuid)) WITH =, daterange("start_date", "end_date", '[]') WITH &&) WHERE ("ended_at" is null);
