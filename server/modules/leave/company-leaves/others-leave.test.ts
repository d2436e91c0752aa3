import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { readBalances } from "@/server/modules/leave/balances/read";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { judgeWaiting } from "@/server/modules/leave/requests/judge-waiting";
import { previewLeave } from "@/server/modules/leave/requests/preview";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { findRuledDays } from "@/server/modules/leave/wallchart/find-ruled-days";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { bookCompanyLeave, companyLeaveOf } from "@/server/test/company-kit";
import { makeKey, type TestWorkspace } from "@/server/test/factories";
import { as, days, leaveRow, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

/** Wednesday to Friday. */
const shutdown = { startDate: "2026-12-02", endDate: "2026-12-04" };
const datesOf = (first: string, last: string): string[] =>
  Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, place) =>
    dayText(dayNumber(first) + place),
  );
const newcomer = (name: string, more = {}) =>
  makePerson(services, workspace, { name, startDate: "2025-01-01", ...more });

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
});

it("409 across company leave names it, and says to ask for the days around it", async () => {
  const person = await newcomer("Across");
  await bookCompanyLeave(services, workspace, { ...shutdown, name: "Bridge" });
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: person.id });
  const wanted = { startDate: "2026-11-30", endDate: "2026-12-08" };
  const json = { leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation), ...wanted };
  const api = apiClient(services);
  const { status, body } = await api.v2<Refused>("POST", "/v2/leaves", { key, json });
  expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
  expect(body.error.description).toContain("company leave from 2026-12-02 to 2026-12-04");
  expect(body.error).toMatchObject({
    resolution: "Ask for the days before and after the company leave, each on its own.",
  });
  const overlap = { ...shutdown, startPart: "FULL_DAY", endPart: "FULL_DAY", companyLeaveName: "Bridge" };
  expect(body.error.details).toMatchObject({ overlaps: [overlap] });
  const preview = await api.v2<Single<{ overlaps: object[]; faults: object[] }>>(
    "POST",
    "/v2/leaves/preview",
    { key, json },
  );
  expect(preview.body.data).toMatchObject({ overlaps: [overlap], faults: [{ code: "CONFLICT" }] });
  // Other leave is not company leave.
  const own = await as(services, person);
  await requestLeave(own, days(person, "2026-12-10"));
  const { examined } = await previewLeave(own, days(person, "2026-12-10", "2026-12-11"));
  expect(examined.clashes).toMatchObject([{ companyLeaveName: null }]);
});

it("409 no reason for going ahead books leave across company leave, by whoever it is: its day counts once", async () => {
  const person = await newcomer("Across");
  const admin = await as(services, workspace.people.admin);
  const own = await as(services, person);
  const wanted = { userId: person.id, overrideReason: "They insist" };
  const clash = { code: "CONFLICT" };
  const take = (ctx: Ctx, first: string, last: string) =>
    requestLeave(ctx, { ...days(person, first, last), ...wanted });
  // Asked for at once with the booking, and after it.
  const early = await requestLeave(own, days(person, "2026-12-01", "2026-12-02"));
  await bookCompanyLeave(services, workspace, shutdown);
  for (const ctx of [admin, own]) {
    await expect(take(ctx, "2026-11-30", "2026-12-08")).rejects.toMatchObject(clash);
    await expect(take(ctx, "2026-12-04", "2026-12-04")).rejects.toMatchObject(clash);
  }
  const later = await requestLeave(own, days(person, "2026-12-07", "2026-12-08"));
  await expect(editLeave(admin, later.id, { startDate: "2026-12-03" })).rejects.toMatchObject(clash);
  await expect(editLeave(admin, early.id, { endDate: "2026-12-03" })).rejects.toMatchObject(clash);
  // Two, two and the two days that were left of the shutdown.
  const counts = await services.db.select().from(leaves).where(eq(leaves.userId, person.id));
  expect(counts.map(({ durationWorkingDays }) => durationWorkingDays).sort()).toEqual([2, 2, 2]);
  const balance = (await readBalances(own, { userId: person.id, asOf: "2026-12-31" })).find(
    ({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation,
  );
  expect((balance?.taken ?? 0) + (balance?.scheduled ?? 0) + (balance?.pending ?? 0)).toBe(6000);
});

it("ten requests at once with the booking of company leave count no day twice", async () => {
  const people = await Promise.all(Array.from({ length: 10 }, (_, place) => newcomer(`Racing ${place}`)));
  const requests = people.map(async (person) =>
    requestLeave(await as(services, person), days(person, "2026-12-01", "2026-12-03")).catch(() => null),
  );
  await Promise.all([bookCompanyLeave(services, workspace, shutdown), ...requests]);
  for (const person of people) {
    const booked = await services.db.select().from(leaves).where(eq(leaves.userId, person.id));
    const standing = booked.filter(({ status }) => status === "APPROVED" || status === "OPEN");
    const dates = standing.flatMap(({ startDate, endDate }) => datesOf(startDate, endDate));
    expect(new Set(dates).size).toBe(dates.length);
  }
});

it("a leave type that gives days back makes leave across it possible", async () => {
  const person = await newcomer("Across");
  const { vacation, sick } = workspace.leaveTypes;
  await setPolicy(services, workspace, { leaveTypeId: sick, unlimited: true });
  const set = (id: string, fields: object) =>
    services.db.update(leaveTypes).set(fields).where(eq(leaveTypes.id, id));
  await set(vacation, { interruptible: true });
  await set(sick, { interrupts: true });
  await bookCompanyLeave(services, workspace, { ...shutdown, leaveTypeId: sick });
  const leave = await requestLeave(await as(services, person), days(person, "2026-11-30", "2026-12-04"));
  expect(leave.durationWorkingDays).toBe(2);
});

it("takes no one's place in rules about how many are away, unless it was moved beyond its days", async () => {
  const { north } = workspace.locations;
  const [asking, ...closed] = await Promise.all(["Asking", "A", "B", "C"].map((name) => newcomer(name)));
  const [first] = closed;
  if (!asking || !first) throw new Error("There are people");
  const { sales, platform } = workspace.departments;
  const elsewhere = await newcomer("Elsewhere", { departmentId: platform });
  await services.db.insert(leaveRules).values({
    ...{ workspaceId: workspace.id, id: newId(), name: "One away", kind: "MAX_AWAY", effect: "BLOCK" },
    parameters: { group: "LOCATION", count: 1, countsOpen: true, ignoredLeaveTypeIds: [] },
    ...{ createdAt: new Date(), updatedAt: new Date() },
  });
  await bookCompanyLeave(services, workspace, { ...shutdown, departmentIds: [sales] });
  const own = await as(services, elsewhere);
  const ruledDays = async () => {
    const { leaves } = await signedInCaller(services, elsewhere);
    const { ruled } = await leaves.month({ startDate: "2026-12-01", endDate: "2026-12-11" });
    return ruled.map(({ date }) => date);
  };
  const admin = await as(services, workspace.people.admin);
  const wallchart = async () => {
    const span = { startDate: "2026-12-01", endDate: "2026-12-11" };
    return (await findRuledDays(admin, { ...span, locations: [north] })).map(({ date }) => date);
  };
  const { judgement, away } = await previewLeave(own, days(elsewhere, "2026-12-02"));
  expect(judgement.verdicts).toEqual([]);
  expect(away).toEqual([]);
  expect(await ruledDays()).toEqual([]);
  expect(await wallchart()).toEqual([]);
  const leave = await requestLeave(own, days(elsewhere, "2026-12-02", "2026-12-03"));
  const row = await leaveRow(services, leave.id);
  const counts = (await findKeptCounts(own, [leave.id])).get(leave.id);
  if (!counts) throw new Error("Leave has counts");
  expect(await judgeWaiting(own, [{ leave: row, counts }])).toEqual([[]]);
  // Moved beyond the shutdown, it is leave like any other.
  const company = await companyLeaveOf(services, first);
  await editLeave(admin, company?.id ?? "", {
    startDate: "2026-12-09",
    endDate: "2026-12-10",
  });
  const later = await previewLeave(own, days(elsewhere, "2026-12-09"));
  expect(later.judgement.verdicts).toHaveLength(1);
  expect(await ruledDays()).toContain("2026-12-09");
  expect(await wallchart()).toEqual(expect.arrayContaining(["2026-12-09", "2026-12-10"]));
});
