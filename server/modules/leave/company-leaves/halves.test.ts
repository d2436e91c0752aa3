import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { companyLeavePeople } from "@/drizzle/schema/company-leaves";
import { holidays, userLabels } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { setWorkPattern } from "@/server/modules/people/patterns/set-work-pattern";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import { makeKeys, type TestKey, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { callOf, makeGrant, postMcp } from "@/server/test/mcp-kit";
import { testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
let api: ReturnType<typeof apiClient>;

/** A Thursday and a Friday. */
const [eve, after] = ["2026-12-17", "2026-12-18"];
const fromNoon = { startPart: "AFTERNOON" };
const halves = { approvalRequired: false, shortestDuration: "HALF_DAY" } as const;

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services, { approvalRequired: false });
  key = (await makeKeys(services, workspace)).admin;
  // The cast would be targets, too.
  await services.db.insert(userLabels).values(
    [...new Set(Object.values(workspace.people).map(({ id }) => id))].map((userId) => ({
      ...{ workspaceId: workspace.id, userId, labelId: workspace.labels.unused },
    })),
  );
});

interface Person {
  name: string;
  outcome: string;
  booked: object[];
  away: object[];
  workingDays?: number;
}
const body = (more: object = {}) => ({
  ...{ name: "Christmas Eve", leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation) },
  ...{ startDate: eve, endDate: eve, exemptLabelIds: [encodeId("label", workspace.labels.unused)] },
  ...more,
});
const newcomer = (name: string, more = {}) =>
  makePerson(services, workspace, { name, startDate: "2025-01-01", ...more });
const post = <B>(json: object, path = "") => api.v2<B>("POST", `/v2/company-leaves${path}`, { key, json });
const byName = (rows: Person[]) => Object.fromEntries(rows.map((row) => [row.name, row]));
const leaveOf = async ({ id }: TestPerson) =>
  (await services.db.select().from(leaves).where(eq(leaves.userId, id))).find(
    ({ companyLeaveId }) => companyLeaveId,
  );

/** Books it, and expects the same of everyone as its preview. */
async function booked(more: object) {
  const preview = await post<Single<{ users: Person[] }>>(body(more), "/preview");
  const created = await post<Single<{ id: string }>>(body(more));
  expect([preview.status, created.status]).toEqual([200, 201]);
  await carriedOut(services);
  const { id } = created.body.data;
  const { data } = (await api.get<Listed<Person>>(`/v2/company-leaves/${id}/users`, key)).body;
  const shown = byName(preview.body.data.users);
  for (const { name, outcome, away } of data) expect(shown[name]).toMatchObject({ outcome, away });
  return { id, people: byName(data), shown };
}

it("201 from noon on: half a day of whole days, and the type's shortest duration does not apply", async () => {
  const person = await newcomer("Full");
  const { id, people, shown } = await booked({ endDate: after, ...fromNoon });
  const parts = { startPart: "AFTERNOON", endPart: "FULL_DAY" };
  expect(people.Full).toMatchObject({
    outcome: "BOOKED",
    booked: [{ startDate: eve, endDate: after, ...parts }],
  });
  expect(shown.Full).toMatchObject({ workingDays: 1.5 });
  expect(await leaveOf(person)).toMatchObject({ durationWorkingDays: 1.5, ...parts });
  const read = await api.get<Single>(`/v2/company-leaves/${id}`, key);
  expect(read.body.data).toMatchObject(parts);
});

it("201 of one day, either field says the half, and both name it", async () => {
  await newcomer("Full");
  for (const said of [{ startPart: "MORNING" }, { endPart: "MORNING" }]) {
    const { shown } = await booked({ ...said });
    const parts = { startPart: "MORNING", endPart: "MORNING" };
    if (said.startPart) expect(shown.Full).toMatchObject({ booked: [{ ...parts }], workingDays: 0.5 });
    else expect(shown.Full).toMatchObject({ outcome: "AWAY" });
  }
});

it("400 for halves that are none of such days", async () => {
  const pathsOf = async (more: object) =>
    (await post<Refused>(body(more))).body.error.details?.fields?.map(({ path }) => path);
  expect(await pathsOf({ endDate: after, startPart: "MORNING" })).toEqual(["startPart"]);
  expect(await pathsOf({ endDate: after, endPart: "AFTERNOON" })).toEqual(["endPart"]);
  expect(await pathsOf({ startPart: "MORNING", endPart: "AFTERNOON" })).toEqual(["endPart"]);
});

it("a half of one's own is no obstacle in the other half, and one in the same half is", async () => {
  await setPolicy(services, workspace, halves);
  const [morning, afternoon, hours] = [
    await newcomer("Morning"),
    await newcomer("Afternoon"),
    await newcomer("Hours"),
  ];
  const own = async (person: TestPerson, more: object) =>
    requestLeave(await as(services, person), days(person, eve, eve, more));
  await own(morning, { endPart: "MORNING" });
  await own(afternoon, { startPart: "AFTERNOON" });
  await setPolicy(services, workspace, { ...halves, shortestDuration: "HOUR" });
  await own(hours, { isFullDayLeave: false, startHour: 9, endHour: 11 });
  const { people } = await booked({ ...fromNoon });
  expect(people.Morning).toMatchObject({ outcome: "BOOKED", away: [] });
  expect(people.Hours).toMatchObject({ outcome: "BOOKED", away: [] });
  expect(people.Afternoon).toMatchObject({
    outcome: "AWAY",
    booked: [],
    away: [{ startDate: eve, endDate: eve }],
  });
  expect(await leaveOf(morning)).toMatchObject({ durationWorkingDays: 0.5 });
});

it("of a whole day with a half of one's own, nothing is left", async () => {
  await setPolicy(services, workspace, halves);
  const person = await newcomer("Morning");
  await requestLeave(await as(services, person), days(person, eve, eve, { endPart: "MORNING" }));
  const { people } = await booked({ endDate: after });
  expect(people.Morning).toMatchObject({
    outcome: "PARTLY_BOOKED",
    booked: [{ startDate: after, endDate: after, startPart: "FULL_DAY" }],
  });
});

it("a part of it between other leave keeps the half of its end only", async () => {
  const person = await newcomer("Between");
  await requestLeave(await as(services, person), days(person, "2026-12-16"));
  const { people } = await booked({ startDate: "2026-12-15", endDate: eve, endPart: "MORNING" });
  const whole = { startPart: "FULL_DAY", endPart: "FULL_DAY" };
  expect(people.Between?.booked).toMatchObject([
    { startDate: "2026-12-15", endDate: "2026-12-15", ...whole },
    { startDate: eve, endDate: eve, startPart: "MORNING", endPart: "MORNING" },
  ]);
});

it("an employment that ends before the last day leaves its half out", async () => {
  await newcomer("Leaver", { endDate: eve });
  const { people } = await booked({ endDate: after, endPart: "MORNING" });
  expect(people.Leaver).toMatchObject({
    outcome: "BOOKED",
    booked: [{ startDate: eve, endDate: eve, startPart: "FULL_DAY", endPart: "FULL_DAY" }],
  });
});

it("a half-day holiday leaves half a day, which the half takes; a whole one leaves none", async () => {
  const person = await newcomer("Full");
  const holiday = (date: string, isHalfDay: boolean) =>
    services.db.insert(holidays).values({
      ...{ workspaceId: workspace.id, id: newId(), locationId: workspace.locations.north },
      ...{ date, name: "Eve", isHalfDay },
    });
  await holiday(eve, true);
  await holiday(after, false);
  expect((await booked({ ...fromNoon })).people.Full).toMatchObject({ outcome: "BOOKED" });
  expect(await leaveOf(person)).toMatchObject({ durationWorkingDays: 0.5 });
  const { people } = await booked({ startDate: after, endDate: after, ...fromNoon });
  expect(people.Full).toMatchObject({ outcome: "NOT_WORKING" });
});

it("takes half of a shorter day, and nothing on a day that someone does not work", async () => {
  const [mornings, off] = [await newcomer("Mornings"), await newcomer("Off")];
  const admin = await as(services, workspace.people.admin);
  const pattern = (person: TestPerson, thursday: number) =>
    setWorkPattern(admin, person.id, {
      from: "2026-12-01",
      minutes: [0, 240, 240, 240, thursday, 240, 0].map((minutes) => [minutes]),
    });
  await pattern(mornings, 240);
  await pattern(off, 0);
  const { people } = await booked({ ...fromNoon });
  expect(people).toMatchObject({ Mornings: { outcome: "BOOKED" }, Off: { outcome: "NOT_WORKING" } });
  expect(await leaveOf(mornings)).toMatchObject({ durationWorkingDays: 0.5 });
});

it("Monday to Saturday: until noon of the last day, no days after it count", async () => {
  await setPolicy(services, workspace, { countMode: "MONDAY_TO_SATURDAY" });
  const person = await newcomer("Full");
  await booked({ endDate: after, endPart: "MORNING" });
  expect(await leaveOf(person)).toMatchObject({ durationWorkingDays: 1.5 });
});

it("202 undo keeps leave of which a half has changed", async () => {
  await setPolicy(services, workspace, halves);
  const [same, changed, old] = [await newcomer("Same"), await newcomer("Changed"), await newcomer("Old")];
  const { id } = await booked({ endDate: after, ...fromNoon });
  const admin = await as(services, workspace.people.admin);
  await editLeave(admin, (await leaveOf(changed))?.id ?? "", { startPart: "FULL_DAY" });
  // As a version before half days has noted it, of whole days.
  const leave = await leaveOf(old);
  await editLeave(admin, leave?.id ?? "", { startPart: "FULL_DAY" });
  const { startDate, endDate } = leave ?? { startDate: "", endDate: "" };
  await services.db
    .update(companyLeavePeople)
    .set({ booked: [{ leaveId: leave?.id ?? "", startDate, endDate }] })
    .where(eq(companyLeavePeople.userId, old.id));
  await api.v2("DELETE", `/v2/company-leaves/${id}`, { key });
  await carriedOut(services);
  const states = await Promise.all([same, changed, old].map(async (one) => (await leaveOf(one))?.status));
  expect(states).toEqual(["CANCELLED", "APPROVED", "CANCELLED"]);
});

it("apps preview half days, and see them", async () => {
  await newcomer("Full");
  await booked({ ...fromNoon });
  const { token } = await makeGrant(services, workspace.people.admin);
  const ask = async (name: string, given: object) =>
    (await postMcp(services, { token, body: callOf(name, given) })).json.result.structuredContent;
  expect(await ask("get_company_leave", {})).toMatchObject({
    companyLeaves: [{ startPart: "AFTERNOON", endPart: "AFTERNOON" }],
  });
  const { name: _name, exemptLabelIds: _exempt, ...wanted } = body({ endPart: "MORNING" });
  expect(await ask("preview_company_leave", wanted)).toMatchObject({ counts: { AWAY: 0 } });
  expect(await ask("preview_company_leave", { ...wanted, ...fromNoon, endPart: undefined })).toMatchObject({
    counts: { AWAY: 1 },
  });
});
