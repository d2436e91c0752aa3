import { sql } from "drizzle-orm";
import { companyLeaves } from "@/drizzle/schema/company-leaves";
import { type DayCounts, readDayCounts } from "@/drizzle/schema/day-counts";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { CountMode, LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { inEffectOf, touchesInHalves } from "./away";
import { keptCounts } from "./find-kept-counts";
import type { LeaveTime } from "./period";

/** Open or approved leave on given days, with the count of each of its days. */
export interface Near extends LeaveTime {
  id: string;
  leaveTypeId: string;
  locationId: string;
  status: LeaveStatus;
  /** The mode by which its days were counted. */
  countMode: CountMode;
  /** Of its leave type. */
  interrupts: boolean;
  interruptible: boolean;
  /** The name of the company leave that booked it; null for other leave. */
  companyLeaveName: string | null;
  counts: DayCounts;
}

/** A person and a range of days. */
type DaysOf = Pick<LeaveTime, "startDate" | "endDate"> & { userId: string };

interface Row extends LeaveTime, Record<string, unknown> {
  place: number;
  id: string;
  leaveTypeId: string;
  locationId: string;
  status: LeaveStatus;
  countMode: CountMode;
  interrupts: boolean;
  interruptible: boolean;
  companyLeaveName: string | null;
  counts: string;
}

const { placeholder } = sql;
const own = inEffectOf(sql`given."userId"`, touchesInHalves(sql`given."startDate"`, sql`given."endDate"`));
const query = statement<Row>(sql`
  select given.place, ${leaves.id}, ${leaves.startDate}::text as "startDate", ${leaves.endDate}::text as "endDate",
    ${leaves.isFullDayLeave} as "isFullDayLeave", ${leaves.startHour} as "startHour", ${leaves.startMinute} as "startMinute",
    ${leaves.endHour} as "endHour", ${leaves.endMinute} as "endMinute", ${leaves.startPart} as "startPart",
    ${leaves.endPart} as "endPart", ${leaves.leaveTypeId} as "leaveTypeId", ${leaves.locationId} as "locationId",
    ${leaves.status}, ${leaves.countMode} as "countMode", type.interrupts, type.interruptible,
    company.name as "companyLeaveName", ${keptCounts(sql`${leaves}`)} as counts
  from jsonb_to_recordset(${placeholder("given")}::text::jsonb)
    as given(place int, "userId" uuid, "startDate" date, "endDate" date)
  cross join lateral (${own}) as ${leaves}
  join ${leaveTypes} type on type.workspace_id = ${placeholder("workspaceId")}::uuid and type.id = ${leaves.leaveTypeId}
  left join ${companyLeaves} company on company.workspace_id = ${placeholder("workspaceId")}::uuid
    and company.id = ${leaves.companyLeaveId}`);

/** The person's open and approved leave in a range of days. */
export async function findNear(ctx: Ctx, days: DaysOf): Promise<Near[]> {
  const [near = []] = await findNearMany(ctx, [days]);
  return near;
}

/** `findNear` for many ranges. @returns in the order of the ranges */
export async function findNearMany(ctx: Ctx, days: readonly DaysOf[]): Promise<Near[][]> {
  const found: Near[][] = days.map(() => []);
  if (days.length === 0) return found;
  const given = days.map(({ userId, startDate, endDate }, place) => ({ place, userId, startDate, endDate }));
  const { workspaceId } = ctx.actor;
  for (const { place, counts, ...leave } of await query(ctx.db, {
    workspaceId,
    given: JSON.stringify(given),
  }))
    found[place]?.push({ ...leave, counts: readDayCounts(counts) });
  return found;
}
