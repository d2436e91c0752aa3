ALTER TABLE "oauth_requests" ADD COLUMN "prompts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_requests" ADD COLUMN "max_age_seconds" integer;