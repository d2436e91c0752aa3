ALTER TYPE "public"."report_type" ADD VALUE 'PAYROLL_RUN';--> statement-breakpoint
ALTER TABLE "payroll_runs" ADD COLUMN "report_id" uuid;--> statement-breakpoint
ALTER TABLE "payroll_runs" ADD COLUMN "occurrence_id" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_reports" ADD COLUMN "payroll_template_id" uuid;--> statement-breakpoint
ALTER TABLE "scheduled_reports" ADD CONSTRAINT "scheduled_reports_workspace_id_payroll_template_id_payroll_templates_workspace_id_id_fk" FOREIGN KEY ("workspace_id","payroll_template_id") REFERENCES "public"."payroll_templates"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payroll_runs_report_unique" ON "payroll_runs" USING btree ("workspace_id","report_id","location_id","start_date","end_date") WHERE "payroll_runs"."report_id" is not null;