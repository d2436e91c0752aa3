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
ALTER TABLE "leave_file_chunks" ADD CONSTRAINT "leave_file_chunks_workspace_id_file_id_leave_files_workspace_id_id_fk" FOREIGN KEY ("workspace_id","file_id") REFERENCES "public"."leave_files"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_files" ADD CONSTRAINT "leave_files_workspace_id_leave_id_leaves_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_id") REFERENCES "public"."leaves"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_files" ADD CONSTRAINT "leave_files_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_files" ADD CONSTRAINT "leave_files_workspace_id_uploaded_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","uploaded_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leave_files_user_index" ON "leave_files" USING btree ("workspace_id","user_id","id");