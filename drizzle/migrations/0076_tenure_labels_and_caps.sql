CREATE TYPE "public"."tenure_from" AS ENUM('NEXT_YEAR', 'DAY');--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "tenure_steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "tenure_from" "tenure_from" DEFAULT 'NEXT_YEAR' NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "label_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "accrual_cap" numeric(9, 3);