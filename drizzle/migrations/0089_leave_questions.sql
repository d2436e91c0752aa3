CREATE TABLE "leave_questions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"leave_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"asked_by_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"question" text NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "leave_questions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "leave_questions_answer_check" CHECK ((answer is null) = (answered_at is null))
);
--> statement-breakpoint
ALTER TABLE "leave_questions" ADD CONSTRAINT "leave_questions_workspace_id_leave_id_leaves_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_id") REFERENCES "public"."leaves"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_questions" ADD CONSTRAINT "leave_questions_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_questions" ADD CONSTRAINT "leave_questions_workspace_id_asked_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","asked_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leave_questions_leave_index" ON "leave_questions" USING btree ("workspace_id","leave_id","id");--> statement-breakpoint
CREATE INDEX "leave_questions_user_index" ON "leave_questions" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "audit_events_decider_index" ON "audit_events" USING btree ("workspace_id","acting_user_id","at","id") WHERE "audit_events"."resource_type" = 'leave' and "audit_events"."action" in ('leave.approve', 'leave.deny', 'leave.consent', 'leave.refuse', 'leave.agreeChange', 'leave.refuseChange');