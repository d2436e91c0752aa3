import { sql } from "drizzle-orm";
import { companyLeaves } from "@/drizzle/schema/company-leaves";
import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { pageOf } from "@/server/kernel/database/page-token";
import { type CompanyLeaveState, selectCompanyLeaves } from "./store";

/**
 * The company leave that the caller may see, the latest days first: administrators all, location admins that of locations they manage.
 * @throws ApiError FORBIDDEN for other roles
 */
export async function listCompanyLeaves(
  ctx: Ctx,
  { limit, after }: PageStart,
): Promise<Listed<CompanyLeaveState>> {
  requireRight(ctx, "company-leaves:read");
  const earlier = after
    ? sql`(${companyLeaves.startDate}, ${companyLeaves.id}) < (${after.key}::date, ${after.id}::uuid)`
    : undefined;
  const rows = await selectCompanyLeaves(ctx, earlier, limit + 1);
  return { ...pageOf(rows, limit, ({ startDate, id }) => ({ key: startDate, id })), excluded: 0 };
}
