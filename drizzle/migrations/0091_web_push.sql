CREATE TABLE "push_subscriptions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("workspace_id","endpoint")
);
--> statement-breakpoint
CREATE TABLE "vapid_keys" (
	"public_key" text PRIMARY KEY NOT NULL,
	"private_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_requests" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_decisions" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "subscription_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "push_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_workspace_id_user_id_users_workspace_id_id_fk" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_index" ON "push_subscriptions" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_signed_in_index" ON "push_subscriptions" USING btree ("signed_in_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_expiry_index" ON "push_subscriptions" USING btree ("expires_at") WHERE "push_subscriptions"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "vapid_keys_only_one" ON "vapid_keys" USING btree ((true));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_workspace_id_subscription_id_push_subscriptions_workspace_id_id_fk" FOREIGN KEY ("workspace_id","subscription_id") REFERENCES "public"."push_subscriptions"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_next_push_index" ON "mails" USING btree ("push_attempt_at","workspace_id") WHERE "mails"."status" = 'pending' and "mails"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_push_index" ON "mails" USING btree ("workspace_id","push_attempt_at","id") WHERE "mails"."status" = 'pending' and "mails"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_subscription_index" ON "mails" USING btree ("workspace_id","subscription_id") WHERE "mails"."subscription_id" is not null;