import { asc, eq } from "drizzle-orm";
import { locations } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { loadReadable } from "@/server/modules/leave/balances/read";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import { listWorkPatterns } from "./list-work-patterns";
import { mayChange, type PatternRow } from "./store";

/** A person's patterns, with the other data of the page. */
export interface WorkPatternsView {
  /** Latest first. */
  patterns: PatternRow[];
  /** Today at their location, `YYYY-MM-DD`. */
  today: string;
  /** The location's work week, which applies without a pattern. */
  location: { name: string; workWeek: number[]; hoursPerDay: number; firstDayOfWeek: number };
  mayChange: boolean;
  /** The names of leave types, for callers who may change the patterns. */
  leaveTypes: { id: string; name: string }[];
}

/** @throws ApiError RESOURCE_NOT_FOUND for a person beyond the caller's reach */
export async function getWorkPatterns(ctx: Ctx, userId: string): Promise<WorkPatternsView> {
  const { employee } = await loadReadable(ctx, userId);
  const may = mayChange(ctx, employee);
  const [patterns, [location], types] = await Promise.all([
    listWorkPatterns(ctx, userId),
    scoped(workspaceOf(ctx.actor), locations)
      .select(ctx.db, {
        name: locations.name,
        workWeek: locations.workWeek,
        hoursPerDay: locations.hoursPerDay,
        firstDayOfWeek: locations.firstDayOfWeek,
      })
      .where(eq(locations.id, employee.locationId)),
    may
      ? scoped(workspaceOf(ctx.actor), leaveTypes)
          .select(ctx.db, { id: leaveTypes.id, name: nameFor(ctx) })
          .where(undefined)
          .orderBy(asc(leaveTypes.position))
      : [],
  ]);
  if (!location) throw new Error("A person has a location");
  return {
    patterns,
    location,
    today: dayText(employee.today),
    mayChange: may,
    leaveTypes: types.map(({ id, name }) => ({ id: encodeId("leaveType", id), name })),
  };
}
