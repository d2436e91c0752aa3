ALTER TABLE "users" ADD COLUMN "admin_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "administrators_factor_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "everyone_factor_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "factor_grace_days" smallint DEFAULT 0 NOT NULL;