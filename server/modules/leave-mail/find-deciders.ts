import { and, eq, type SQL, sql } from "drizzle-orm";
import { locationAdmins } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActors } from "@/server/access/load-actor";
import { reaches, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { approvalBy, canDecide } from "@/server/modules/leaves/approvers";
import { findApprovers } from "@/server/modules/leaves/find-approvers";
import type { LeaveFacts } from "./read-leave-facts";

/**
 * Those who have to decide a leave now, each as they would act from a mail: the approvers whose turn it is. Where nobody is, the location
 * admins of the person's location, and where there are none either, the administrators.
 */
export async function findDeciders(ctx: Ctx, { leave, worker }: LeaveFacts): Promise<Ctx[]> {
  const { workspaceId, plan } = ctx.actor;
  const approvers = await findApprovers(ctx, worker.departmentId);
  async function among(userIds: readonly string[]): Promise<Ctx[]> {
    if (userIds.length === 0) return [];
    const who = userIds.map((userId) => ({ workspaceId, userId }));
    const actors = await loadActors(ctx.db, who, { type: "mail" });
    const able = [...actors.values()].filter((actor) => {
      const decider = {
        userId: actor.userId,
        role: actor.role,
        ownerId: worker.id,
        approvers,
        hasTwoLevels: plan === "COMPLETE",
      };
      return actor.userId !== worker.id && canDecide(decider) && approvalBy(decider, leave) !== null;
    });
    return able
      .map((actor) => ctxFor(ctx.services, actor, ctx.requestId))
      .filter(({ reach }) => reaches(reach, worker));
  }
  const onTurn = await among(approvers.map(({ userId }) => userId));
  if (onTurn.length > 0) return onTurn;
  const leads = await among(await findLeads(ctx, managesLocation(worker.locationId)));
  return leads.length > 0 ? leads : among(await findLeads(ctx, eq(users.isAdmin, true)));
}

const managesLocation = (locationId: string): SQL =>
  sql`exists (select 1 from ${locationAdmins}
    where ${and(scoped(workspaceOf(users), locationAdmins).within, eq(locationAdmins.userId, users.id), eq(locationAdmins.locationId, locationId))})`;

async function findLeads(ctx: Ctx, which: SQL): Promise<string[]> {
  const rows = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id })
    .where(and(eq(users.status, "ACTIVE"), which));
  return rows.map(({ id }) => id);
}
