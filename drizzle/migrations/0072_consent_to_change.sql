DROP INDEX "leaves_open_index";--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "change_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "wanted_change" jsonb;--> statement-breakpoint
CREATE INDEX "leaves_undecided_index" ON "leaves" USING btree ("workspace_id","id") WHERE ("leaves"."status" = 'OPEN' or "leaves"."cancel_asked_at" is not null or "leaves"."change_asked_at" is not null);--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_change_check" CHECK ((change_asked_at is null) = (wanted_change is null));