import { and, eq, gt } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { getLocation, type LocationDetailRow } from "@/server/modules/people/places/get-location";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { ReopeningRequest } from "./schema";
import { lockLocation } from "./store";

/** Before every date of a leave. */
const never = "0001-01-01";

/**
 * Opens closed days of a location again, also those that its people brought along from earlier ones (decision 17.3).
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when no later day is closed
 */
export function reopenDays(
  ctx: Ctx,
  id: string,
  { through, reason }: ReopeningRequest,
): Promise<LocationDetailRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockLocation(tx, id);
    const last = through ?? never;
    const own = await scoped(workspaceOf(tx.actor), users)
      .update(tx.db)
      .set({ closedThrough: through })
      .where(and(eq(users.locationId, id), gt(users.closedThrough, last)))
      .returning({ id: users.id });
    const isClosedLater = before.closedThrough !== null && before.closedThrough > last;
    if (!isClosedLater && own.length === 0)
      throw new ApiError(
        "CONFLICT",
        through === null ? because("allOpen") : because("openAlready", { date: through }),
      );
    if (isClosedLater)
      await scoped(workspaceOf(tx.actor), locations)
        .update(tx.db)
        .set({ closedThrough: through })
        .where(eq(locations.id, id));
    await recordAudit(tx, {
      action: "location.reopen",
      resourceType: "location",
      resourceId: id,
      changes: { closedThrough: { from: before.closedThrough, to: through }, reason: { to: reason } },
    });
    return getLocation(tx, id);
  });
}
