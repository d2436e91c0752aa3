import { and, eq, type SQL, sql } from "drizzle-orm";
import { locationAdmins } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { type Ctx, ctxFor, namedIn } from "@/server/access/ctx";
import { loadActors } from "@/server/access/load-actor";
import { reaches, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { canDecide, capacityOf, isNamed } from "@/server/modules/leave/requests/approvers";
import { findChain, kindOf, type LeaveKind } from "@/server/modules/leave/requests/find-approvers";
import { deciderOf } from "@/server/modules/leave/requests/standing";
import { turnOf } from "@/server/modules/leave/requests/transitions";
import type { LeaveFacts } from "./read-leave-facts";

/** A current approver, acting from a mail. */
export interface MailDecider {
  ctx: Ctx & { actor: { userId: string } };
  /** The approver they stand in for. */
  onBehalfOfName: string | null;
}

/**
 * The deciders of a leave now: the approvers of the current level and their stand-ins. Without any, the location admins of the employee's
 * location; without those, the administrators.
 */
export const findDeciders = (ctx: Ctx, { leave, employee }: LeaveFacts): Promise<MailDecider[]> =>
  findDecidersOf(ctx, employee, kindOf(leave), turnOf(leave));

/** `findDeciders` of anything that those decide who decide leave of a kind. */
export async function findDecidersOf(
  ctx: Ctx,
  employee: Employee,
  kind: LeaveKind,
  turn: ReturnType<typeof turnOf>,
): Promise<MailDecider[]> {
  const { workspaceId } = ctx.actor;
  const chain = await findChain(ctx, employee.id, kind);
  const { approvers } = chain;
  async function among(userIds: readonly string[]): Promise<MailDecider[]> {
    if (userIds.length === 0) return [];
    const who = userIds.map((userId) => ({ workspaceId, userId }));
    const actors = await loadActors(ctx.db, who, { type: "mail" });
    return [...actors.values()].flatMap((actor) => {
      const { userId } = actor;
      if (userId === null || userId === employee.id) return [];
      const own = ctxFor(ctx.services, actor, ctx.requestId);
      const decider = deciderOf(own, employee, chain);
      const capacity = canDecide(decider) ? capacityOf(decider, turn) : null;
      if (!capacity || !(reaches(own.reach, employee) || isNamed(decider))) return [];
      const represented = approvers.find((one) => one.userId === capacity.standsInFor);
      const acting = isNamed(decider) ? namedIn(own, employee.departmentId) : own;
      return [
        { ctx: { ...acting, actor: { ...acting.actor, userId } }, onBehalfOfName: represented?.name ?? null },
      ];
    });
  }
  const onTurn = await among(approvers.map(({ userId }) => userId));
  if (onTurn.length > 0) return onTurn;
  const leads = await among(await findLeads(ctx, managesLocation(ctx, employee.locationId)));
  return leads.length > 0 ? leads : among(await findAdministrators(ctx));
}

const managesLocation = ({ actor }: Ctx, locationId: string): SQL =>
  sql`exists (select 1 from ${locationAdmins}
    where ${and(scoped(workspaceOf(actor), locationAdmins).within, eq(locationAdmins.userId, users.id), eq(locationAdmins.locationId, locationId))})`;

/** The administrators of the whole workspace. */
export const findAdministrators = (ctx: Ctx): Promise<string[]> => findLeads(ctx, eq(users.isAdmin, true));

async function findLeads(ctx: Ctx, which: SQL): Promise<string[]> {
  const rows = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id })
    .where(and(eq(users.status, "ACTIVE"), which));
  return rows.map(({ id }) => id);
}
