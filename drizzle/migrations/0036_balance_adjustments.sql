CREATE TYPE "public"."adjustment_kind" AS ENUM('OPENING', 'ADJUSTMENT', 'QUOTA', 'REVERSAL');--> statement-breakpoint
CREATE TABLE "balance_adjustments" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"kind" "adjustment_kind" NOT NULL,
	"days" numeric(9, 3),
	"effective_date" date NOT NULL,
	"note" text NOT NULL,
	"reverses_id" uuid,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "balance_adjustments_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "balance_adjustments_reverses_unique" UNIQUE("workspace_id","reverses_id"),
	CONSTRAINT "balance_adjustments_kind_check" CHECK (("balance_adjustments"."kind" = 'REVERSAL') = ("balance_adjustments"."reverses_id" is not null) and ("balance_adjustments"."kind" = 'REVERSAL') = ("balance_adjustments"."days" is null)
        and ("balance_adjustments"."kind" <> 'QUOTA' or "balance_adjustments"."days" >= 0))
);
--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_workspace_id_created_by_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","created_by_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_workspace_id_leave_type_id_leave_types_workspace_id_id_fk" FOREIGN KEY ("workspace_id","leave_type_id") REFERENCES "public"."leave_types"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_workspace_id_reverses_id_balance_adjustments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","reverses_id") REFERENCES "public"."balance_adjustments"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_adjustments_user_index" ON "balance_adjustments" USING btree ("workspace_id","user_id","id");