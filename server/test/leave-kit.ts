import { and, asc, eq } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { departmentApprovers, locations } from "@/drizzle/schema/directory";
import { type EventData, events } from "@/drizzle/schema/events";
import { leavePolicies, leaves } from "@/drizzle/schema/leaves";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { newId, newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { LeaveCreate } from "@/server/modules/leave/requests/schema";
import { makeUser, makeWorkspace, type TestPerson, type TestWorkspace } from "./factories";
import { inApp } from "./stand-in-kit";

type Policy = Partial<typeof leavePolicies.$inferInsert>;

/** A workspace whose people all work Monday to Friday, eight hours, in calendar years, with the given vacation policy. */
export async function makeLeaveWorkspace(services: Services, policy: Policy = {}): Promise<TestWorkspace> {
  const workspace = await makeWorkspace(services);
  const { north, south } = workspace.locations;
  await services.db
    .update(locations)
    .set({
      timezone: "UTC",
      yearStart: "01-01",
      workWeek: [1, 2, 3, 4, 5],
      hoursPerDay: 8,
      quotaReset: "ACCOUNTING_YEAR",
      rolloverExpiry: null,
    })
    .where(eq(locations.workspaceId, workspace.id));
  for (const locationId of [north, south]) await setPolicy(services, workspace, { ...policy, locationId });
  return workspace;
}

/** Replaces the vacation policy of a location (north by default) with the defaults and the given values. */
export async function setPolicy({ db }: Services, workspace: TestWorkspace, policy: Policy = {}) {
  const row = {
    workspaceId: workspace.id,
    leaveTypeId: workspace.leaveTypes.vacation,
    locationId: workspace.locations.north,
    yearlyQuota: 25,
    ...policy,
  };
  const same = and(
    eq(leavePolicies.workspaceId, row.workspaceId),
    eq(leavePolicies.leaveTypeId, row.leaveTypeId),
    eq(leavePolicies.locationId, row.locationId),
  );
  await db.delete(leavePolicies).where(same);
  await db.insert(leavePolicies).values(row);
}

/** A new person in north and sales, without a role. */
export async function makePerson(
  services: Services,
  workspace: TestWorkspace,
  more = {},
): Promise<TestPerson> {
  const place = {
    workspaceId: workspace.id,
    name: "Nina New",
    locationId: workspace.locations.north,
    departmentId: workspace.departments.sales,
  };
  const id = await makeUser(services, { ...place, ...more });
  return { ...place, ...more, id, leaveTypeId: workspace.leaveTypes.vacation };
}

/** Makes these people the only approvers of a department. */
export async function setApprovers(
  { db }: Services,
  workspace: TestWorkspace,
  departmentId: string,
  levels: readonly (readonly [TestPerson, 1 | 2])[],
) {
  const workspaceId = workspace.id;
  await db
    .delete(departmentApprovers)
    .where(
      and(
        eq(departmentApprovers.workspaceId, workspaceId),
        eq(departmentApprovers.departmentId, departmentId),
      ),
    );
  for (const [{ id: userId }, level] of levels)
    await db.insert(departmentApprovers).values({ workspaceId, departmentId, userId, level });
}

/** The ctx of a signed-in person, with their current role. */
export async function as(services: Services, person: TestPerson): Promise<Ctx> {
  const via = { type: "session", sessionId: newId() } as const;
  const actor = await loadActor(services.db, person.workspaceId, person.id, via);
  if (!actor) throw new Error(`${person.name} cannot sign in`);
  return ctxFor(services, await inApp(services, actor), newRequestId());
}

/** Whole days of vacation. */
export const days = (person: TestPerson, startDate: string, endDate = startDate, more = {}): LeaveCreate => ({
  leaveTypeId: person.leaveTypeId,
  startDate,
  endDate,
  isFullDayLeave: true,
  ...more,
});

/** The events, audit lines and other records of a leave, oldest first. */
export async function tracesOf({ db }: Services, leaveId: string) {
  const all = await db.select().from(events).orderBy(asc(events.id));
  const lines = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.resourceId, leaveId))
    .orderBy(asc(auditEvents.id));
  const isOf = (data: EventData) => "leaveId" in data && data.leaveId === leaveId;
  return {
    events: all
      .filter(({ data }) => isOf(data))
      .map(({ type, data }) => `${type} from ${(data as { previousStatus: string | null }).previousStatus}`),
    audit: lines,
  };
}

/** The current row. */
export async function leaveRow({ db }: Services, id: string) {
  const [row] = await db.select().from(leaves).where(eq(leaves.id, id));
  if (!row) throw new Error("There is no such leave");
  return row;
}

/** The outcomes of concurrent calls: `ok`, or the error's code. */
export async function outcomes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const settled of await Promise.allSettled(calls)) {
    const name = settled.status === "fulfilled" ? "ok" : String(settled.reason.code ?? settled.reason);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
