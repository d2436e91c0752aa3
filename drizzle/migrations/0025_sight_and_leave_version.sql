CREATE TYPE "public"."visibility" AS ENUM('SELF', 'DEPARTMENT', 'LOCATION', 'WORKSPACE');--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "visibility" "visibility" DEFAULT 'DEPARTMENT' NOT NULL;