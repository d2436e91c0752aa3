import { and, asc, eq, sql } from "drizzle-orm";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { givenSight, reaches, sightParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/page-token";
import { mayKnowType, takerField } from "@/server/modules/leaves/see";

/** That somebody is away, or has asked to be: what everybody within sight may know of it (decision 11.2). */
export interface Absence {
  user: { id: string; name: string; departmentId: string; locationId: string };
  /** Null to those who see the person only because the workspace shows them. */
  leaveId: string | null;
  time: Pick<typeof leaves.$inferSelect, keyof typeof time>;
  status: "OPEN" | "APPROVED";
  /** Null where it is private, and not for whoever asks. */
  type: { id: string; name: string; color: string } | null;
}

const time = {
  startDate: leaves.startDate,
  endDate: leaves.endDate,
  isFullDayLeave: leaves.isFullDayLeave,
  startHour: leaves.startHour,
  startMinute: leaves.startMinute,
  endHour: leaves.endHour,
  endMinute: leaves.endMinute,
};

export interface AbsenceFilter {
  /** `YYYY-MM-DD`, both included. */
  startDate: string;
  endDate: string;
  limit: number;
  after: Position | null;
}

const { placeholder } = sql;
const period = sql`daterange(${leaves.startDate}, ${leaves.endDate}, '[]')`;
const wanted = sql`daterange(${placeholder("from")}::date, ${placeholder("until")}::date, '[]')`;
const later = sql`(${leaves.startDate}, ${leaves.id}) > (${placeholder("afterKey")}::date, ${placeholder("afterId")}::uuid)`;

const query = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, {
      user: {
        id: users.id,
        name: users.name,
        departmentId: users.departmentId,
        locationId: users.locationId,
      },
      leaveId: leaves.id,
      status: leaves.status,
      time,
      type: { id: leaveTypes.id, name: leaveTypes.name, color: leaveTypes.color },
      taker: takerField(),
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(
      and(
        eq(users.status, "ACTIVE"),
        sql`${leaves.status} in ('OPEN', 'APPROVED')`,
        sql`${period} && ${wanted}`,
        later,
      ),
    )
    .orderBy(asc(leaves.startDate), asc(leaves.id))
    .limit(placeholder("rows"))
    .prepare(`find_absences_${kind}`),
);

type Found = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];

/** The leave, asked for or approved, that active people within sight have in these days, by start date. */
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
  return { items: page.items.map((row) => absenceOf(ctx, row)), next: page.next };
}

/** What of a leave may be told of somebody within sight. */
function absenceOf(ctx: Ctx, { user, leaveId, status, type, taker, time: when }: Found): Absence {
  const isOpenable = ctx.actor.userId === user.id || reaches(ctx.reach, user);
  return {
    user,
    leaveId: isOpenable ? leaveId : null,
    time: when,
    status: status === "OPEN" ? "OPEN" : "APPROVED",
    type: mayKnowType(ctx, { userId: user.id, status }, taker) ? type : null,
  };
}
