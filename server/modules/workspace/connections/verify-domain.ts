import { eq } from "drizzle-orm";
import { emailDomains } from "@/drizzle/schema/connections";
import { domainWorkspaces } from "@/drizzle/schema/workspace-directory";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { recordHost, recordText } from "./policy";
import { resolveRecord } from "./resolve-txt";
import { loadDomain } from "./store";

/** The directory's primary key decides: of any number of workspaces one has the domain. */
async function takeName(tx: Ctx, name: string): Promise<void> {
  const { workspaceId } = tx.actor;
  const taken = await tx.db
    .insert(domainWorkspaces)
    .values({ name, leadsTo: workspaceId })
    .onConflictDoNothing()
    .returning({ name: domainWorkspaces.name });
  if (taken.length > 0) return;
  const [held] = await tx.db.select().from(domainWorkspaces).where(eq(domainWorkspaces.name, name));
  if (held?.leadsTo === workspaceId) return;
  throw new ApiError("CONFLICT", {
    ...because("domainElsewhere"),
    resolution: "Remove it there first, or ask the operator of this server.",
  });
}

/** Stores that the domain is proven, in the open transaction. */
export async function settleDomain(tx: Ctx, id: string): Promise<void> {
  const before = await loadDomain(tx, id, true);
  await takeName(tx, before.name);
  await scoped(workspaceOf(tx.actor), emailDomains)
    .update(tx.db)
    .set({ verifiedAt: before.verifiedAt ?? tx.now(), lastCheckedAt: tx.now(), lostAt: null })
    .where(eq(emailDomains.id, id));
  if (before.verifiedAt && !before.lostAt) return;
  await recordAudit(tx, {
    action: "email_domain.verify",
    resourceType: "email_domain",
    resourceId: id,
    changes: { name: { to: before.name } },
  });
}

/**
 * Looks for the domain's TXT record now, before the transaction.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, RESOURCE_NOT_FOUND, CONFLICT when the record is not found, the name
 * server does not answer, or another workspace has the domain
 */
export async function verifyDomain(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  const { name, token } = await loadDomain(ctx, id);
  const isThere = await resolveRecord(ctx.services, recordHost(name), recordText(token));
  if (isThere === null)
    throw new ApiError("CONFLICT", {
      ...because("nameServerSilent", { name }),
      resolution: "Try again in a few minutes.",
    });
  if (!isThere)
    throw new ApiError("CONFLICT", {
      ...because("recordMissing", { host: recordHost(name) }),
      resolution: "Check the record. It can take up to an hour until name servers show a new one.",
    });
  await inTransaction(ctx, (tx) => settleDomain(tx, id));
}
