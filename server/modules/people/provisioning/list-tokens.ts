import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import { provisioningTokens } from "@/drizzle/schema/provisioning";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";

type TokenRow = typeof provisioningTokens.$inferSelect;

const isValidAt = (now: Date) =>
  or(isNull(provisioningTokens.expiresAt), gt(provisioningTokens.expiresAt, now));

/** A connection's valid tokens, the newest last. @throws ApiError FORBIDDEN unless the caller is an administrator */
export function listProvisioningTokens(ctx: Ctx, connectionId: string): Promise<TokenRow[]> {
  requireAdmin(ctx);
  return scoped(workspaceOf(ctx.actor), provisioningTokens)
    .selectAll(ctx.db)
    .where(and(eq(provisioningTokens.connectionId, connectionId), isValidAt(ctx.now())))
    .orderBy(asc(provisioningTokens.id));
}
