CREATE TABLE "identity_workspaces" (
	"hash" "bytea" NOT NULL,
	"leads_to" uuid NOT NULL,
	CONSTRAINT "identity_workspaces_hash_leads_to_pk" PRIMARY KEY("hash","leads_to")
);
--> statement-breakpoint
CREATE TABLE "secret_workspaces" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"leads_to" uuid NOT NULL
);
--> statement-breakpoint
-- What was issued so far does not say its workspace. Codes live for minutes and are found by the fallback of `server/access/workspace-of-secret.ts`.
INSERT INTO "secret_workspaces" ("hash", "leads_to")
SELECT "hash", "workspace_id" FROM "api_keys"
UNION ALL SELECT "hash", "workspace_id" FROM "legacy_keys"
UNION ALL SELECT "hash", "workspace_id" FROM "calendar_feeds"
UNION ALL SELECT "hash", "workspace_id" FROM "oauth_refresh_tokens"
UNION ALL SELECT "hash", "workspace_id" FROM "signin_tokens"
UNION ALL SELECT "hash", "workspace_id" FROM "decision_links"
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "identity_workspaces" ("hash", "leads_to")
SELECT sha256(convert_to('address ' || lower("email"), 'UTF8')), "workspace_id" FROM "users" WHERE "erased_at" IS NULL
UNION ALL SELECT sha256(convert_to('account ' || "issuer" || ' ' || "subject", 'UTF8')), "workspace_id" FROM "provider_accounts"
ON CONFLICT DO NOTHING;
