import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordEvent } from "@/server/modules/integrations/events/record";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { endAccess } from "./end-access";
import { getUser } from "./get-user";
import { lockAdministrators, lockUser, requireAnotherAdministrator } from "./lock-user";
import { snapshotOf } from "./policy";
import type { UserRow } from "./store";

const kinds = {
  ACTIVE: { action: "user.activate", event: "user.updated", already: "activeAlready" },
  INACTIVE: {
    action: "user.deactivate",
    event: "user.deactivated",
    already: "inactiveAlready",
  },
} as const;

/** Either way old sessions, connected apps and mailed links end: a reactivation revives nothing. */
function setStatus(ctx: Ctx, id: string, status: "ACTIVE" | "INACTIVE"): Promise<UserRow> {
  requireRight(ctx, "users:write");
  const { action, event, already } = kinds[status];
  return inTransaction(ctx, async (tx) => {
    await lockAdministrators(tx);
    const before = await lockUser(tx, id);
    if (before.status === status) throw new ApiError("CONFLICT", because(already));
    if (status === "INACTIVE") await requireAnotherAdministrator(tx, before);
    await scoped(workspaceOf(tx.actor), users)
      .update(tx.db)
      .set({ status, updatedAt: tx.now() })
      .where(eq(users.id, id));
    await endAccess(tx, id);
    if (status === "INACTIVE") await tell(tx, "deactivated", { userId: id });
    // After the sessions, which who makes sign-in stricter locks before the policy, too.
    if (status === "INACTIVE" && before.isAdmin) await tell(tx, "administratorsEnded", { userIds: [id] });
    await recordAudit(tx, {
      action,
      resourceType: "user",
      resourceId: id,
      changes: { status: { from: before.status, to: status } },
    });
    const user = await getUser(tx, id);
    await recordEvent(tx, {
      type: event,
      subjectUserId: id,
      data: { userId: id, previousStatus: before.status, snapshot: snapshotOf(user) },
    });
    return user;
  });
}

/**
 * Reactivates a person. Their API keys work again, too.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, CONFLICT when they are active or deleted
 */
export const activateUser = (ctx: Ctx, id: string): Promise<UserRow> => setStatus(ctx, id, "ACTIVE");

/**
 * Ends a person's access at once: sessions, connected apps and mailed links; their API keys answer 403, their webhooks are paused.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, CONFLICT when they are not active, are the last active administrator,
 * or the last one with emergency access while it is needed
 */
export const deactivateUser = (ctx: Ctx, id: string): Promise<UserRow> => setStatus(ctx, id, "INACTIVE");
