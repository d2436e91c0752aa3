CREATE TABLE "leave_certificates" (
	"workspace_id" uuid NOT NULL,
	"leave_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked_by_id" uuid,
	"due_on" date NOT NULL,
	"received_at" timestamp (3) with time zone,
	"received_by_id" uuid,
	"received_file_id" uuid,
	CONSTRAINT "leave_certificates_workspace_id_leave_id_pk" PRIMARY KEY("workspace_id","leave_id")
);
--> statement-breakpoint
ALTER TABLE "leave_certificates" ADD CONSTRAINT "leave_certificates_workspace_id_leave_id_leaves_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_id") REFERENCES "public"."leaves"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_certificates" ADD CONSTRAINT "leave_certificates_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_certificates" ADD CONSTRAINT "leave_certificates_workspace_id_asked_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","asked_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_certificates" ADD CONSTRAINT "leave_certificates_workspace_id_received_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","received_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leave_certificates_user_index" ON "leave_certificates" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "leave_certificates_due_index" ON "leave_certificates" USING btree ("workspace_id","due_on","leave_id") WHERE "leave_certificates"."received_at" is null;