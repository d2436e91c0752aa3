import { and, eq, ne, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { covers } from "@/server/access/covers";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireRight } from "@/server/access/require-right";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { invalid } from "@/server/kernel/errors";
import { recordEvents } from "@/server/modules/integrations/events/record-many";
import { recordAudits } from "@/server/modules/workspace/audit/record";
import { findUsers } from "./find-users";
import { lockUser } from "./lock-user";
import { snapshotOf } from "./policy";
import { checkReferences } from "./references";
import type { HandOver } from "./schema";
import { approverFaults } from "./update-user";

/** The people of a manager, whatever their status, except deleted ones. */
const peopleOf = (id: string) => and(eq(users.approverId, id), ne(users.status, "DELETED"));

/** How many people name this person as their manager. */
export async function countPeopleOf({ db, actor }: Ctx, id: string): Promise<number> {
  const [found] = await scoped(workspaceOf(actor), users)
    .select(db, { count: sql<number>`count(*)::int` })
    .where(peopleOf(id));
  return found?.count ?? 0;
}

/**
 * Gives all people of a manager another one, or none: for a manager who leaves. Waiting requests go to the new manager at once.
 * @returns how many people were handed over
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND, VALIDATION_ERROR when the new manager is not active, out of reach, or the same person
 */
export function handOverPeople(ctx: Ctx, id: string, { approverId }: HandOver): Promise<number> {
  requireRight(ctx, "users:write");
  return inTransaction(ctx, async (tx) => {
    await lockUser(tx, id);
    const { faults } = await checkReferences(tx, { approverId });
    const all = [...faults, ...approverFaults(id, { approverId })];
    if (all.length > 0) throw invalid(all);
    return writeApprover(tx, id, approverId, (person) => covers(tx, person));
  });
}

/**
 * Writes the new manager, with an audit line and an event for each person. One who would become their own manager gets none.
 * @param isMeant selects people; all when absent
 * @returns how many people changed
 */
export async function writeApprover(
  tx: Ctx,
  from: string,
  to: string | null,
  isMeant: (person: { id: string; locationId: string; departmentId: string }) => boolean = () => true,
): Promise<number> {
  const whole = workspaceOf(tx.actor);
  // In id order, so that concurrent changes of the same people do not deadlock.
  const found = await scoped(whole, users)
    .select(tx.db, {
      id: users.id,
      status: users.status,
      locationId: users.locationId,
      departmentId: users.departmentId,
    })
    .where(peopleOf(from))
    .orderBy(users.id)
    .for("no key update");
  const held = found.filter(isMeant);
  if (held.length === 0) return 0;
  const ids = held.map(({ id }) => id);
  await scoped(whole, users)
    .update(tx.db)
    .set({
      approverId: sql`nullif(${to}::uuid, ${users.id})`,
      updatedAt: tx.now(),
    })
    .where(isAnyOf(users.id, ids));
  await recordAudits(
    tx,
    ids.map((id) => ({
      action: "user.update",
      resourceType: "user",
      resourceId: id,
      changes: { approverId: { from, to: id === to ? null : to } },
    })),
  );
  const now = await findUsers(tx, ids);
  await recordEvents(
    tx,
    held.map(({ id, status }) => {
      const user = now.get(id);
      return {
        type: "user.updated" as const,
        subjectUserId: id,
        data: { userId: id, previousStatus: status, ...(user && { snapshot: snapshotOf(user) }) },
      };
    }),
  );
  return ids.length;
}
