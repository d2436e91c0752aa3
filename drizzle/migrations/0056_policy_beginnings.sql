ALTER TABLE "leave_policies" ADD COLUMN "begins_on" date;--> statement-breakpoint
ALTER TABLE "leave_policies" ADD COLUMN "type_begins_on" date;