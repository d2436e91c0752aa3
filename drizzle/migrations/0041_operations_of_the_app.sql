ALTER TABLE "operations" ALTER COLUMN "key_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_sender_check" CHECK (("operations"."key_id" is null) <> ("operations"."session_id" is null));