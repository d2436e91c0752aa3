import type { Services } from "@/server/kernel/services";
import { expireLeaves } from "@/server/modules/leaves/expire";
import { deliverDue } from "@/server/modules/webhooks/deliver";
import { deleteOldDeliveries } from "@/server/modules/webhooks/sweep";
import { warnOwners } from "@/server/modules/webhooks/warn-owners";

/** Due work: decides in the database what is due, and says how much it did. */
export interface Job {
  name: string;
  run(services: Services): Promise<number>;
}

/** Most urgent first. */
export const jobs: readonly Job[] = [
  { name: "deliver-webhooks", run: deliverDue },
  { name: "expire-leaves", run: expireLeaves },
  { name: "warn-webhook-owners", run: warnOwners },
  { name: "delete-old-deliveries", run: deleteOldDeliveries },
];
