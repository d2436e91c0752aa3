CREATE TYPE "public"."count_mode" AS ENUM('WORKING_DAYS', 'CALENDAR_DAYS', 'MONDAY_TO_SATURDAY');--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "count_mode" "count_mode" DEFAULT 'WORKING_DAYS' NOT NULL;--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "count_mode" "count_mode" DEFAULT 'WORKING_DAYS' NOT NULL;