import { and, eq, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { DeliveryItem } from "./store";

/** A delivery's subject, an employee, and the current dates of a leave. */
export interface Subject {
  userId: string;
  name: string;
  leave: { startDate: string; endDate: string } | null;
}

const query = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      userId: users.id,
      name: users.name,
      leaveId: leaves.id,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
    })
    .leftJoin(leaves, and(eq(leaves.userId, users.id), isAnyOf(leaves.id, sql.placeholder("recordIds"))))
    .where(isAnyOf(users.id, sql.placeholder("userIds")))
    .prepare(`delivery_subjects_${kind}`),
);

/** The subjects of deliveries, by delivery id: only employees within the viewer's own reach, whatever the reach of the webhook's owner. */
export async function subjectsOf(
  ctx: Ctx,
  deliveries: readonly DeliveryItem[],
): Promise<ReadonlyMap<string, Subject>> {
  const found = deliveries.flatMap(({ subjectUserId }) => subjectUserId ?? []);
  if (found.length === 0) return new Map();
  const rows = await query(ctx.db, ctx.reach.kind).execute({
    ...reachParams(ctx.reach),
    userIds: [...new Set(found)],
    recordIds: [...new Set(deliveries.flatMap(({ recordId }) => recordId ?? []))],
  });
  const names = new Map(rows.map(({ userId, name }) => [userId, name]));
  const dates = new Map(rows.map(({ leaveId, startDate, endDate }) => [leaveId, { startDate, endDate }]));
  return new Map(
    deliveries.flatMap(({ id, subjectUserId, recordId }) => {
      const name = names.get(subjectUserId ?? "");
      if (!subjectUserId || name === undefined) return [];
      const { startDate, endDate } = dates.get(recordId) ?? {};
      const leave = startDate && endDate ? { startDate, endDate } : null;
      return [[id, { userId: subjectUserId, name, leave }] as const];
    }),
  );
}
