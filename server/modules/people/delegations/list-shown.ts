import type { Ctx } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import type { Page, Position } from "@/server/kernel/database/page-token";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { listDelegations } from "./list";
import type { DelegationRow } from "./store";

/** A delegation on the page, with the caller's rights. */
export type ShownDelegation = DelegationRow & { mayEnd: boolean; isOwn: boolean };

/** `listDelegations`, with what the caller may do with each. */
export async function listShownDelegations(
  ctx: Ctx,
  page: { limit: number; after: Position | null },
): Promise<Page<ShownDelegation>> {
  const { items, next } = await listDelegations(ctx, page);
  return { items: items.map((row) => shownOf(ctx, row)), next };
}

function shownOf({ actor }: Ctx, row: DelegationRow): ShownDelegation {
  const isOwn = row.userId === actor.userId;
  const { userId: id, userLocationId: locationId, userDepartmentId: departmentId } = row;
  const role = row.userIsAdmin ? "ADMIN" : "APPROVER";
  const isTheirs = isLead(actor.role) && managesPerson(actor, { id, role, locationId, departmentId });
  return { ...row, isOwn, mayEnd: row.status !== "ENDED" && (isOwn || isTheirs) };
}
