CREATE TABLE "hours_worked" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"hours" numeric(7, 2) NOT NULL,
	"minutes_per_day" numeric(8, 4) NOT NULL,
	"source" text NOT NULL,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hours_worked_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "hours_worked_hours_check" CHECK (hours >= 0),
	CONSTRAINT "hours_worked_day_check" CHECK (minutes_per_day > 0),
	CONSTRAINT "hours_worked_range_check" CHECK (first_day <= last_day)
);
--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "hours_worked_rate" numeric(6, 3);--> statement-breakpoint
ALTER TABLE "hours_worked" ADD CONSTRAINT "hours_worked_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_worked" ADD CONSTRAINT "hours_worked_workspace_id_created_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","created_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hours_worked_user_index" ON "hours_worked" USING btree ("workspace_id","user_id","last_day");