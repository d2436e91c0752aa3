import type { Ctx } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { listDelegations } from "./list";
import type { DelegationFilter } from "./schema";
import { countKnown, type DelegationRow } from "./store";

/** A delegation on the page, with the caller's rights. */
export type ShownDelegation = DelegationRow & { mayEnd: boolean; isOwn: boolean };

/** `listDelegations` of one status or all, with what the caller may do with each. */
export async function listShownDelegations(
  ctx: Ctx,
  { time }: DelegationFilter,
  start: PageStart,
): Promise<Listed<ShownDelegation>> {
  const { items, next } = await listDelegations(ctx, {
    ...start,
    status: time === "all" ? undefined : [time],
  });
  const [all] = items.length === 0 && start.after === null ? await countKnown(ctx) : [];
  return { items: items.map((row) => shownOf(ctx, row)), next, excluded: all?.count ?? 0 };
}

function shownOf({ actor }: Ctx, row: DelegationRow): ShownDelegation {
  const isOwn = row.userId === actor.userId;
  const { userId: id, userLocationId: locationId, userDepartmentId: departmentId } = row;
  const role = row.userIsAdmin ? "ADMIN" : "APPROVER";
  const isTheirs = isLead(actor.role) && managesPerson(actor, { id, role, locationId, departmentId });
  return { ...row, isOwn, mayEnd: row.status !== "ENDED" && (isOwn || isTheirs) };
}
