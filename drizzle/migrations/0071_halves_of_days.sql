CREATE TYPE "public"."end_part" AS ENUM('FULL_DAY', 'MORNING');--> statement-breakpoint
CREATE TYPE "public"."start_part" AS ENUM('FULL_DAY', 'AFTERNOON');--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "start_part" "start_part" DEFAULT 'FULL_DAY' NOT NULL;--> statement-breakpoint
ALTER TABLE "leaves" ADD COLUMN "end_part" "end_part" DEFAULT 'FULL_DAY' NOT NULL;