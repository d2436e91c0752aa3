import type { DecidedBy } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import { type Reach, reaches } from "@/server/access/reach";
import type { Role } from "@/server/access/roles";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Decider, DepartmentApprover } from "./approvers";
import { isOpenToOwner, isPossible, type LeaveState } from "./transitions";

/** One's own leave is always within reach, even when the reach is limited to departments or locations. */
const covers = (
  party: { id: string | null; reach: Reach },
  person: { id: string; locationId: string; departmentId: string },
): boolean => party.id === person.id || reaches(party.reach, person);

/** Whether writes may touch this person's leave at all: both the acting user and the key's owner must reach them (decision 4.9). */
export const isWritable = (ctx: Ctx, person: Employee): boolean =>
  covers({ id: ctx.actor.userId, reach: ctx.reach }, person) &&
  (ctx.keyOwner === null || covers(ctx.keyOwner, person));

/** The role in which the acting user decides this person's leave: USER outside their reach, where only a stand-in's right counts. */
const roleFor = (
  { actor, reach }: Pick<Ctx, "actor" | "reach">,
  person: { id: string; locationId: string; departmentId: string },
): Role => (covers({ id: actor.userId, reach }, person) ? actor.role : "USER");

/** Two-level approval requires the COMPLETE plan. */
export const hasTwoLevels = ({ actor }: Pick<Ctx, "actor">): boolean => actor.plan === "COMPLETE";

/** The acting user as input for the approval rules. */
export const deciderOf = (
  ctx: Pick<Ctx, "actor" | "reach">,
  person: { id: string; locationId: string; departmentId: string },
  chain: { approvers: readonly DepartmentApprover[]; decidedBy: DecidedBy },
): Decider => ({
  userId: ctx.actor.userId,
  role: roleFor(ctx, person),
  ownerId: person.id,
  ...chain,
  hasTwoLevels: hasTwoLevels(ctx),
});

export const isOwn = (ctx: Ctx, person: Employee): boolean => ctx.actor.userId === person.id;

/** Whether the acting user manages the person. Only administrators manage themselves. */
export const isManager = (ctx: Ctx, person: Employee): boolean =>
  isOwn(ctx, person) ? ctx.actor.role === "ADMIN" : managesPerson(ctx.actor, person);

/** The error for an owner whose leave is over. */
export const isOver = (): ApiError =>
  new ApiError("CONFLICT", {
    ...because("leaveOver"),
    resolution: "Ask someone who manages the person to change it.",
  });

/** The error for a leave whose status does not allow the action. */
export const notIn = (state: LeaveState): ApiError =>
  new ApiError("CONFLICT", because("leaveStatus", { status: state.status }));

/**
 * Rejects a change or decision based on a stale version.
 * @param seen the expected version; any version when absent
 * @throws ApiError CONFLICT
 */
export function requireVersion(leave: { version: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== leave.version) throw new ApiError("CONFLICT", because("leaveChanged"));
}

/**
 * Requires that the acting user may edit, cancel or delete a leave: its owner before it ends, or a manager of the owner.
 * @throws ApiError FORBIDDEN, CONFLICT
 */
export function requireStanding(
  ctx: Ctx,
  action: "edit" | "cancel" | "delete",
  leave: LeaveState & { endDay: number },
  owner: Employee,
): void {
  if (!isOwn(ctx, owner) && !isManager(ctx, owner))
    throw new ApiError("FORBIDDEN", because("ownAndManagers"));
  if (!isPossible(action, leave.status)) throw notIn(leave);
  // An owner's edit needs a new decision, which makes no sense for leave that is over, whatever the owner's role.
  if (isManager(ctx, owner) && !(action === "edit" && isOwn(ctx, owner))) return;
  if (isOpenToOwner(action, leave.status, owner.today > leave.endDay)) return;
  throw isOver();
}

/** Whether `requireStanding` passes. */
export function hasStanding(...asked: Parameters<typeof requireStanding>): boolean {
  try {
    requireStanding(...asked);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Whether the caller can have decisions at all. */
export const decidesAtAll = ({ actor: { userId, role, namedDepartmentIds = [] } }: Ctx): boolean =>
  userId !== null && (role !== "USER" || namedDepartmentIds.length > 0);
