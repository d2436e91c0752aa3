CREATE TYPE "public"."signing_key_state" AS ENUM('NEXT', 'ACTIVE', 'RETIRED');--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"is_confidential" boolean NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"grant_types" text[] NOT NULL,
	"response_types" text[] NOT NULL,
	"token_endpoint_auth_method" text NOT NULL,
	"allowed_scopes" text[],
	"secret_hash" "bytea",
	"secret_last_four" text,
	"secret_created_at" timestamp (3) with time zone,
	"previous_secret_hash" "bytea",
	"previous_secret_last_four" text,
	"previous_secret_created_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by_id" uuid,
	"authorized_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"hash" "bytea" NOT NULL,
	"workspace_id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_challenge" text,
	"nonce" text,
	"scopes" text[] NOT NULL,
	"authenticated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_codes_hash_workspace_id_pk" PRIMARY KEY("hash","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" text,
	CONSTRAINT "oauth_grants_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "oauth_grants_id_unique" UNIQUE("id","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "oauth_refresh_tokens" (
	"hash" "bytea" NOT NULL,
	"workspace_id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_refresh_tokens_hash_workspace_id_pk" PRIMARY KEY("hash","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "oauth_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"redirect_uri" text NOT NULL,
	"state" text NOT NULL,
	"scopes" text[] NOT NULL,
	"code_challenge" text,
	"nonce" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"browser_hash" "bytea",
	"workspace_id" uuid,
	"user_id" uuid,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"algorithm" text NOT NULL,
	"state" "signing_key_state" NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_fk" FOREIGN KEY ("workspace_id","grant_id") REFERENCES "public"."oauth_grants"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_user_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_grant_fk" FOREIGN KEY ("workspace_id","grant_id") REFERENCES "public"."oauth_grants"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_clients_workspace_index" ON "oauth_clients" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "oauth_clients_unused_index" ON "oauth_clients" USING btree ("created_at") WHERE not "oauth_clients"."is_confidential" and "oauth_clients"."authorized_at" is null;--> statement-breakpoint
CREATE INDEX "oauth_codes_grant_index" ON "oauth_codes" USING btree ("workspace_id","grant_id");--> statement-breakpoint
CREATE INDEX "oauth_codes_expiry_index" ON "oauth_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_grants_user_index" ON "oauth_grants" USING btree ("workspace_id","user_id","client_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_client_index" ON "oauth_grants" USING btree ("client_id","workspace_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_expiry_index" ON "oauth_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_refresh_tokens_grant_index" ON "oauth_refresh_tokens" USING btree ("workspace_id","grant_id");--> statement-breakpoint
CREATE INDEX "oauth_refresh_tokens_expiry_index" ON "oauth_refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_requests_expiry_index" ON "oauth_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_signing_keys_one_of_each" ON "oauth_signing_keys" USING btree ("algorithm","state") WHERE "oauth_signing_keys"."state" <> 'RETIRED';--> statement-breakpoint
-- The time of last use changes in place: leave room for heap-only tuples.
ALTER TABLE "oauth_grants" SET (fillfactor = 85);
