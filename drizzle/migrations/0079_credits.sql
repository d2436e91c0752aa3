CREATE TABLE "credits" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"days" numeric(9, 3) NOT NULL,
	"earned_on" date NOT NULL,
	"expires_on" date,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"created_by_id" uuid,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_reason" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credits_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "credits_days_check" CHECK (days > 0),
	CONSTRAINT "credits_range_check" CHECK (earned_on <= expires_on)
);
--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "credits_requestable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "credit_valid_days" integer;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_workspace_id_created_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","created_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_workspace_id_decided_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","decided_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_workspace_id_leave_type_id_leave_types_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_type_id") REFERENCES "public"."leave_types"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credits_user_index" ON "credits" USING btree ("workspace_id","user_id","id");--> statement-breakpoint
CREATE INDEX "credits_open_index" ON "credits" USING btree ("workspace_id","id") WHERE "credits"."status" = 'OPEN';--> statement-breakpoint
ALTER TABLE "leave_policies" ADD CONSTRAINT "leave_policies_credit_check" CHECK (credit_valid_days between 1 and 3660);