import { eq } from "drizzle-orm";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { type Actor, isInApp } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import { type Reach, reaches, workspaceOf } from "@/server/access/reach";
import { requireScope } from "@/server/access/require-scope";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { type Employee, readEmployee } from "@/server/modules/leave/calendars/read-employee";
import type { DepartmentApprover } from "@/server/modules/leave/requests/approvers";
import { findChain } from "@/server/modules/leave/requests/find-approvers";

/*
 * Who sees the files of a leave (decision 14.1). Reach is not enough: an approver reaches leave whose files are none of their business.
 * Every verb on files starts from `loadLeaveOfFiles`.
 */

const fields = {
  id: leaves.id,
  userId: leaves.userId,
  leaveTypeId: leaves.leaveTypeId,
  locationId: leaves.locationId,
  status: leaves.status,
  approversSeeFiles: leaveTypes.approversSeeFiles,
};

/** A leave whose files the caller sees. */
export interface LeaveOfFiles {
  id: string;
  status: typeof leaves.$inferSelect.status;
  owner: Employee;
  /** Whether the caller may delete files of other uploaders, too. */
  keepsFiles: boolean;
}

interface Party {
  actor: Actor;
  reach: Reach;
}

/** Administrators, and the location admins who manage the person: for them the files are kept. */
const keepsFilesOf = ({ actor }: Party, owner: Employee): boolean =>
  actor.role === "ADMIN" || (actor.role === "LOCATION_ADMIN" && managesPerson(actor, owner));

/** An approver by their own right; a manager outside their reach in the app only (decision 7.16). A stand-in decides, and sees no files. */
const isApproverOf = ({ actor, reach }: Party, owner: Employee, approvers: readonly DepartmentApprover[]) =>
  approvers.some(
    ({ userId, standsInFor, source }) =>
      userId === actor.userId &&
      standsInFor === null &&
      (reaches(reach, owner) || (source === "MANAGER" && isInApp(actor))),
  );

const seesFilesOf = (
  party: Party,
  owner: Employee,
  { approversSeeFiles, approvers }: { approversSeeFiles: boolean; approvers: readonly DepartmentApprover[] },
): boolean =>
  party.actor.userId === owner.id ||
  keepsFilesOf(party, owner) ||
  (approversSeeFiles && isApproverOf(party, owner, approvers));

/** The acting user, and the owner of the key: acting for someone else never widens a key (decision 4.9). */
const partiesOf = ({ actor, reach, keyOwner }: Ctx): Party[] => [
  { actor, reach },
  ...(keyOwner ? [{ actor: keyOwner.actor, reach: keyOwner.reach }] : []),
];

const select = (ctx: Ctx, id: string) =>
  scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, fields)
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(eq(leaves.id, id));

/**
 * The leave whose files the caller asks for. A leave out of sight, and a deleted one, has none.
 * @param lock holds the person, then the leave, until the transaction ends: of an upload and an erasure or a deletion, one waits
 * @throws ApiError RESOURCE_NOT_FOUND, INSUFFICIENT_SCOPE
 */
export async function loadLeaveOfFiles(
  ctx: Ctx,
  id: string,
  access: "read" | "write",
  lock: "lock" | "" = "",
): Promise<LeaveOfFiles> {
  requireScope(ctx, `leave-files:${access}`);
  const [seen] = await select(ctx, id);
  const owner = seen && (await readEmployee(ctx, seen.userId, lock));
  const [leave] = lock ? await select(ctx, id).for("no key update", { of: leaves }) : [seen];
  if (!leave || !owner || leave.status === "DELETED") throw new ApiError("RESOURCE_NOT_FOUND");
  const { approversSeeFiles } = leave;
  const approvers = approversSeeFiles ? (await findChain(ctx, owner.id, leave)).approvers : [];
  const parties = partiesOf(ctx);
  if (!parties.every((party) => seesFilesOf(party, owner, { approversSeeFiles, approvers })))
    throw new ApiError("RESOURCE_NOT_FOUND");
  return {
    ...{ id: leave.id, status: leave.status, owner },
    keepsFiles: parties.every((party) => keepsFilesOf(party, owner)),
  };
}
