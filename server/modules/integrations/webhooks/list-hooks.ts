import { and, asc, eq, isNull } from "drizzle-orm";
import { webhooks } from "@/drizzle/schema/webhooks";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";

const select = ({ db, actor }: Ctx, grantIds: readonly string[]) =>
  scoped(workspaceOf(actor), webhooks)
    .select(db, {
      id: webhooks.id,
      grantId: webhooks.grantId,
      url: webhooks.url,
      events: webhooks.events,
      status: webhooks.status,
      pausedReason: webhooks.pausedReason,
    })
    .where(
      and(
        eq(webhooks.ownerId, actor.userId ?? actor.workspaceId),
        isAnyOf(webhooks.grantId, grantIds),
        isNull(webhooks.revokedAt),
      ),
    )
    .orderBy(asc(webhooks.id));

export type HookRow = Awaited<ReturnType<typeof select>>[number];

/** Webhooks of the acting user that apps made with these approvals and that are not revoked, oldest first. */
export const listHooks = async (ctx: Ctx, grantIds: readonly string[]): Promise<HookRow[]> =>
  grantIds.length === 0 ? [] : select(ctx, grantIds);
