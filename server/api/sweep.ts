import { lte } from "drizzle-orm";
import { idempotencyKeys, operations } from "@/drizzle/schema/operations";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { plus } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { retentionMs } from "@/server/modules/operations/idempotency";
import { keptMs } from "@/server/modules/operations/store";

const over = everyWorkspace("what is over");

/** Deletes answers that are no longer given again. @returns how many */
export async function deleteOldIdempotencyKeys({ db, clock }: Services): Promise<number> {
  const result = await scoped(over, idempotencyKeys)
    .delete(db)
    .where(lte(idempotencyKeys.createdAt, plus(clock(), -retentionMs)));
  return result.count;
}

/** Deletes operations that can no longer be read, whatever became of them. @returns how many */
export async function deleteOldOperations({ db, clock }: Services): Promise<number> {
  const result = await scoped(over, operations)
    .delete(db)
    .where(lte(operations.createdAt, plus(clock(), -keptMs)));
  return result.count;
}
