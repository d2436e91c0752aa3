import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { firstId, pageOf } from "@/server/kernel/database/page-token";
import type { PayrollLine } from "./layout";
import { loadRun, selectLines } from "./store";

/** The lines of a run, in the order of its file. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function listLines(
  ctx: Ctx,
  id: string,
  { limit, after }: PageStart,
): Promise<Listed<PayrollLine>> {
  requireRight(ctx, "payroll-runs:read");
  await loadRun(ctx, id);
  const rows = await selectLines(ctx, id, after ? Number(after.key) : -1, limit + 1);
  return { ...pageOf(rows, limit, ({ position }) => ({ key: String(position), id: firstId })), excluded: 0 };
}
