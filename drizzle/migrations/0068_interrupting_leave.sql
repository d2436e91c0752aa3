ALTER TABLE "leave_types" ADD COLUMN "interrupts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "interruptible" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_types" ADD CONSTRAINT "leave_types_interrupts_check" CHECK (not ("interrupts" and "interruptible"));