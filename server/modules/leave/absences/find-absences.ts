import { and, asc, eq, sql } from "drizzle-orm";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import { givenSight, sightParams } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { type Absence, absenceFields, seeAbsence } from "./see-absence";

export interface AbsenceFilter {
  /** `YYYY-MM-DD`, both inclusive. */
  startDate: string;
  endDate: string;
  limit: number;
  after: Position | null;
}

const { placeholder } = sql;
const touches = touchesByPeriod(sql`${placeholder("from")}::date`, sql`${placeholder("until")}::date`);
const later = sql`(${leaves.startDate}, ${leaves.id}) > (${placeholder("afterKey")}::date, ${placeholder("afterId")}::uuid)`;

const query = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, absenceFields())
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(and(eq(users.status, "ACTIVE"), isInEffect(leaves.status), touches, later))
    .orderBy(asc(leaves.startDate), asc(leaves.id))
    .limit(placeholder("rows"))
    .prepare(`find_absences_${kind}`),
);

/** Open and approved leave of active people within sight that falls in these days, by start date. */
export async function findAbsences(ctx: Ctx, input: AbsenceFilter): Promise<Page<Absence>> {
  const sight = await loadSight(ctx);
  const after = input.after ?? { key: "-infinity", id: firstId };
  const found = await query(ctx.db, sight.kind).execute({
    ...sightParams(sight),
    from: input.startDate,
    until: input.endDate,
    afterKey: after.key,
    afterId: after.id,
    rows: input.limit + 1,
  });
  const page = pageOf(found, input.limit, ({ time: { startDate }, leaveId }) => ({
    key: startDate,
    id: leaveId,
  }));
  return { items: page.items.map((row) => seeAbsence(ctx, row)), next: page.next };
}
