import { and, eq, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import { givenSight, sightParams } from "@/server/access/sight";
import { statement } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { inEffectOf, isApproved, touchesInHalves } from "@/server/modules/leave/calendars/away";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import type { Period } from "@/server/modules/leave/calendars/working-days";

/** The colleagues absent on one day. */
export interface AwayDay {
  /** `YYYY-MM-DD`. */
  date: string;
  people: { userId: string; name: string }[];
}

const { placeholder } = sql;
const near = touchesInHalves(sql`${placeholder("from")}::date`, sql`${placeholder("to")}::date`);

// The department's people first, however long their history is; OFFSET keeps the planner from another order.
const query = statement<TimeAway>(
  (kind) => sql`
  select ${users.id} as "userId", ${users.name}, ${leaves.startDate}::text as "startDate", ${leaves.endDate}::text as "endDate"
  from (select * from ${users} where ${and(
    scoped(givenSight(kind), users).within,
    eq(users.departmentId, placeholder("departmentId")),
    eq(users.status, "ACTIVE"),
    sql`${users.id} <> ${placeholder("except")}::uuid`,
  )} offset 0) as ${users}
  cross join lateral (${inEffectOf(sql`${users.id}`, near)}) as ${leaves}
  where ${isApproved}
  order by ${inNameOrder(users.name)}, ${users.id}`,
);

/** The days of a period on which colleagues from a person's department, within sight, have approved leave. */
export async function findColleaguesAway(
  ctx: Ctx,
  employee: Employee,
  period: Pick<Period, "start" | "end">,
): Promise<AwayDay[]> {
  const sight = await loadSight(ctx);
  const found = await query(
    ctx.db,
    {
      ...sightParams(sight),
      departmentId: employee.departmentId,
      except: employee.id,
      from: dayText(period.start),
      to: dayText(period.end),
    },
    sight.kind,
  );
  return daysAway(found, period);
}

interface TimeAway {
  userId: string;
  name: string;
  startDate: string;
  endDate: string;
}

/** The absent colleagues for each day of a period, in the order in which they are passed. */
export function daysAway(
  found: readonly TimeAway[],
  { start, end }: Pick<Period, "start" | "end">,
): AwayDay[] {
  const byDay = new Map<number, Map<string, string>>();
  for (const { userId, name, startDate, endDate } of found)
    for (let day = Math.max(start, dayNumber(startDate)); day <= Math.min(end, dayNumber(endDate)); day++)
      byDay.set(day, (byDay.get(day) ?? new Map<string, string>()).set(userId, name));
  return [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([day, people]) => ({
      date: dayText(day),
      people: [...people].map(([userId, name]) => ({ userId, name })),
    }));
}
