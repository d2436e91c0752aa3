CREATE TABLE "company_leave_people" (
	"workspace_id" uuid NOT NULL,
	"company_leave_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"outcome" text,
	"obstacle" text,
	"missing" numeric(9, 3),
	"booked" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"away" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"undo" text,
	CONSTRAINT "company_leave_people_workspace_id_company_leave_id_user_id_pk" PRIMARY KEY("workspace_id","company_leave_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "company_leaves" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"location_ids" uuid[] NOT NULL,
	"department_ids" uuid[] NOT NULL,
	"label_ids" uuid[] NOT NULL,
	"exempt_label_ids" uuid[] NOT NULL,
	"status" text NOT NULL,
	"operation_id" uuid,
	"run_by_id" uuid,
	"request_id" text,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "company_leaves_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "company_leaves_range_check" CHECK ("company_leaves"."start_date" <= "company_leaves"."end_date")
);
--> statement-breakpoint
CREATE TABLE "leave_file_chunks" (
	"workspace_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "leave_file_chunks_workspace_id_file_id_position_pk" PRIMARY KEY("workspace_id","file_id","position")
);
--> statement-breakpoint
CREATE TABLE "leave_files" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"leave_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"slot" smallint NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_count" integer NOT NULL,
	"uploaded_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leave_files_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "leave_files_slot_unique" UNIQUE("workspace_id","leave_id","slot"),
	CONSTRAINT "leave_files_slot_check" CHECK ("leave_files"."slot" between 1 and 5 and "leave_files"."byte_count" > 0)
);
--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "approvers_see_files" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "company_leave_id" uuid;--> statement-breakpoint
ALTER TABLE "company_leave_people" ADD CONSTRAINT "company_leave_people_workspace_id_company_leave_id_company_leaves_workspace_id_id_fk" FOREIGN KEY ("workspace_id","company_leave_id") REFERENCES "public"."company_leaves"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_leave_people" ADD CONSTRAINT "company_leave_people_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_leaves" ADD CONSTRAINT "company_leaves_workspace_id_leave_type_id_leave_types_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_type_id") REFERENCES "public"."leave_types"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_leaves" ADD CONSTRAINT "company_leaves_workspace_id_created_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","created_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_file_chunks" ADD CONSTRAINT "leave_file_chunks_workspace_id_file_id_leave_files_workspace_id_id_fk" FOREIGN KEY ("workspace_id","file_id") REFERENCES "public"."leave_files"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_files" ADD CONSTRAINT "leave_files_workspace_id_leave_id_leaves_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_id") REFERENCES "public"."leaves"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_files" ADD CONSTRAINT "leave_files_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_files" ADD CONSTRAINT "leave_files_workspace_id_uploaded_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","uploaded_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_leave_people_user_index" ON "company_leave_people" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "company_leave_people_pending_index" ON "company_leave_people" USING btree ("workspace_id","company_leave_id","user_id") WHERE "company_leave_people"."outcome" is null;--> statement-breakpoint
CREATE INDEX "company_leaves_order_index" ON "company_leaves" USING btree ("workspace_id","start_date","id");--> statement-breakpoint
CREATE INDEX "leave_files_user_index" ON "leave_files" USING btree ("workspace_id","user_id","id");--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_workspace_id_company_leave_id_company_leaves_workspace_id_id_fk" FOREIGN KEY ("workspace_id","company_leave_id") REFERENCES "public"."company_leaves"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leaves_company_leave_index" ON "leaves" USING btree ("workspace_id","company_leave_id","user_id") WHERE "leaves"."company_leave_id" is not null;