ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_workspace_id_delivery_id_webhook_deliveries_workspace_id_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_bodies" DROP CONSTRAINT "webhook_bodies_workspace_id_delivery_id_webhook_deliveries_workspace_id_id_fk";
--> statement-breakpoint
DROP INDEX "webhook_deliveries_age_index";