import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { locations } from "@/drizzle/schema/directory";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import { users } from "@/drizzle/schema/people";
import type { RolloverExpiry } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
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
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { forgetMails, mailRows } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  // The clock stands, so that a key gets no rate back.
  keys = await makeKeys(services, workspace);
  await setPolicy(services, workspace);
  person = await makePerson(services, workspace, { startDate: "2025-01-01" });
});

interface Answer extends Refused {
  data: {
    id: string;
    gainCount: number;
    lossCount: number;
    shortfalls: unknown[];
    recountedLeaves: unknown[];
  };
}
const send = (method: "POST" | "PATCH" | "DELETE", path: string, json?: object) =>
  api.v2<Answer>(method, `/v2/holidays${path}`, { key: keys.admin, json });
const place = () => encodeId("location", person.locationId);
const add = (date: string, more = {}) =>
  send("POST", "", { locationId: place(), date, name: `Day ${date}`, ...more });
const book = async (startDate: string, endDate = startDate, more = {}) =>
  requestLeave(await as(services, person), days(person, startDate, endDate, more));
const daysOf = async (id: string) => (await leaveRow(services, id)).durationWorkingDays;
const balance = async (asOf = "2026-12-31") => {
  const url = `/v2/users/${encodeId("user", person.id)}/balances?asOf=${asOf}`;
  const { body } = await api.get<Listed>(url, keys.admin);
  return body.data.find(({ leaveTypeId }) => leaveTypeId === encodeId("leaveType", person.leaveTypeId));
};

it("a holiday that is declared after approval comes back, and counts again when it is deleted", async () => {
  const leave = await book("2026-12-07", "2026-12-11");
  const before = await balance();
  const preview = await send("POST", "/preview", {
    ...{ locationId: place(), date: "2026-12-09", name: "New" },
  });
  expect(preview.body.data).toMatchObject({
    ...{ gainCount: 1, lossCount: 0, shortfalls: [] },
    recountedLeaves: [{ leaveId: encodeId("leave", leave.id), workingDaysBefore: 5, workingDaysAfter: 4 }],
  });
  expect(await daysOf(leave.id)).toBe(5);
  const made = await add("2026-12-09", { name: "New" });
  expect(made.status).toBe(201);
  expect(await daysOf(leave.id)).toBe(4);
  expect((await balance())?.remaining).toBe(Number(before?.remaining) + 1);
  const { events } = await tracesOf(services, leave.id);
  expect(events).toEqual(["leave.requested from null", "leave.updated from OPEN"]);
  const history = await api.get<Listed>(`/v2/leaves/${encodeId("leave", leave.id)}/history`, keys.admin);
  expect(history.body.data.at(-1)).toMatchObject({
    step: "recount",
    cause: "New",
    recounted: { from: 5, to: 4 },
  });
  expect((await send("PATCH", `/${made.body.data.id}`, { isHalfDay: true })).status).toBe(200);
  expect(await daysOf(leave.id)).toBe(4.5);
  expect((await send("PATCH", `/${made.body.data.id}`, { isHalfDay: false })).status).toBe(200);
  expect(await daysOf(leave.id)).toBe(4);
  expect((await send("PATCH", `/${made.body.data.id}`, { date: "2026-12-12" })).status).toBe(200);
  expect(await daysOf(leave.id)).toBe(5);
  expect((await send("PATCH", `/${made.body.data.id}`, { date: "2026-12-10", name: "Other" })).status).toBe(
    200,
  );
  expect(await daysOf(leave.id)).toBe(4);
  expect((await send("DELETE", `/${made.body.data.id}`)).status).toBe(204);
  expect(await daysOf(leave.id)).toBe(5);
  expect(await balance()).toEqual(before);
});

it("leave that is over comes back, too; cancelled leave and other locations stay", async () => {
  const over = await makeLeave(services, person, {
    startDate: "2026-11-02",
    endDate: "2026-11-06",
    durationWorkingDays: 5,
  });
  const gone = await makeLeave(services, person, {
    ...{ startDate: "2026-10-26", endDate: "2026-11-06", durationWorkingDays: 10, status: "CANCELLED" },
  });
  const elsewhere = Object.values(workspace.locations).find((id) => id !== person.locationId) ?? "";
  expect(
    (
      await send("POST", "", {
        locationId: encodeId("location", elsewhere),
        date: "2026-11-03",
        name: "There",
      })
    ).status,
  ).toBe(201);
  expect(await daysOf(over)).toBe(5);
  await add("2026-11-04");
  expect([await daysOf(over), await daysOf(gone)]).toEqual([4, 10]);
});

it("one mail for all days of an import, in the person's language", async () => {
  const one = await book("2026-12-14", "2026-12-18");
  const two = await book("2027-01-04", "2027-01-08");
  const holidays = ["2026-12-15", "2026-12-16", "2027-01-06"].map((date) => ({
    date,
    name: `Feast ${date}`,
  }));
  const sent = async () => (await mailRows(services)).filter(({ kind }) => kind === "leave_changed");
  const before = (await sent()).length;
  const imported = await send("POST", "/import", { locationId: place(), holidays });
  expect(imported.status).toBe(200);
  expect([await daysOf(one.id), await daysOf(two.id)]).toEqual([3, 4]);
  const mails = (await sent()).slice(before);
  expect(mails).toHaveLength(1);
});

it("a deletion after which a balance would not cover its leave is refused, with the names, and changes nothing", async () => {
  const made = await add("2027-03-03");
  await setPolicy(services, workspace, { yearlyQuota: 4 });
  const leave = await book("2027-03-01", "2027-03-05");
  expect(await daysOf(leave.id)).toBe(4);
  const preview = await api.get<Answer>(`/v2/holidays/${made.body.data.id}/deletion-preview`, keys.admin);
  expect(preview.body.data).toMatchObject({ lossCount: 1, shortfalls: [{ missing: 1 }] });
  const refused = await send("DELETE", `/${made.body.data.id}`);
  expect([refused.status, refused.body.error.code]).toEqual([422, "LEAVE_NEGATIVE_BALANCE"]);
  expect(await daysOf(leave.id)).toBe(4);
});

it("bookings and changes of holidays at once end as the calendar says", async () => {
  for (let round = 0; round < 6; round++) {
    const day = `2027-0${round + 1}-13`;
    person = await makePerson(services, workspace, { startDate: "2025-01-01" });
    const [booked, ...made] = await Promise.all([
      book(`2027-0${round + 1}-11`, `2027-0${round + 1}-15`),
      add(day),
      add(day, { name: "Twin", isHalfDay: true }),
    ]);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    const alone = await daysOf(booked.id);
    const again = await send("PATCH", `/${made[1]?.body.data.id}`, { isHalfDay: false });
    expect(again.status).toBe(200);
    expect(await daysOf(booked.id)).toBe(alone);
    await Promise.all(made.map(({ body }) => send("DELETE", `/${body.data.id}`)));
    expect((await daysOf(booked.id)) - alone).toBe(
      [1, 2, 3, 4, 5].includes(new Date(day).getUTCDay()) ? 1 : 0,
    );
  }
});

it("the audit log names the holiday as the cause", async () => {
  const leave = await book("2026-12-21", "2026-12-22");
  await add("2026-12-22", { name: "Solstice" });
  const lines = await services.db.select().from(auditEvents).where(eq(auditEvents.resourceId, leave.id));
  expect(lines.find(({ action }) => action === "leave.recount")?.changes).toMatchObject({
    cause: { to: "Solstice" },
  });
});

it("a preview says what the change does: new, beside another holiday, changed, moved, deleted, imported", async () => {
  const leave = await book("2027-05-03", "2027-05-07");
  const half = await add("2027-05-05", { isHalfDay: true });
  expect(await daysOf(leave.id)).toBe(4.5);
  const id = half.body.data.id;
  const holidays = [
    { date: "2027-05-05", name: "Has one" },
    { date: "2027-05-06", name: "Has none" },
  ];
  const named = { locationId: place(), date: "2027-05-05", name: "Twin" };
  const preview = (path: string, json: object) => send("POST", path, json);
  const changes = [
    [() => preview("/preview", named), () => send("POST", "", named), 4],
    [
      () => preview(`/${id}/preview`, { isHalfDay: false }),
      () => send("PATCH", `/${id}`, { isHalfDay: false }),
      4,
    ],
    [
      () => preview(`/${id}/preview`, { date: "2027-05-04" }),
      () => send("PATCH", `/${id}`, { date: "2027-05-04" }),
      3,
    ],
    [
      () => api.get<Answer>(`/v2/holidays/${id}/deletion-preview`, keys.admin),
      () => send("DELETE", `/${id}`),
      4,
    ],
    [
      () => preview("/import/preview", { locationId: place(), holidays }),
      () => send("POST", "/import", { locationId: place(), holidays }),
      3,
    ],
  ] as const;
  for (const [ask, act, after] of changes) {
    const before = await daysOf(leave.id);
    const { recountedLeaves, gainCount, lossCount } = (await ask()).body.data;
    expect([200, 201, 204]).toContain((await act()).status);
    expect(await daysOf(leave.id)).toBe(after);
    expect(recountedLeaves).toMatchObject(
      before === after ? [] : [{ workingDaysBefore: before, workingDaysAfter: after }],
    );
    expect([gainCount, lossCount]).toEqual([Number(after < before), Number(after > before)]);
  }
});

it("across a year boundary each year gets its own day back", async () => {
  const leave = await book("2028-12-25", "2029-01-05");
  expect(await daysOf(leave.id)).toBe(10);
  const remaining = async (asOf: string) => Number((await balance(asOf))?.remaining);
  const before = [await remaining("2028-12-31"), await remaining("2029-12-31")];
  await add("2028-12-29", { isHalfDay: true });
  expect([await remaining("2028-12-31"), await remaining("2029-12-31")]).toEqual([
    Number(before[0]) + 0.5,
    before[1],
  ]);
  await add("2029-01-01");
  expect([await remaining("2028-12-31"), await remaining("2029-12-31")]).toEqual([
    Number(before[0]) + 0.5,
    Number(before[1]) + 1,
  ]);
  expect(await daysOf(leave.id)).toBe(8.5);
});

it("a carried day that comes back lapses on its date; one of the new year stays", async () => {
  const lapse = (rolloverExpiry: RolloverExpiry | null) =>
    services.db.update(locations).set({ rolloverExpiry }).where(eq(locations.id, person.locationId));
  await lapse({ type: "DATE", monthDay: "03-31" });
  await setPolicy(services, workspace, { yearlyQuota: 5, rollover: "LIMITED", rolloverMaximum: 2 });
  await book("2030-03-28", "2030-04-03");
  const remaining = async () => Number((await balance("2030-12-31"))?.remaining);
  const before = await remaining();
  await add("2030-03-29");
  expect(await remaining()).toBe(before);
  await add("2030-04-01");
  expect(await remaining()).toBe(before + 1);
  await lapse(null);
});

it("a mail says the days before and after; approvers get none about a recount", async () => {
  const leave = await book("2027-06-07", "2027-06-11");
  await forgetMails(services);
  await services.db.delete(leaveNotices);
  await add("2027-06-09", { name: "Long day" });
  expect((await mailRows(services)).map(({ kind, subject }) => [kind, subject])).toEqual([
    ["leave_changed", "A public holiday changes your leave"],
  ]);
  expect(await services.db.select().from(leaveNotices)).toEqual([]);
  expect(await daysOf(leave.id)).toBe(4);
});

it("a preview and a refusal name no one beyond the caller's reach, and count them", async () => {
  const terms = { approvalRequired: false, yearlyQuota: 3, allowNegativeBalance: false };
  await setPolicy(services, workspace, terms);
  await setPolicy(services, workspace, { ...terms, locationId: workspace.locations.south });
  const far = await makePerson(services, workspace, { startDate: "2025-01-01", name: "Far Away" });
  const stored = await add("2028-05-10");
  for (const one of [person, far])
    await requestLeave(await as(services, one), days(one, "2028-05-08", "2028-05-11"));
  await services.db.update(users).set({ locationId: workspace.locations.south }).where(eq(users.id, far.id));
  const path = `/v2/holidays/${stored.body.data.id}`;
  const of = (method: "GET" | "DELETE", more: string, key: TestKey) =>
    api.v2<Answer>(method, path + more, { key });
  const shown = (await of("GET", "/deletion-preview", keys.locationAdmin)).body;
  expect(shown.data).toMatchObject({
    ...{ lossCount: 2, shortfallCount: 2 },
    shortfalls: [{ userId: encodeId("user", person.id) }],
    recountedLeaves: [{ userId: encodeId("user", person.id) }],
  });
  expect((await of("GET", "/deletion-preview", keys.admin)).body.data).toMatchObject({
    shortfalls: [{}, {}],
    recountedLeaves: [{}, {}],
  });
  const refused = await of("DELETE", "", keys.locationAdmin);
  expect(refused.body.error.code).toBe("LEAVE_NEGATIVE_BALANCE");
  expect(JSON.stringify(refused.body)).not.toContain("Far Away");
  expect(JSON.stringify(refused.body)).toContain("and 1 more");
});
