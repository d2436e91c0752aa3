CREATE TABLE "verified_emails" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"verified_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verified_emails_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "verified_emails" ADD CONSTRAINT "verified_emails_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Who has a password chose it with a mailed link, or has it from the operator; who signed in proved an address or an account.
INSERT INTO "verified_emails" ("workspace_id", "user_id", "email", "verified_at")
SELECT u.workspace_id, u.id, u.email, now() FROM "users" u
WHERE EXISTS (SELECT FROM "credentials" c WHERE c.workspace_id = u.workspace_id AND c.user_id = u.id)
	OR EXISTS (SELECT FROM "sessions" s WHERE s.workspace_id = u.workspace_id AND s.user_id = u.id)
	OR EXISTS (SELECT FROM "provider_accounts" p WHERE p.workspace_id = u.workspace_id AND p.user_id = u.id)
	OR EXISTS (SELECT FROM "invitations" i WHERE i.workspace_id = u.workspace_id AND i.user_id = u.id AND i.accepted_at IS NOT NULL);
