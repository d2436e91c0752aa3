CREATE TABLE "provider_accounts" (
	"workspace_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_accounts_issuer_subject_workspace_id_pk" PRIMARY KEY("issuer","subject","workspace_id"),
	CONSTRAINT "provider_accounts_user_unique" UNIQUE("workspace_id","user_id","issuer")
);
--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;