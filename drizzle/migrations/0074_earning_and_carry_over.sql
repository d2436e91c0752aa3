CREATE TYPE "public"."accrual_timing" AS ENUM('START', 'END');--> statement-breakpoint
CREATE TYPE "public"."first_year" AS ENUM('BY_DAY', 'BY_MONTH', 'FULL', 'AFTER_MONTHS');--> statement-breakpoint
CREATE TYPE "public"."quota_rounding" AS ENUM('NONE', 'HALF', 'WHOLE', 'UP');--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "accrual_timing" "accrual_timing" DEFAULT 'START' NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "first_year" "first_year" DEFAULT 'BY_DAY' NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "first_year_months" smallint;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "quota_rounding" "quota_rounding" DEFAULT 'NONE' NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD CONSTRAINT "leave_policies_first_year_check" CHECK ((first_year = 'AFTER_MONTHS') = (first_year_months is not null) and coalesce(first_year_months, 1) between 1 and 60);