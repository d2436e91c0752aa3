import { and, eq, sql } from "drizzle-orm";
import { payrollRuns } from "@/drizzle/schema/payroll";
import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { pageOf } from "@/server/kernel/database/page-token";
import { type RunRow, selectRuns } from "./store";

/**
 * The runs that the caller may see, the latest first: administrators all, location admins those of locations they manage.
 * @throws ApiError FORBIDDEN for other roles
 */
export async function listRuns(
  ctx: Ctx,
  { locationId }: { locationId?: string | undefined },
  { limit, after }: PageStart,
): Promise<Listed<RunRow>> {
  requireRight(ctx, "payroll-runs:read");
  const which = and(
    locationId === undefined ? undefined : eq(payrollRuns.locationId, locationId),
    after ? sql`${payrollRuns.id} < ${after.id}::uuid` : undefined,
  );
  const rows = await selectRuns(ctx, which, limit + 1);
  return { ...pageOf(rows, limit, ({ id }) => ({ key: "", id })), excluded: 0 };
}
