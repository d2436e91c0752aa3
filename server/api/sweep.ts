import { lte } from "drizzle-orm";
import { idempotencyKeys, operations } from "@/drizzle/schema/operations";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { retentionMs } from "@/server/modules/integrations/operations/idempotency";
import { keptMs } from "@/server/modules/integrations/operations/store";

/** Deletes stored answers that are no longer replayed. @returns how many */
export const deleteOldIdempotencyKeys = (services: Services): Promise<number> =>
  deleteInSteps(
    services,
    idempotencyKeys,
    lte(idempotencyKeys.createdAt, plus(services.clock(), -retentionMs)),
  );

/** Deletes operations that can no longer be read, whatever their outcome. @returns how many */
export const deleteOldOperations = (services: Services): Promise<number> =>
  deleteInSteps(services, operations, lte(operations.createdAt, plus(services.clock(), -keptMs)));
