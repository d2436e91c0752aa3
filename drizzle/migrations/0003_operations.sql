CREATE TYPE "public"."operation_status" AS ENUM('PENDING', 'SUCCEEDED', 'FAILED');--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"workspace_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"headers" jsonb NOT NULL,
	"body" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_workspace_id_key_id_key_pk" PRIMARY KEY("workspace_id","key_id","key")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"acting_user_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"request_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"search" text NOT NULL,
	"body" text,
	"status" "operation_status" DEFAULT 'PENDING' NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"progress" jsonb,
	"result" jsonb,
	"error" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "operations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "operations_status_index" ON "operations" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "operations_age_index" ON "operations" USING btree ("created_at");