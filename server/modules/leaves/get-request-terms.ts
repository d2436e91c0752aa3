import { and, asc, eq } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { ShortestDuration } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayText } from "@/server/kernel/calendar-date";
import { ApiError } from "@/server/kernel/errors";
import { readCalendar } from "@/server/modules/work-calendar/read-calendar";
import { readWorker } from "@/server/modules/work-calendar/read-worker";
import { durationOn } from "./policy";

/** A leave type that somebody may ask for. */
interface RequestableType {
  id: string;
  name: string;
  /** Six hex digits without `#`. */
  color: string;
  shortestDuration: ShortestDuration;
  reasonRequired: boolean;
}

/** What a form to ask for leave may offer. */
export interface RequestTerms {
  /** The date at the person's location, `YYYY-MM-DD`. */
  today: string;
  /** Of a working day there. */
  hoursPerDay: number;
  types: RequestableType[];
}

/**
 * The leave types with a policy at the signed-in person's location, in the workspace's order.
 * @throws ApiError FORBIDDEN where nobody is signed in
 */
export async function getRequestTerms(ctx: Ctx): Promise<RequestTerms> {
  const { userId, plan } = ctx.actor;
  const worker = userId ? await readWorker(ctx, userId) : null;
  if (!worker) throw new ApiError("FORBIDDEN");
  const [calendar, types] = await Promise.all([
    readCalendar(ctx, worker.locationId, { from: worker.today, to: worker.today }),
    scoped(workspaceOf(ctx.actor), leaveTypes)
      .select(ctx.db, {
        id: leaveTypes.id,
        name: leaveTypes.name,
        color: leaveTypes.color,
        shortestDuration: leavePolicies.shortestDuration,
        reasonRequired: leavePolicies.reasonRequired,
      })
      .innerJoin(leavePolicies, eq(leavePolicies.leaveTypeId, leaveTypes.id))
      .where(and(eq(leavePolicies.locationId, worker.locationId), eq(leaveTypes.isActive, true)))
      .orderBy(asc(leaveTypes.position), asc(leaveTypes.name)),
  ]);
  return {
    today: dayText(worker.today),
    hoursPerDay: calendar.hoursPerDay,
    types: types.map((type) => ({ ...type, shortestDuration: durationOn(plan, type.shortestDuration) })),
  };
}
