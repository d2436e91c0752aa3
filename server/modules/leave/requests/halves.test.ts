import { afterAll, beforeAll, expect, it } from "vitest";
import { holidays } from "@/drizzle/schema/directory";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import { setWorkPattern } from "@/server/modules/people/patterns/set-work-pattern";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeLeave,
  makeLegacyKey,
  type TestKey,
  type TestPerson,
  type TestWorkspace,
} from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  setPolicy,
} from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { cancelLeave } from "./cancel";
import { editLeave } from "./edit";
import { getLeaveDetails } from "./get-leave-details";
import { importLeaves } from "./import-leaves";
import { previewEdit, previewLeave } from "./preview";
import { requestLeave } from "./request";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let api: ReturnType<typeof apiClient>;

const policy = { approvalRequired: false, shortestDuration: "HALF_DAY" } as const;
beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services, policy);
});
afterAll(() => services.close());

const someone = async () => {
  const person = await makePerson(services, workspace);
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: person.id });
  return { person, key, own: await as(services, person) };
};
const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const morning = { endPart: "MORNING" } as const;
const afternoon = { startPart: "AFTERNOON" } as const;
const book = async (person: TestPerson, start: string, end: string, more = {}) =>
  requestLeave(await as(services, person), days(person, start, end, more));
const post = <T = Single>(key: TestKey, json: object, path = "/v2/leaves") =>
  api.v2<T>("POST", path, { key, json: { leaveTypeId: vacation(), ...json } });
const pathsOf = ({ body }: { body: Refused }) => body.error.details?.fields?.map(({ path }) => path);

// 4 June 2027 is a Friday.
const friday = "2027-06-04";
const tuesday = "2027-06-08";

it("201 Friday afternoon to Tuesday: preview, booking, balance, list and history say two days and a half", async () => {
  const { person, key, own } = await someone();
  const wanted = days(person, friday, tuesday, afternoon);
  const shown = await previewLeave(own, wanted);
  expect(shown.days.map(({ amount }) => amount)).toEqual([500, 0, 0, 1000, 1000]);
  const { status, body } = await post(key, { startDate: friday, endDate: tuesday, ...afternoon });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    ...{ isFullDayLeave: true, startPart: "AFTERNOON", endPart: "FULL_DAY" },
    ...{ durationWorkingDays: 2.5, durationCalendarDays: 5 },
  });
  const read = await api.v2<Single>("GET", `/v2/leaves/${body.data.id}`, { key });
  expect(read.body.data).toMatchObject({ startPart: "AFTERNOON", endPart: "FULL_DAY" });
  const rows = await readBalances(own, { userId: person.id, asOf: "2027-12-31" });
  const vacationRow = rows.find(({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation);
  expect((vacationRow?.taken ?? 0) + (vacationRow?.scheduled ?? 0)).toBe(2500);
  const edited = await api.v2<Single>("PATCH", `/v2/leaves/${body.data.id}`, { key, json: morning });
  expect(edited.body.data).toMatchObject({ ...afternoon, ...morning, durationWorkingDays: 2 });
  const history = await api.v2<Listed>("GET", `/v2/leaves/${body.data.id}/history`, { key });
  expect(history.body.data.at(-1)).toMatchObject({
    moved: { from: { endPart: "FULL_DAY" }, to: { ...afternoon, endPart: "MORNING" } },
  });
});

it("201 half a day: one part, which both fields name, however it was said", async () => {
  for (const [said, part] of [
    [{ startPart: "MORNING" }, "MORNING"],
    [morning, "MORNING"],
    [{ startPart: "AFTERNOON", endPart: "AFTERNOON" }, "AFTERNOON"],
    [afternoon, "AFTERNOON"],
    [{ startPart: "FULL_DAY", endPart: "FULL_DAY" }, "FULL_DAY"],
  ] as const) {
    const { key } = await someone();
    const { body } = await post(key, { startDate: friday, endDate: friday, ...said });
    expect(body.data).toMatchObject({ startPart: part, endPart: part });
    expect(body.data.durationWorkingDays).toBe(part === "FULL_DAY" ? 1 : 0.5);
  }
});

it("v1 shows the whole days, with the exact number of working days", async () => {
  const { person } = await someone();
  await book(person, friday, friday, morning);
  const { body } = await api.v1<Listed>(`/v1/leaves?startDate=${friday}&endDate=${friday}`, {
    key: await makeLegacyKey(services, workspace.id),
  });
  const own = body.data.find(({ userId }) => userId === encodeId("user", person.id));
  expect(own).toMatchObject({ isFullDayLeave: true, startHour: 0, durationWorkingDays: 0.5 });
  expect(own).not.toHaveProperty("startPart");
});

it("400 parts that are none of these days, or beside hours, each with its field", async () => {
  const { key } = await someone();
  const several = { startDate: friday, endDate: tuesday };
  const one = { startDate: friday, endDate: friday };
  for (const [json, paths] of [
    [{ ...several, startPart: "MORNING" }, ["startPart"]],
    [{ ...several, endPart: "AFTERNOON" }, ["endPart"]],
    [{ ...one, startPart: "AFTERNOON", endPart: "MORNING" }, ["endPart"]],
    [{ ...one, startPart: "MORNING", endPart: "AFTERNOON" }, ["endPart"]],
    [{ ...one, isFullDayLeave: false, startHour: 9, endHour: 13, ...morning }, ["endPart"]],
    [{ ...one, startPart: "NOON" }, ["startPart"]],
    [{ ...one, endPart: null }, ["endPart"]],
  ] as const)
    for (const path of ["/v2/leaves", "/v2/leaves/preview"]) {
      const refused = await post<Refused>(key, json, path);
      expect([refused.status, pathsOf(refused)]).toEqual([400, paths]);
    }
});

it("400 where the policy knows only whole days, in preview and booking", async () => {
  await setPolicy(services, workspace, { approvalRequired: false, shortestDuration: "FULL_DAY" });
  const { key } = await someone();
  const json = { startDate: friday, endDate: tuesday, ...afternoon, ...morning };
  const refused = await post<Refused>(key, json);
  expect([refused.status, pathsOf(refused)]).toEqual([400, ["startPart", "endPart"]]);
  const preview = await post(key, json, "/v2/leaves/preview");
  expect(preview.body.data.faults).toMatchObject([{ path: "startPart" }, { path: "endPart" }]);
  await setPolicy(services, workspace, policy);
});

it("an edit keeps the halves of the days that it moves, and drops them with hours", async () => {
  const { person, own } = await someone();
  const { id } = await book(person, friday, friday, morning);
  // Longer: the morning is the last day's.
  await editLeave(own, id, { startDate: "2027-06-03" });
  expect(await leaveRow(services, id)).toMatchObject({
    startPart: "FULL_DAY",
    ...morning,
    durationWorkingDays: 1.5,
  });
  await editLeave(own, id, { ...afternoon });
  // One day of which nothing would be left.
  for (const write of [editLeave, previewEdit])
    await expect(write(own, id, { endDate: "2027-06-03" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      more: { details: { fields: [{ path: "endPart" }] } },
    });
  await editLeave(own, id, { endDate: "2027-06-03", startPart: "MORNING" });
  expect(await leaveRow(services, id)).toMatchObject({
    startPart: "FULL_DAY",
    ...morning,
    durationWorkingDays: 0.5,
  });
  await editLeave(own, id, { isFullDayLeave: false, startHour: 9, endHour: 13 });
  expect(await leaveRow(services, id)).toMatchObject({ startPart: "FULL_DAY", endPart: "FULL_DAY" });
});

it("409 the same half twice, also when asked at once; the other half is free", async () => {
  const { person } = await someone();
  const asked = Array.from({ length: 6 }, (_, index) =>
    book(person, friday, friday, index % 2 === 0 ? morning : afternoon),
  );
  expect(await outcomes(asked)).toEqual({ ok: 2, CONFLICT: 4 });
  expect(await outcomes([book(person, "2027-06-03", friday)])).toEqual({ CONFLICT: 1 });
});

it("two halves of a half-day holiday cost half a day; a cancelled one passes its share on", async () => {
  const date = "2027-12-24";
  await services.db.insert(holidays).values({
    ...{ workspaceId: workspace.id, id: newId(), locationId: workspace.locations.north },
    ...{ date, name: "Christmas Eve", isHalfDay: true },
  });
  const { person, own } = await someone();
  const first = await book(person, "2027-12-23", date, morning);
  const second = await book(person, date, date, afternoon);
  expect([first, second].map(({ durationWorkingDays }) => durationWorkingDays)).toEqual([1.5, 0]);
  expect((await getLeaveDetails(own, second.id)).days).toMatchObject([
    { amount: 0, kind: "HALF_DAY_HOLIDAY" },
  ]);
  await cancelLeave(own, first.id);
  expect(await leaveRow(services, second.id)).toMatchObject({ durationWorkingDays: 0.5 });
});

it("leave under way that ends early keeps its first half, and loses the half of its last day", async () => {
  clock.set(new Date("2027-06-07T09:00:00Z"));
  const { person, own } = await someone();
  const { id } = await book(person, friday, tuesday, { ...afternoon, ...morning });
  await cancelLeave(own, id);
  expect(await leaveRow(services, id)).toMatchObject({
    ...{ endDate: "2027-06-06", startPart: "AFTERNOON", endPart: "FULL_DAY", durationWorkingDays: 0.5 },
  });
  clock.set(testNow);
});

it("who works mornings only takes one day or half of it; a new pattern recounts halves", async () => {
  const { person, own } = await someone();
  const admin = await as(services, workspace.people.admin);
  const week = [0, 4, 4, 4, 4, 4, 0].map((hours) => [hours * 60]);
  await setWorkPattern(admin, person.id, { from: "2027-01-04", minutes: week });
  expect(await book(person, friday, friday, morning)).toMatchObject({ durationWorkingDays: 0.5 });
  const { id } = await book(person, "2027-06-07", "2027-06-09", morning);
  expect(await leaveRow(services, id)).toMatchObject({ durationWorkingDays: 2.5 });
  const fewer = week.map((minutes, weekday) => (weekday === 2 ? [0] : minutes));
  await setWorkPattern(admin, person.id, { from: "2027-02-01", minutes: fewer });
  expect(await leaveRow(services, id)).toMatchObject({ durationWorkingDays: 1.5, ...morning });
  expect((await getLeaveDetails(own, id)).days.map(({ amount }) => amount)).toEqual([1000, 0, 500]);
});

it("an approver is away on the whole days of their leave, and there on the afternoon after it", async () => {
  const { approver } = workspace.people;
  await setApprovers(services, workspace, workspace.departments.sales, [[approver, 1]]);
  const { own, person } = await someone();
  const awayUntil = async () =>
    (await previewLeave(own, days(person, friday))).approval?.approvers.map((one) => one.awayUntil);
  const until = async (endDate: string) => {
    const id = await makeLeave(services, approver, { startDate: "2026-11-18", endDate, ...morning });
    const found = await awayUntil();
    await cancelLeave(await as(services, workspace.people.admin), id);
    return found;
  };
  expect(await until("2026-11-24")).toEqual(["2026-11-23"]);
  expect(await until("2026-11-20")).toEqual([null]);
});

it("an import takes parts, and half days at the ends become those of one leave", async () => {
  const { person } = await someone();
  const admin = await as(services, workspace.people.admin);
  const row = { user: `user-${person.id}`, leaveType: vacation() };
  const result = await importLeaves(admin, {
    mode: "valid",
    rows: [
      { ...row, startDate: friday, endDate: tuesday, ...afternoon, workingDays: 2.5 },
      {
        ...{ ...row, startDate: "2027-06-09", endDate: "2027-06-11", workingDays: 2 },
        halfDays: [
          { date: "2027-06-11", half: "MORNING" },
          { date: "2027-06-09", half: "AFTERNOON" },
        ],
      },
      { ...row, startDate: "2027-06-11", endDate: "2027-06-11", ...afternoon },
      { ...row, startDate: "2027-06-11", endDate: "2027-06-11", ...afternoon },
      {
        ...row,
        startDate: "2027-06-14",
        endDate: "2027-06-14",
        ...morning,
        halfDays: [{ date: "2027-06-14", half: "MORNING" }],
      },
    ],
  });
  expect(result.rows).toMatchObject([
    { status: "created" },
    { status: "created" },
    { status: "created" },
    { errors: [{ path: "startDate" }] },
    { errors: [{ path: "halfDays" }] },
  ]);
  const { body } = await api.v2<Listed>("GET", `/v2/leaves?userId=${encodeId("user", person.id)}`, {
    key: await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id }),
  });
  expect(body.data).toMatchObject([
    { startDate: friday, endDate: tuesday, startPart: "AFTERNOON", endPart: "FULL_DAY" },
    { startDate: "2027-06-09", endDate: "2027-06-11", startPart: "AFTERNOON", endPart: "MORNING" },
    { startDate: "2027-06-11", startPart: "AFTERNOON", endPart: "AFTERNOON" },
  ]);
});
