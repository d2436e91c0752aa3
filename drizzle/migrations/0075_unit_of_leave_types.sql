CREATE TYPE "public"."leave_unit" AS ENUM('DAYS', 'HOURS');--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "unit" "leave_unit" DEFAULT 'DAYS' NOT NULL;