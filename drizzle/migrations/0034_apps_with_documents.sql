ALTER TABLE "oauth_clients" ADD COLUMN "metadata_url" text;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "metadata_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_metadata_url_unique" UNIQUE("metadata_url");