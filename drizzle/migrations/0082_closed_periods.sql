ALTER TABLE "locations" ADD COLUMN "closed_through" date;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD COLUMN "corrects_from" date;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD COLUMN "corrects_to" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closed_through" date;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_corrects_check" CHECK ((corrects_from is null) = (corrects_to is null)
        and (corrects_from is null or (kind = 'ADJUSTMENT' and corrects_from <= corrects_to and corrects_to < effective_date)));