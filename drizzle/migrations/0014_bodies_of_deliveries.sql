CREATE TABLE "webhook_bodies" (
	"workspace_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "webhook_bodies_workspace_id_delivery_id_pk" PRIMARY KEY("workspace_id","delivery_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_bodies" ADD CONSTRAINT "webhook_bodies_workspace_id_delivery_id_webhook_deliveries_workspace_id_id_fk" FOREIGN KEY ("workspace_id","delivery_id") REFERENCES "public"."webhook_deliveries"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "webhook_bodies" ("workspace_id", "delivery_id", "body") SELECT "workspace_id", "id", "body" FROM "webhook_deliveries" WHERE "body" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "body";