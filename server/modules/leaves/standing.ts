import type { Ctx } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import { type Reach, reaches } from "@/server/access/reach";
import type { Role } from "@/server/access/roles";
import { ApiError } from "@/server/kernel/errors";
import type { Employee } from "@/server/modules/work-calendar/read-employee";
import type { Decider, DepartmentApprover } from "./approvers";
import { isOpenToOwner, isPossible, type LeaveState } from "./transitions";

/** One's own leave is always within reach, also for those whose reach is their departments or locations. */
const covers = (
  party: { id: string | null; reach: Reach },
  person: { id: string; locationId: string; departmentId: string },
): boolean => party.id === person.id || reaches(party.reach, person);

/** Whether writes may touch this person's leave at all: the acting user must reach them, and so must the key's owner (decision 4.9). */
export const isWritable = (ctx: Ctx, person: Employee): boolean =>
  covers({ id: ctx.actor.userId, reach: ctx.reach }, person) &&
  (ctx.keyOwner === null || covers(ctx.keyOwner, person));

/** The role in which somebody decides this person's leave: beyond their reach they are nobody but a stand-in. */
const roleFor = (
  { actor, reach }: Pick<Ctx, "actor" | "reach">,
  person: { id: string; locationId: string; departmentId: string },
): Role => (covers({ id: actor.userId, reach }, person) ? actor.role : "USER");

/** Two-level approval is part of the COMPLETE plan. */
export const hasTwoLevels = ({ actor }: Pick<Ctx, "actor">): boolean => actor.plan === "COMPLETE";

/** Who acts, as the rules about deciding want to know them. */
export const deciderOf = (
  ctx: Pick<Ctx, "actor" | "reach">,
  person: { id: string; locationId: string; departmentId: string },
  approvers: readonly DepartmentApprover[],
): Decider => ({
  userId: ctx.actor.userId,
  role: roleFor(ctx, person),
  ownerId: person.id,
  approvers,
  hasTwoLevels: hasTwoLevels(ctx),
});

export const isOwn = (ctx: Ctx, person: Employee): boolean => ctx.actor.userId === person.id;

/** Whether the acting user manages the person. Nobody but an administrator is their own manager. */
export const isManager = (ctx: Ctx, person: Employee): boolean =>
  isOwn(ctx, person) ? ctx.actor.role === "ADMIN" : managesPerson(ctx.actor, person);

/** A leave whose status does not allow what was asked for. */
export const notIn = (state: LeaveState): ApiError =>
  new ApiError("CONFLICT", { description: `You can't do this with a leave that is ${state.status}.` });

/**
 * Nobody changes or decides about what they have not seen.
 * @param seen the version that is meant; any where it is absent
 * @throws ApiError CONFLICT
 */
export function requireVersion(leave: { version: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== leave.version)
    throw new ApiError("CONFLICT", { description: "This leave has changed since you opened it." });
}

/**
 * Whether the acting user may edit, cancel or delete a leave: its owner before it ends, or one who manages them.
 * @throws ApiError FORBIDDEN, CONFLICT
 */
export function requireStanding(
  ctx: Ctx,
  action: "edit" | "cancel" | "delete",
  leave: LeaveState & { endDay: number },
  owner: Employee,
): void {
  if (!isOwn(ctx, owner) && !isManager(ctx, owner))
    throw new ApiError("FORBIDDEN", {
      description: "Only the person on leave and those who manage them can do this.",
    });
  if (!isPossible(action, leave.status)) throw notIn(leave);
  // An owner's edit is decided anew, which makes no sense for what is over, whoever the owner is.
  if (isManager(ctx, owner) && !(action === "edit" && isOwn(ctx, owner))) return;
  if (isOpenToOwner(action, leave.status, owner.today > leave.endDay)) return;
  throw new ApiError("CONFLICT", {
    description: "This leave is already over.",
    resolution: "Ask someone who manages the person to change it.",
  });
}

/** Whether `requireStanding` lets them. */
export function hasStanding(...asked: Parameters<typeof requireStanding>): boolean {
  try {
    requireStanding(...asked);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
