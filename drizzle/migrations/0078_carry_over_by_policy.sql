CREATE TYPE "public"."carry_use" AS ENUM('FIRST', 'LAST');--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "carry_expiry" jsonb;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "carry_use" "carry_use" DEFAULT 'FIRST' NOT NULL;