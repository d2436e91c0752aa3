import { and, asc, eq, or, sql } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { ShortestDuration } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { ApiError } from "@/server/kernel/errors";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { workDaysView } from "@/server/modules/leave/calendars/present";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import { nameFor, typeNames } from "@/server/modules/leave/type-names/name-in";
import { listAdministrators } from "@/server/modules/people/people/list-administrators";
import { durationOn } from "./policy";
import { findTaker } from "./request";
import { isManager, isOwn, requireStanding } from "./standing";
import { loadLeaveForWrite } from "./store";

/** A leave type that a person may request. */
interface RequestableType {
  id: string;
  name: string;
  /** By which it is found: `name`, and what it is called in other languages. */
  allNames: string[];
  /** Six hex digits without `#`. */
  color: string;
  shortestDuration: ShortestDuration;
  reasonRequired: boolean;
  /** Sickness (decision 16.36). */
  interrupts: boolean;
}

/** The options of the leave request form. */
export interface RequestTerms extends ReturnType<typeof workDaysView> {
  /** Today at the person's location, `YYYY-MM-DD`. */
  today: string;
  types: RequestableType[];
  /** The people who can add a leave type; empty when there is one. */
  administrators: string[];
}

/** The person or the leave; by default the signed-in person. */
interface TermsOf {
  userId?: string | undefined;
  leaveId?: string | undefined;
}

/**
 * The leave types with a policy at the person's location, in the workspace's order; those that people can't ask for only for who manages
 * them. For an existing leave: those at the location where it
 * was booked, plus its own type even when that is no longer active.
 * @throws ApiError FORBIDDEN without a signed-in user and for a person the caller does not manage; for a leave RESOURCE_NOT_FOUND and
 * CONFLICT
 */
export async function getRequestTerms(ctx: Ctx, of: TermsOf = {}): Promise<RequestTerms> {
  if (ctx.actor.userId === null) throw new ApiError("FORBIDDEN");
  const { employee, locationId, keptTypeId } = await placeOf(ctx, of);
  const { today } = employee;
  const asks = isOwn(ctx, employee) && !isManager(ctx, employee);
  const offered = and(eq(leaveTypes.isActive, true), asks ? eq(leaveTypes.isRequestable, true) : undefined);
  const [calendar, types] = await Promise.all([
    readCalendar(ctx, locationId, { from: today, to: today }, employee),
    scoped(workspaceOf(ctx.actor), leaveTypes)
      .select(ctx.db, {
        id: leaveTypes.id,
        name: nameFor(ctx),
        allNames: sql<
          string[]
        >`array(select ${typeNames.name} union select value from jsonb_each_text(${typeNames.names}))`,
        color: leaveTypes.color,
        shortestDuration: leavePolicies.shortestDuration,
        reasonRequired: leavePolicies.reasonRequired,
        interrupts: leaveTypes.interrupts,
      })
      .innerJoin(leavePolicies, eq(leavePolicies.leaveTypeId, leaveTypes.id))
      .where(
        and(
          eq(leavePolicies.locationId, locationId),
          or(offered, keptTypeId ? eq(leaveTypes.id, keptTypeId) : undefined),
        ),
      )
      .orderBy(asc(leaveTypes.position), inNameOrder(nameFor(ctx))),
  ]);
  const { plan } = ctx.actor;
  return {
    today: dayText(today),
    ...workDaysView(calendar),
    types: types.map((type) => ({ ...type, shortestDuration: durationOn(plan, type.shortestDuration) })),
    administrators: types.length === 0 ? await listAdministrators(ctx) : [],
  };
}

async function placeOf(ctx: Ctx, { userId, leaveId }: TermsOf) {
  if (leaveId === undefined) {
    const employee = await findTaker(ctx, { userId });
    return { employee, locationId: employee.locationId, keptTypeId: null };
  }
  const { leave, owner } = await loadLeaveForWrite(ctx, leaveId);
  requireStanding(ctx, "edit", { ...leave, endDay: dayNumber(leave.endDate) }, owner);
  return { employee: owner, locationId: leave.locationId, keptTypeId: leave.leaveTypeId };
}
