import { and, eq } from "drizzle-orm";
import { emailDomains } from "@/drizzle/schema/connections";
import { domainWorkspaces } from "@/drizzle/schema/workspace-directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { loadDomain } from "./store";

/**
 * Removes a domain. Its addresses sign in as those of any other; people who have signed in by a connection still do.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND
 */
export async function releaseDomain(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    const { name } = await loadDomain(tx, id, true);
    const { workspaceId } = tx.actor;
    await scoped(workspaceOf({ workspaceId }), emailDomains).delete(tx.db).where(eq(emailDomains.id, id));
    await tx.db
      .delete(domainWorkspaces)
      .where(and(eq(domainWorkspaces.name, name), eq(domainWorkspaces.leadsTo, workspaceId)));
    await recordAudit(tx, {
      action: "email_domain.remove",
      resourceType: "email_domain",
      resourceId: id,
      changes: { name: { from: name } },
    });
  });
}
