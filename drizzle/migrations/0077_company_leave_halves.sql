ALTER TABLE "company_leaves" ADD COLUMN "start_part" text DEFAULT 'FULL_DAY' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_leaves" ADD COLUMN "end_part" text DEFAULT 'FULL_DAY' NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "is_requestable" boolean DEFAULT true NOT NULL;