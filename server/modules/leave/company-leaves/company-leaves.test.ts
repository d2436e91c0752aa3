import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { companyLeavePeople, companyLeaves } from "@/drizzle/schema/company-leaves";
import { locations, userLabels } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { operations } from "@/drizzle/schema/operations";
import { users } from "@/drizzle/schema/people";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { takeStep } from "@/server/api/operation-work";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import {
  as,
  days,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { callOf, makeGrant, postMcp } from "@/server/test/mcp-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { createCompanyLeave } from "./create-company-leave";
import { resumeBooking } from "./resume-booking";
import type { CompanyLeaveCreate } from "./schema";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

interface Shown {
  id: string;
  status: string;
  counts: Record<string, number>;
  pendingCount: number;
  cancelledCount: number;
  keptCount: number;
  joinedCount: number;
}
interface Person {
  userId: string;
  name: string;
  outcome: string;
  obstacle: string | null;
  missing: number | null;
  booked: { leaveId: string; startDate: string; endDate: string }[];
  away: unknown[];
  undo: string | null;
}

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
  // The cast would be targets, too.
  await services.db.insert(userLabels).values(
    [...new Set(Object.values(workspace.people).map(({ id }) => id))].map((userId) => ({
      workspaceId: workspace.id,
      userId,
      labelId: workspace.labels.unused,
    })),
  );
});

/** Monday 30 November to Friday 4 December 2026, for the new people of a test. */
const body = (more: object = {}) => ({
  name: "Shutdown",
  leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
  startDate: "2026-11-30",
  endDate: "2026-12-04",
  exemptLabelIds: [encodeId("label", workspace.labels.unused)],
  ...more,
});

const newcomer = (name: string, more = {}) =>
  makePerson(services, workspace, { name, startDate: "2025-01-01", ...more });

const post = <B = Single<Shown>>(more: object = {}, key = keys.admin) =>
  api.v2<B>("POST", "/v2/company-leaves", { key, json: body(more) });
const read = async (id: string) =>
  (await api.get<Single<Shown>>(`/v2/company-leaves/${id}`, keys.admin)).body.data;
const people = async (id: string) =>
  (await api.get<Listed<Person>>(`/v2/company-leaves/${id}/users?limit=500`, keys.admin)).body.data;
const booked = async (more: object = {}) => {
  const { body: created, status } = await post(more);
  expect(status).toBe(201);
  await carriedOut(services);
  return read(created.data.id);
};
const byName = (rows: Person[]) => Object.fromEntries(rows.map((row) => [row.name, row]));
const leavesOf = ({ id }: TestPerson) => services.db.select().from(leaves).where(eq(leaves.userId, id));

describe("a company leave", () => {
  it("counts by the policy's count mode, and books no one without a day of work", async () => {
    await setPolicy(services, workspace, { approvalRequired: false, countMode: "CALENDAR_DAYS" });
    const [full, away] = [await newcomer("Full"), await newcomer("Away")];
    await requestLeave(await as(services, full), days(full, "2026-12-01"));
    const { id } = await booked({ endDate: "2026-12-06" });
    const found = byName(await people(id));
    expect(found.Full).toMatchObject({ outcome: "PARTLY_BOOKED" });
    expect(found.Away).toMatchObject({ outcome: "BOOKED" });
    const [leave] = await leavesOf(away);
    expect(leave).toMatchObject({ durationWorkingDays: 7, countMode: "CALENDAR_DAYS" });
    const weekend = await booked({ startDate: "2026-12-12", endDate: "2026-12-13" });
    expect(weekend.counts).toMatchObject({ NOT_WORKING: 2 });
  });

  it("201 books what fits, says of everyone else why not, and the preview says the same before", async () => {
    await setPolicy(services, workspace, { yearlyQuota: 25 });
    const fits = await newcomer("Fits");
    const away = await newcomer("Away");
    const partly = await newcomer("Partly");
    const lacks = await newcomer("Lacks");
    const leaver = await newcomer("Leaver", { endDate: "2026-12-01" });
    await newcomer("Gone", { endDate: "2026-11-20" });
    await newcomer("Elsewhere", { locationId: workspace.locations.empty });
    await makeLeave(services, away, { startDate: "2026-11-23", endDate: "2026-12-06" });
    await makeLeave(services, partly, { startDate: "2026-12-02", endDate: "2026-12-02", status: "OPEN" });
    await makeLeave(services, lacks, {
      ...{
        startDate: "2026-03-02",
        endDate: "2026-04-03",
        durationWorkingDays: 22,
        durationCalendarDays: 33,
      },
    });
    const preview = await api.v2<Single<{ userCount: number; counts: object; users: Person[] }>>(
      "POST",
      "/v2/company-leaves/preview",
      { key: keys.admin, json: body() },
    );
    expect(preview.status).toBe(200);
    const shown = await booked();
    expect(shown).toMatchObject({ status: "BOOKED", pendingCount: 0, joinedCount: 0 });
    expect(preview.body.data.counts).toEqual(shown.counts);
    const found = byName(await people(shown.id));
    expect(found).toMatchObject({
      Fits: { outcome: "BOOKED", booked: [{ startDate: "2026-11-30", endDate: "2026-12-04" }] },
      Away: { outcome: "AWAY", booked: [] },
      Partly: {
        outcome: "PARTLY_BOOKED",
        booked: [
          { startDate: "2026-11-30", endDate: "2026-12-01" },
          { startDate: "2026-12-03", endDate: "2026-12-04" },
        ],
        away: [{ startDate: "2026-12-02", endDate: "2026-12-02" }],
      },
      Leaver: { outcome: "BOOKED", booked: [{ startDate: "2026-11-30", endDate: "2026-12-01" }] },
      Gone: { outcome: "NOT_POSSIBLE", obstacle: "NOT_EMPLOYED" },
      Elsewhere: { outcome: "NOT_POSSIBLE", obstacle: "NOT_AVAILABLE" },
      Lacks: { outcome: "LACKS_BALANCE", booked: [] },
    });
    expect(found.Lacks?.missing).toBeGreaterThan(0);
    for (const one of preview.body.data.users)
      expect(found[one.name]).toMatchObject({ outcome: one.outcome, missing: one.missing });
    const [leave] = await leavesOf(fits);
    expect(leave).toMatchObject({
      ...{ status: "APPROVED", autoApproved: true, reason: "Shutdown", durationWorkingDays: 5 },
      companyLeaveId: shown.id.slice("companyLeave-".length),
      approverId: workspace.people.admin.id,
    });
    const traces = await tracesOf(services, leave?.id ?? "");
    expect(traces.events).toEqual(["leave.approved from null"]);
    expect(traces.audit.map(({ action }) => action)).toEqual(["leave.book"]);
    const wire = await api.get<Single<{ companyLeaveId: string }>>(
      `/v2/leaves/${encodeId("leave", leave?.id ?? "")}`,
      keys.admin,
    );
    expect(wire.body.data.companyLeaveId).toBe(shown.id);
    expect(await leavesOf(leaver)).toHaveLength(1);
  });

  it("books exactly what a single booking would", async () => {
    const one = await newcomer("One");
    const other = await newcomer("Other");
    await booked();
    const admin = await as(services, workspace.people.admin);
    await services.db.delete(leaves).where(eq(leaves.userId, other.id));
    const single = await requestLeave(admin, {
      ...days(other, "2026-11-30", "2026-12-04"),
      userId: other.id,
    });
    const [leave] = await leavesOf(one);
    const [alone] = await leavesOf(other);
    expect(leave).toMatchObject({
      durationWorkingDays: single.durationWorkingDays,
      durationCalendarDays: single.durationCalendarDays,
      dayCounts: alone?.dayCounts,
    });
  });

  it("does what a single booking does, also where a rule refuses it that only booking knows", async () => {
    // Where it is still yesterday, the last day is beyond the limit of ten years.
    const { north } = workspace.locations;
    await services.db.update(locations).set({ timezone: "Etc/GMT+12" }).where(eq(locations.id, north));
    await setPolicy(services, workspace, { unlimited: true });
    clock.set(new Date("2026-11-21T05:00:00.000Z"));
    try {
      const person = await newcomer("Behind");
      const span = { startDate: "2036-11-17", endDate: dayText(dayNumber("2026-11-21") + 3653) };
      const shown = await booked(span);
      expect(byName(await people(shown.id))).toMatchObject({
        Behind: { outcome: "NOT_POSSIBLE", obstacle: "REFUSED", booked: [] },
      });
      const admin = await as(services, workspace.people.admin);
      const single = requestLeave(admin, {
        ...days(person, span.startDate, span.endDate),
        userId: person.id,
      });
      await expect(single).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    } finally {
      clock.set(testNow);
    }
  });

  it("books each person once, however often and however abruptly it is interrupted", async () => {
    const all = await Promise.all(Array.from({ length: 120 }, (_, i) => newcomer(`P${i}`)));
    const created = await createCompanyLeave(await as(services, workspace.people.admin), input());
    const tx = { ...systemContext(services), workspaceId: workspace.id };
    // A step that dies before its commit leaves nothing behind.
    const dies = inTransaction(tx, async (inside) => {
      await resumeBooking(inside, created.id);
      throw new Error("killed");
    });
    await expect(dies).rejects.toThrow("killed");
    expect(await services.db.$count(leaves, eq(leaves.companyLeaveId, created.id))).toBe(0);
    // Steps at once, beside each other.
    const step = () => inTransaction(tx, (inside) => resumeBooking(inside, created.id));
    await outcomes([step(), step(), step(), step()]);
    await carriedOut(services);
    for (const person of all) expect(await leavesOf(person)).toHaveLength(1);
    expect((await read(encodeId("companyLeave", created.id))).counts.BOOKED).toBe(120);
  });

  it("two on the same days at once: the second finds everyone away", async () => {
    const person = await newcomer("Both");
    const [a, b] = await Promise.all([post(), post()]);
    await carriedOut(services);
    const counts = await Promise.all([a, b].map(async ({ body: { data } }) => (await read(data.id)).counts));
    expect(counts.map(({ BOOKED }) => BOOKED).sort()).toEqual([0, 1]);
    expect(counts.map(({ AWAY }) => AWAY).sort()).toEqual([0, 1]);
    expect(await leavesOf(person)).toHaveLength(1);
  });

  it("202 books those who joined since, and no one twice", async () => {
    const first = await newcomer("First");
    const { id } = await booked();
    const later = await newcomer("Later");
    expect((await read(id)).joinedCount).toBe(1);
    const answer = await api.v2("POST", `/v2/company-leaves/${id}/book`, { key: keys.admin });
    expect(answer.status).toBe(202);
    await carriedOut(services);
    expect(await read(id)).toMatchObject({ joinedCount: 0, counts: { BOOKED: 2 } });
    for (const person of [first, later]) expect(await leavesOf(person)).toHaveLength(1);
  });

  it("202 undo cancels what is unchanged, and keeps and names the rest", async () => {
    const same = await newcomer("Same");
    const edited = await newcomer("Edited");
    const cancelled = await newcomer("Cancelled");
    const { id } = await booked();
    const admin = await as(services, workspace.people.admin);
    const [toEdit] = await leavesOf(edited);
    const [toCancel] = await leavesOf(cancelled);
    await editLeave(admin, toEdit?.id ?? "", { endDate: "2026-12-03" });
    await cancelLeave(admin, toCancel?.id ?? "");
    const answer = await api.v2("DELETE", `/v2/company-leaves/${id}`, { key: keys.admin });
    expect(answer.status).toBe(202);
    await carriedOut(services);
    expect(await read(id)).toMatchObject({ status: "UNDONE", cancelledCount: 2, keptCount: 1 });
    expect(byName(await people(id))).toMatchObject({ Same: { undo: "CANCELLED" }, Edited: { undo: "KEPT" } });
    expect((await leavesOf(same))[0]?.status).toBe("CANCELLED");
    expect((await leavesOf(edited))[0]?.status).toBe("APPROVED");
    const again = await api.v2<Refused>("DELETE", `/v2/company-leaves/${id}`, { key: keys.admin });
    expect([again.status, again.body.error.code]).toEqual([409, "CONFLICT"]);
  });

  it("an undo ends a booking that is under way", async () => {
    const all = await Promise.all(Array.from({ length: 60 }, (_, i) => newcomer(`Q${i}`)));
    const { body: created } = await post();
    const [operation] = await services.db
      .select()
      .from(operations)
      .where(and(eq(operations.workspaceId, workspace.id), eq(operations.status, "PENDING")));
    if (!operation) throw new Error("no operation");
    await takeStep(services, operation, async () => true);
    const booked = (await Promise.all(all.map(leavesOf))).flat().length;
    expect(booked).toBeGreaterThan(0);
    expect(booked).toBeLessThan(all.length);
    await api.v2("DELETE", `/v2/company-leaves/${created.data.id}`, { key: keys.admin });
    await carriedOut(services);
    expect(await read(created.data.id)).toMatchObject({ status: "UNDONE", pendingCount: 0 });
    const rows = await Promise.all(all.map(leavesOf));
    expect(rows.flat().filter(({ status }) => status === "APPROVED")).toEqual([]);
    expect(rows.flat().length).toBe(booked);
  });

  it("targets departments with those below them, and leaves exempt labels out", async () => {
    const { engineering, platform } = workspace.departments;
    await newcomer("Below", { departmentId: platform });
    await newcomer("Beside");
    const shown = await booked({ departmentIds: [encodeId("department", engineering)] });
    expect((await people(shown.id)).map(({ name }) => name)).toEqual(["Below"]);
  });

  it("apps look it up and preview it, for those who may book it", async () => {
    await newcomer("Fits");
    const { id } = await booked();
    const ask = async (person: TestPerson, name: string, given: object) => {
      const { token } = await makeGrant(services, person);
      return (await postMcp(services, { token, body: callOf(name, given) })).json.result;
    };
    const { admin, approver, locationAdmin } = workspace.people;
    const listed = await ask(admin, "get_company_leave", {});
    expect(listed.structuredContent).toMatchObject({
      companyLeaves: [{ id, name: "Shutdown", status: "BOOKED", counts: { BOOKED: 1 } }],
      isCut: false,
    });
    const { exemptLabelIds: _exempt, name: _name, ...wanted } = body();
    const preview = await ask(admin, "preview_company_leave", { ...wanted, outcome: ["AWAY"] });
    expect(preview.structuredContent).toMatchObject({
      counts: { AWAY: 1 },
      users: [{ userName: "Fits", outcome: "AWAY" }],
    });
    expect((await ask(approver, "get_company_leave", {})).isError).toBe(true);
    expect((await ask(locationAdmin, "preview_company_leave", wanted)).isError).toBe(true);
    const reversed = { ...wanted, endDate: "2026-11-29" };
    expect((await ask(admin, "preview_company_leave", reversed)).isError).toBe(true);
  });

  it("403 for approvers, and for location admins beyond their locations", async () => {
    const theirs = { locationIds: [encodeId("location", workspace.locations.north)] };
    expect((await post<Refused>({}, keys.locationAdmin)).status).toBe(403);
    expect((await post<Refused>({}, keys.approver)).status).toBe(403);
    const { body: created } = await post();
    const hidden = await api.get<Refused>(`/v2/company-leaves/${created.data.id}`, keys.locationAdmin);
    expect(hidden.status).toBe(404);
    const own = await post(theirs, keys.locationAdmin);
    expect(own.status).toBe(201);
    const list = await api.get<Listed<Shown>>("/v2/company-leaves", keys.locationAdmin);
    expect(list.body.data.map(({ id }) => id)).toEqual([own.body.data.id]);
    await carriedOut(services);
  });

  it("400 with every fault", async () => {
    const gone = encodeId("label", workspace.leaveTypes.vacation);
    const refused = await post<Refused>({
      leaveTypeId: encodeId("leaveType", workspace.labels.remote),
      labelIds: [gone],
      exemptLabelIds: [gone],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details?.fields).toMatchObject([
      { path: "leaveTypeId" },
      { path: "labelIds.0" },
      { path: "exemptLabelIds.0" },
    ]);
    const reversed = await post<Refused>({ endDate: "2026-11-29" });
    expect(reversed.body.error.details?.fields).toMatchObject([{ path: "endDate" }]);
  });

  it("a person who becomes inactive before their turn is not booked", async () => {
    const person = await newcomer("Leaves first");
    const { body: created } = await post();
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, person.id));
    await carriedOut(services);
    expect(await people(created.data.id)).toMatchObject([
      { outcome: "NOT_POSSIBLE", obstacle: "NOT_ACTIVE" },
    ]);
    expect(await services.db.$count(companyLeaves, eq(companyLeaves.workspaceId, workspace.id))).toBe(1);
    expect(
      await services.db.$count(companyLeavePeople, eq(companyLeavePeople.workspaceId, workspace.id)),
    ).toBe(1);
  });
});

const input = (): CompanyLeaveCreate => ({
  ...{ name: "Shutdown", leaveTypeId: workspace.leaveTypes.vacation },
  ...{ startDate: "2026-11-30", endDate: "2026-12-04" },
  ...{ locationIds: [], departmentIds: [], labelIds: [], exemptLabelIds: [workspace.labels.unused] },
});
