CREATE TABLE "used_logout_tokens" (
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "used_logout_tokens_workspace_id_connection_id_hash_pk" PRIMARY KEY("workspace_id","connection_id","hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_session_id" text;--> statement-breakpoint
ALTER TABLE "used_logout_tokens" ADD CONSTRAINT "used_logout_tokens_workspace_id_connection_id_connections_workspace_id_id_fk" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "used_logout_tokens_expiry_index" ON "used_logout_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_provider_index" ON "sessions" USING btree ("workspace_id","connection_id") WHERE "sessions"."connection_id" is not null;