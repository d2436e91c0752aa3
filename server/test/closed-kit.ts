import { and, asc, eq, lte } from "drizzle-orm";
import { credits } from "@/drizzle/schema/credits";
import { locations } from "@/drizzle/schema/directory";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { balanceAdjustments, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { isEffective } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { storeDayCounts } from "@/server/modules/leave/requests/store-day-counts";
import { type ApiAnswer, apiClient, type Refused } from "./api-client";
import { carriedOut } from "./carried-out";
import { makeKey, makeLeave, type TestKey, type TestPerson, type TestWorkspace } from "./factories";
import { makeLeaveWorkspace, makePerson, setApprovers } from "./leave-kit";
import { callOf, makeGrant, mcpScopes, postMcp } from "./mcp-kit";
import { signedInCaller } from "./signed-in-caller";

/** A Friday, one week before today. */
const closedThrough = "2026-11-13";

/** A workspace of one scenario: a person with leave in closed days, and leave that goes on after them. */
export interface Place {
  services: Services;
  workspace: TestWorkspace;
  person: TestPerson;
  key: TestKey;
  /** Leave from 2 to 4 November. */
  past: string;
  /** Leave from 12 to 24 November, which is under way. */
  across: string;
}

export async function makePlace(services: Services): Promise<Place> {
  const workspace = await makeLeaveWorkspace(services, {
    ...{ approvalRequired: false, shortestDuration: "HALF_DAY" },
  });
  await setApprovers(services, workspace, workspace.departments.sales, []);
  await setApprovers(services, workspace, workspace.departments.engineering, []);
  await services.db
    .update(workspaces)
    .set({ aiAppsMayChangeLeave: true })
    .where(eq(workspaces.id, workspace.id));
  const person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
  const past = await makeLeave(services, person, { startDate: "2026-11-02", endDate: "2026-11-04" });
  const across = await makeLeave(services, person, {
    ...{ startDate: "2026-11-12", endDate: "2026-11-24", durationWorkingDays: 9 },
  });
  await storeDayCounts(services);
  return { services, workspace, person, key, past, across };
}

/** Closes days without a look at what waits there, as a person's move to a closed location does. */
export const closeAll = ({ services: { db }, workspace }: Place) =>
  db.update(locations).set({ closedThrough }).where(eq(locations.workspaceId, workspace.id));

/** A call, which may be refused for closed days, and for nothing else. @returns whether it was carried out */
const allowed = (isClosed: boolean, answer: unknown): boolean => {
  if (!isClosed) throw new Error(`Refused for another reason: ${JSON.stringify(answer)}`);
  return false;
};

export async function byV2({ services, key }: Place, method: string, path: string, json?: object) {
  const answer: ApiAnswer<{ data?: { id: string } } & Partial<Refused>> = await apiClient(services).v2(
    method,
    `/v2${path}`,
    { key, ...(json && { json }) },
  );
  const isDone = answer.status < 300 || allowed(answer.body.error?.code === "PERIOD_CLOSED", answer.body);
  await carriedOut(services);
  return isDone ? (answer.body?.data?.id ?? "") : "";
}

type Caller = Awaited<ReturnType<typeof signedInCaller>>;

/** A call of a page, by the administrator. */
export async function byPage({ services, workspace }: Place, call: (caller: Caller) => Promise<unknown>) {
  try {
    await call(await signedInCaller(services, workspace.people.admin));
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    allowed(cause instanceof ApiError && cause.code === "PERIOD_CLOSED", String(error));
  }
  await carriedOut(services);
}

/** Calls of tools by an assistant of someone. */
export async function assistantOf({ services }: Place, person: TestPerson) {
  const { token } = await makeGrant(services, person, mcpScopes);
  return async (name: string, given: object) => {
    const { json } = await postMcp(services, { token, body: callOf(name, given) });
    const { isError, content, structuredContent } = json.result;
    if (isError) allowed(/closed/.test(content[0].text), content);
    return structuredContent;
  };
}

/** Everything that lies in the closed days: leave with its counts, and what was given and taken there. */
export async function readClosed({ services: { db }, workspace }: Place) {
  const found = await db
    .select({ leave: leaves, counts: keptCountsField })
    .from(leaves)
    .where(and(eq(leaves.workspaceId, workspace.id), lte(leaves.startDate, closedThrough)))
    .orderBy(asc(leaves.id));
  const given = await db
    .select()
    .from(balanceAdjustments)
    .where(
      and(
        eq(balanceAdjustments.workspaceId, workspace.id),
        lte(balanceAdjustments.effectiveDate, closedThrough),
      ),
    )
    .orderBy(asc(balanceAdjustments.id));
  const reversed = await db.select({ id: balanceAdjustments.reversesId }).from(balanceAdjustments);
  const credited = await db
    .select({ id: credits.id, status: credits.status, days: credits.days, expiresOn: credits.expiresOn })
    .from(credits)
    .where(
      and(
        eq(credits.workspaceId, workspace.id),
        eq(credits.status, "APPROVED"),
        lte(credits.earnedOn, closedThrough),
      ),
    )
    .orderBy(asc(credits.id));
  const worked = await db
    .select({ id: hoursWorked.id, lastDay: hoursWorked.lastDay, hours: hoursWorked.hours })
    .from(hoursWorked)
    .where(and(eq(hoursWorked.workspaceId, workspace.id), lte(hoursWorked.lastDay, closedThrough)))
    .orderBy(asc(hoursWorked.id));
  return {
    credited,
    worked,
    leaves: found
      .filter(({ leave }) => isEffective(leave.status))
      .map(({ leave: { id, userId, status, leaveTypeId, startDate, endDate, startPart }, counts }) => ({
        ...{ id, userId, status, leaveTypeId, startDate, startPart },
        last: endDate < closedThrough ? endDate : closedThrough,
        counts: counts.counts.slice(0, dayNumber(closedThrough) - counts.start + 1),
      })),
    given: given.map(({ id, kind, days }) => ({
      ...{ id, kind, days, isReversed: reversed.some((one) => one.id === id) },
    })),
  };
}

export const idsOf = ({ workspace, person, past, across }: Place) => ({
  user: encodeId("user", person.id),
  vacation: encodeId("leaveType", workspace.leaveTypes.vacation),
  north: encodeId("location", workspace.locations.north),
  south: encodeId("location", workspace.locations.south),
  past: encodeId("leave", past),
  across: encodeId("leave", across),
});

export const addressOf = async ({ services: { db }, person }: Place) => {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, person.id));
  return row?.email ?? "";
};
