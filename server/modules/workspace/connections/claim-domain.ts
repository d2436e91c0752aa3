import { sql } from "drizzle-orm";
import { emailDomains } from "@/drizzle/schema/connections";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { orConflict } from "@/server/kernel/http/conflict";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { randomBase62 } from "@/server/kernel/secrets";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { domainName } from "./policy";

const maxDomains = 100;
const tokenLength = 32;

/**
 * Claims a domain; it counts once its TXT record is found.
 * @throws ApiError FORBIDDEN unless the caller is an administrator, VALIDATION_ERROR, CONFLICT when the workspace has claimed it, or too many
 */
export async function claimDomain(ctx: Ctx, typed: string): Promise<string> {
  requireAdmin(ctx);
  const name = domainName(typed);
  if (name === null) throw invalid([{ path: "name", ...fault("domain") }]);
  return inTransaction(ctx, async (tx) => {
    const [found] = await scoped(workspaceOf(tx.actor), emailDomains)
      .select(tx.db, { count: sql<number>`count(*)::int` })
      .where(undefined);
    if ((found?.count ?? 0) >= maxDomains)
      throw new ApiError("CONFLICT", because("domainCount", { limit: maxDomains }));
    const id = newId();
    const row = { workspaceId: tx.actor.workspaceId, id, name, token: randomBase62(tokenLength) };
    await orConflict(tx.db.insert(emailDomains).values({ ...row, createdAt: tx.now() }), {
      email_domains_name_unique: "domainListed",
    });
    await recordAudit(tx, {
      action: "email_domain.claim",
      resourceType: "email_domain",
      resourceId: id,
      changes: { name: { to: name } },
    });
    return id;
  });
}
