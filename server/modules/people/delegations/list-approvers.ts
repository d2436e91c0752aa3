import { and, eq, sql } from "drizzle-orm";
import { departmentApprovers, departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { countPeopleOf } from "@/server/modules/people/people/hand-over";

interface Named {
  id: string;
  name: string;
}

/** An approver whose stand-ins the caller may name. */
export interface ApproverChoice extends Named {
  departments: Named[];
}

/** The approvers whose stand-ins the caller may name, the caller first, each with the departments that they approve. */
export async function listNameableApprovers(ctx: Ctx): Promise<ApproverChoice[]> {
  const { actor } = ctx;
  const rows = await scoped(workspaceOf(actor), departmentApprovers)
    .select(ctx.db, {
      id: users.id,
      name: users.name,
      isAdmin: users.isAdmin,
      locationId: users.locationId,
      departmentId: users.departmentId,
      approves: { id: departments.id, name: departments.name },
    })
    .innerJoin(users, eq(users.id, departmentApprovers.userId))
    .innerJoin(departments, eq(departments.id, departmentApprovers.departmentId))
    .where(
      and(eq(users.status, "ACTIVE"), isLead(actor.role) ? undefined : sql`${users.id} = ${actor.userId}`),
    )
    .orderBy(
      sql`${users.id} <> ${actor.userId}`,
      inNameOrder(users.name),
      users.id,
      inNameOrder(departments.name),
    );
  const choices = new Map<string, ApproverChoice>();
  for (const { id, name, isAdmin, approves, ...place } of rows) {
    const person = { id, ...place, role: isAdmin ? ("ADMIN" as const) : ("APPROVER" as const) };
    if (id !== actor.userId && !managesPerson(actor, person)) continue;
    const choice = choices.get(id) ?? { id, name, departments: [] };
    choice.departments.push(approves);
    choices.set(id, choice);
  }
  await addSelf(ctx, choices);
  return [...choices.values()];
}

/** A manager of people names their own stand-ins, too, without approving a department. */
async function addSelf(ctx: Ctx, choices: Map<string, ApproverChoice>): Promise<void> {
  const { userId } = ctx.actor;
  if (userId === null || choices.has(userId) || (await countPeopleOf(ctx, userId)) === 0) return;
  const [self] = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id, name: users.name })
    .where(eq(users.id, userId));
  if (self) choices.set(userId, { ...self, departments: [] });
}
