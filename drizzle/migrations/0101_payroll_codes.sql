ALTER TABLE "payroll_templates" ADD COLUMN "codes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "report_downloads" ADD COLUMN "language" text;