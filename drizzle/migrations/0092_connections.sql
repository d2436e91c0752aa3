CREATE TABLE "connection_accounts" (
	"workspace_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connection_accounts_workspace_id_connection_id_issuer_subject_pk" PRIMARY KEY("workspace_id","connection_id","issuer","subject"),
	CONSTRAINT "connection_accounts_user_unique" UNIQUE("workspace_id","user_id","connection_id","issuer")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" "bytea" NOT NULL,
	"secret_expires_on" date,
	"warned_of_expiry_on" date,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"creates_people" boolean DEFAULT false NOT NULL,
	"location_id" uuid,
	"department_id" uuid,
	"tested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connections_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "email_domains" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"last_checked_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	CONSTRAINT "email_domains_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "email_domains_name_unique" UNIQUE("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"hash" "bytea" NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"return_to" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"result" jsonb,
	CONSTRAINT "sign_in_attempts_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "sign_in_attempts_hash_unique" UNIQUE("workspace_id","hash")
);
--> statement-breakpoint
CREATE TABLE "domain_workspaces" (
	"name" text PRIMARY KEY NOT NULL,
	"leads_to" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connection_accounts" ADD CONSTRAINT "connection_accounts_workspace_id_connection_id_connections_workspace_id_id_fk" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_accounts" ADD CONSTRAINT "connection_accounts_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_workspace_id_location_id_locations_workspace_id_id_fk" FOREIGN KEY ("workspace_id","location_id") REFERENCES "public"."locations"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_workspace_id_department_id_departments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","department_id") REFERENCES "public"."departments"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_workspace_id_connection_id_connections_workspace_id_id_fk" FOREIGN KEY ("workspace_id","connection_id") REFERENCES "public"."connections"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_location_index" ON "connections" USING btree ("workspace_id","location_id");--> statement-breakpoint
CREATE INDEX "connections_department_index" ON "connections" USING btree ("workspace_id","department_id");--> statement-breakpoint
CREATE INDEX "connections_expiry_index" ON "connections" USING btree ("secret_expires_on") WHERE "connections"."secret_expires_on" is not null;--> statement-breakpoint
CREATE INDEX "email_domains_checked_index" ON "email_domains" USING btree ("last_checked_at") WHERE "email_domains"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "sign_in_attempts_connection_index" ON "sign_in_attempts" USING btree ("workspace_id","connection_id","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_user_index" ON "sign_in_attempts" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_expiry_index" ON "sign_in_attempts" USING btree ("expires_at");