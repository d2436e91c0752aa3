import { and, asc, eq, sql } from "drizzle-orm";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import { givenSight, sightParams } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { touchesDays } from "@/server/kernel/time/date-range";
import { touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { findNearMany } from "@/server/modules/leave/calendars/find-near";
import { isInterrupting } from "@/server/modules/leave/requests/interruptions";
import { languageParam } from "@/server/modules/leave/type-names/name-in";
import { findStretches } from "./find-stretches";
import { type Absence, absenceFields, seeAbsence } from "./see-absence";

interface Days {
  startDate: string;
  endDate: string;
}

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
    .select(db, {
      ...absenceFields(),
      interrupts: leaveTypes.interrupts,
      interruptible: leaveTypes.interruptible,
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(and(eq(users.status, "ACTIVE"), isInEffect(leaves.status), touches, later))
    .orderBy(asc(leaves.startDate), asc(leaves.id))
    .limit(placeholder("rows"))
    .prepare(`find_absences_${kind}`),
);

/** Leave, and the days on which it shows. */
export interface ShownAbsence extends Absence {
  awayOn: readonly Days[];
}

/**
 * Open and approved leave of active people within sight that falls in these days, by start date. On a day on which approved leave interrupts
 * other leave, only the interrupting leave shows, so that one person is away once a day (decision 15.13).
 */
export async function findAbsences(ctx: Ctx, input: AbsenceFilter): Promise<Page<ShownAbsence>> {
  const sight = await loadSight(ctx);
  const after = input.after ?? { key: "-infinity", id: firstId };
  const found = await query(ctx.db, sight.kind).execute({
    ...sightParams(sight),
    ...languageParam(ctx),
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
  const stretches = await stretchesOf(ctx, page.items);
  const items = page.items.flatMap((row): ShownAbsence[] => {
    const { startDate, endDate } = row.time;
    const awayOn = stretches.get(row.leaveId) ?? [{ startDate, endDate }];
    const isShown = awayOn.some((days) => touchesDays(days, input.startDate, input.endDate));
    return isShown ? [{ ...seeAbsence(ctx, row), awayOn }] : [];
  });
  return { items, next: page.next };
}

type Row = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];

/** The days on which leave shows, of leave that other leave may interrupt. Without such types it reads nothing. */
export async function stretchesOf(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, readonly Days[]>> {
  const met = rows.filter(({ interruptible }) => interruptible);
  const near = await findNearMany(
    ctx,
    met.map(({ user, time }) => ({ userId: user.id, startDate: time.startDate, endDate: time.endDate })),
  );
  return new Map(
    met.map((row, place) => {
      const over = (near[place] ?? []).filter(isInterrupting).map((leave) => ({ ...leave, time: leave }));
      const shown = findStretches<Parameters<typeof findStretches>[0][number]>([row, ...over]);
      const own = shown.filter(({ leave }) => leave === row);
      return [row.leaveId, own.map(({ startDate, endDate }) => ({ startDate, endDate }))];
    }),
  );
}
