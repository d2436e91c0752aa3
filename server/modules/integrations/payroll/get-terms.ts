import { asc, eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { coversLocation } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { dayNumber, dayText, localDate } from "@/server/kernel/time/calendar-date";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import { listTemplates } from "./list-templates";
import { lastEnded, type PeriodDays, periodContaining } from "./policy";

/** The pay periods that a form offers before the current one. */
const periodsBack = 12;

const datesOf = ({ start, end }: PeriodDays) => ({ startDate: dayText(start), endDate: dayText(end) });

/** The leave types that payroll runs list, in their order. */
const selectTypes = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { id: leaveTypes.id, name: nameFor(ctx), wageCode: leaveTypes.wageCode })
    .where(eq(leaveTypes.isInPayroll, true))
    .orderBy(asc(leaveTypes.position), asc(leaveTypes.id));

/**
 * What a run can be made of: the locations with a pay period that the caller manages, each with its latest periods, the last that is over
 * first and the current one at the end; and the templates, with the places and leave types that their codes can name.
 * @throws ApiError FORBIDDEN
 */
export async function getTerms(ctx: Ctx) {
  const { items: templates } = await listTemplates(ctx);
  const places = await scoped(workspaceOf(ctx.actor), locations)
    .select(ctx.db, {
      id: locations.id,
      name: locations.name,
      timezone: locations.timezone,
      payPeriod: locations.payPeriod,
    })
    .where(undefined)
    .orderBy(inNameOrder(locations.name));
  return {
    templates,
    places: places.map(({ id, name }) => ({ id, name })),
    leaveTypes: await selectTypes(ctx),
    locations: places.flatMap(({ id, name, timezone, payPeriod }) => {
      if (!payPeriod || !coversLocation(ctx, id)) return [];
      const today = dayNumber(localDate(ctx.now(), timezone));
      const past = [lastEnded(payPeriod, today)];
      while (past.length < periodsBack)
        past.push(periodContaining(payPeriod, (past.at(-1)?.start ?? today) - 1));
      return [{ id, name, periods: [...past, periodContaining(payPeriod, today)].map(datesOf) }];
    }),
  };
}

export type PayrollTerms = Awaited<ReturnType<typeof getTerms>>;
