CREATE TABLE "used_assertions" (
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "used_assertions_workspace_id_connection_id_hash_pk" PRIMARY KEY("workspace_id","connection_id","hash")
);
--> statement-breakpoint
ALTER TABLE "connections" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ALTER COLUMN "client_secret" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "protocol" text DEFAULT 'OIDC' NOT NULL;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "sso_url" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "signing_certificates" jsonb;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "answer" jsonb;--> statement-breakpoint
ALTER TABLE "used_assertions" ADD CONSTRAINT "used_assertions_workspace_id_connection_id_connections_workspace_id_id_fk" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "used_assertions_expiry_index" ON "used_assertions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_protocol_check" CHECK (protocol = 'OIDC' and client_id is not null and client_secret is not null
        or protocol = 'SAML' and sso_url is not null and signing_certificates is not null);