CREATE TABLE "work_leases" (
	"kind" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"worker_id" uuid NOT NULL,
	CONSTRAINT "work_leases_kind_workspace_id_lane_pk" PRIMARY KEY("kind","workspace_id","lane")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alive_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "webhook_deliveries_lease_index";--> statement-breakpoint
DROP INDEX "operations_pending_index";--> statement-breakpoint
ALTER TABLE "operations" ALTER COLUMN "due_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "work_leases" ADD CONSTRAINT "work_leases_worker_id_workers_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."workers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_leases_worker_index" ON "work_leases" USING btree ("worker_id");--> statement-breakpoint
CREATE INDEX "operations_pending_index" ON "operations" USING btree ("workspace_id","due_at","id") WHERE "operations"."status" = 'PENDING';--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "fence";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "leased_by";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "leased_until";