import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { settleDomain } from "./verify-domain";

/**
 * Verifies a domain without its TXT record: the operator vouches for it, as on a network without public name servers. The weekly check goes
 * on, and only ever warns.
 * @throws ApiError RESOURCE_NOT_FOUND, CONFLICT when another workspace has the domain
 */
export async function verifyByOperator(ctx: Ctx, id: string): Promise<void> {
  requireAdmin(ctx);
  if (ctx.actor.via.type !== "operator") throw new Error("Only the operator vouches for a domain.");
  await inTransaction(ctx, (tx) => settleDomain(tx, id));
}
