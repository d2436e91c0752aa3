import { and, eq, isNotNull } from "drizzle-orm";
import { emailDomains } from "@/drizzle/schema/connections";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { domainOf } from "@/server/modules/workspace/connections/policy";
import { invalidValue } from "./scim-error";

/**
 * Who receives the mail of an address can sign in by it. A directory moves no one who is here to an address of which the workspace has not
 * proven the domain.
 * @throws ScimError 400 `invalidValue`
 */
export async function requireVerifiedDomain(tx: Ctx, email: string): Promise<void> {
  const domain = domainOf(email);
  const [verified] = domain
    ? await scoped(workspaceOf(tx.actor), emailDomains)
        .select(tx.db, { id: emailDomains.id })
        .where(and(eq(emailDomains.name, domain), isNotNull(emailDomains.verifiedAt)))
    : [];
  if (verified) return;
  throw invalidValue(
    "The address of a person can only be changed to one in a verified domain of the workspace.",
  );
}
