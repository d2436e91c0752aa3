import { and, eq } from "drizzle-orm";
import ical, { type VEvent } from "node-ical";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { dispatchWith } from "@/server/api/dispatch";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { Cell } from "@/server/kernel/text/write-table";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { balanceColumns, balanceRows } from "@/server/modules/integrations/reports/balance-rows";
import {
  awayColumns,
  awayRows,
  requestColumns,
  requestRows,
} from "@/server/modules/integrations/reports/leave-rows";
import { columnsIn, type ReportColumn } from "@/server/modules/integrations/reports/people";
import { setWorkPattern } from "@/server/modules/people/patterns/set-work-pattern";
import { readSections } from "@/server/modules/people/personal-data/read-sections";
import { apiClient, type Listed, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeLegacyKey,
  type TestKey,
  type TestPerson,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson, setApprovers } from "@/server/test/leave-kit";
import { callOf, makeGrant, postMcp } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let api: ReturnType<typeof apiClient>;
let admin: TestKey;
let person: TestPerson;
let key: TestKey;

/** Four hours from Monday to Friday. */
const mornings = [[0], [240], [240], [240], [240], [240], [0]];
// 30 November 2026 is a Monday.
const [monday, tuesday, wednesday] = ["2026-11-30", "2026-12-01", "2026-12-02"];

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services, {
    approvalRequired: true,
    shortestDuration: "QUARTER_HOUR",
  });
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
  admin = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
});
afterAll(() => services.close());
beforeEach(async () => {
  await show("HOURS");
  await hire();
});

/** Another person who works mornings. */
async function hire(): Promise<void> {
  person = await makePerson(services, workspace);
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: person.id });
  const boss = await as(services, workspace.people.admin);
  await setWorkPattern(boss, person.id, { from: "2026-11-02", minutes: mornings });
}

const show = (unit: "DAYS" | "HOURS") =>
  services.db
    .update(leaveTypes)
    .set({ unit, isPrivate: false })
    .where(and(eq(leaveTypes.workspaceId, workspace.id), eq(leaveTypes.id, workspace.leaveTypes.vacation)));
const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);

async function book(startDate: string, endDate = startDate, more = {}): Promise<string> {
  const json = { leaveTypeId: vacation(), startDate, endDate, ...more };
  const { status, body } = await api.v2<Single>("POST", "/v2/leaves", { key, json });
  expect(status).toBe(201);
  return String(body.data.id);
}

type Rows = (ctx: Ctx, filters: typeof everyone, period: typeof december) => AsyncGenerator<Cell[][]>;

/** The cells of a column of a report, of the person's rows. */
const cellsOf = async (rows: Rows, columns: readonly ReportColumn[], title: string): Promise<Cell[]> =>
  inTransaction(await as(services, workspace.people.admin), async (ctx) => {
    const titles = columnsIn(columns, "en").map((column) =>
      typeof column === "string" ? column : column.title,
    );
    const found: Cell[] = [];
    for await (const some of rows(ctx, everyone, december))
      for (const row of some)
        if (row[titles.indexOf("E-mail")] === `${person.id}@example.com`)
          found.push(row[titles.indexOf(title)] ?? null);
    return found;
  });

const everyone = { locationIds: [], departmentIds: [], labelIds: [] };
const december = {
  ...{ day: dayNumber(monday), lastDay: dayNumber("2026-12-31") },
  ...{ after: new Date("2020-01-01"), until: new Date("2030-01-01") },
};

/** What each reader says of the person's only leave, in days and in hours. */
async function readers(id: string, amount: { startDate: string; startPart?: string }) {
  const own = await signedInCaller(services, person);
  const boss = await as(services, workspace.people.admin);
  const preview = await api.v2<Single>("POST", "/v2/leaves/preview", {
    key,
    json: { leaveId: id },
  });
  const one = await api.v2<Single>("GET", `/v2/leaves/${id}`, { key: admin });
  const listed = await api.v2<Listed>(
    "GET",
    `/v2/leaves?status=OPEN,APPROVED&userId=${encodeId("user", person.id)}`,
    {
      key: admin,
    },
  );
  const waiting = await api.v2<Listed<{ leave: Record<string, unknown> }>>("GET", "/v2/leaves/to-decide", {
    key: admin,
  });
  const page = await own.leaves.page({ when: "all", sort: "-dates" } as never);
  const details = await own.leaves.get({ id } as never);
  const grant = await makeGrant(services, person);
  const answer = await postMcp(services, {
    token: grant.token,
    body: callOf("get_leaves", { startDate: "2026-11-01", endDate: "2026-12-31" }),
  });
  const sections = await readSections(boss, { userId: person.id, email: "" });
  const of = (record: Record<string, unknown> | undefined) => [
    record?.durationWorkingDays,
    record?.durationHours,
  ];
  const ofPage = (record?: { durationWorkingDays: number; hours: number | null }) => [
    record?.durationWorkingDays,
    record?.hours,
  ];
  expect(amount.startDate).toBe(one.body.data.startDate);
  return {
    preview: of(preview.body.data),
    one: of(one.body.data),
    list: of(listed.body.data[0]),
    waiting: of(waiting.body.data.find(({ leave }) => leave.id === id)?.leave),
    page: ofPage(page.items[0]),
    details: ofPage(details),
    mcp: [
      answer.json.result.structuredContent.leaves[0].workingDays,
      answer.json.result.structuredContent.leaves[0].workingHours,
    ],
    report: [
      ...(await cellsOf(requestRows, requestColumns, "Working days")),
      ...(await cellsOf(requestRows, requestColumns, "Hours")),
    ],
    export: of(sections.find(({ name }) => name === "leaves")?.rows[0]),
  };
}

const approve = async (id: string) => {
  const { status } = await api.v2("POST", `/v2/leaves/${id}/approve`, { key: admin });
  expect(status).toBe(200);
};

it("200 who works mornings: a day is their day, and half of it two hours, the same in every reader", async () => {
  for (const [startDate, more, days, hours] of [
    [monday, {}, 1, 4],
    [tuesday, { startPart: "AFTERNOON" }, 0.5, 2],
    [
      wednesday,
      { isFullDayLeave: false, startHour: 9, startMinute: 0, endHour: 10, endMinute: 30 },
      0.375,
      1.5,
    ],
  ] as const) {
    const id = await book(startDate, startDate, more);
    for (const unit of ["HOURS", "DAYS"] as const) {
      await show(unit);
      const amount = [days, unit === "HOURS" ? hours : null];
      expect(await readers(id, { startDate })).toEqual({
        ...{ preview: amount, one: amount, list: amount, waiting: amount, page: amount },
        ...{ details: amount, mcp: amount, report: amount, export: amount },
      });
    }
    await show("HOURS");
    await hire();
  }
});

it("200 the feed shows a half of mornings as two hours, and the report of absences counts it in both", async () => {
  await approve(await book(tuesday, tuesday, { startPart: "AFTERNOON" }));
  const { url } = await (await signedInCaller(services, person)).calendarFeeds.create({
    kind: "MINE",
    locationId: null,
  } as never);
  const answer = await dispatchWith(services, new Request(url), {
    ip: "203.0.113.9",
    host: new URL(url).host,
  });
  const events = Object.values(ical.sync.parseICS((await answer?.text()) ?? "")).filter(
    (one): one is VEvent => one?.type === "VEVENT",
  );
  expect(events.map(({ start, end }) => (Number(end) - Number(start)) / 3_600_000)).toEqual([2]);
  expect(await cellsOf(awayRows, awayColumns, "Working days in the period")).toEqual([0.5]);
  expect(await cellsOf(awayRows, awayColumns, "Hours in the period")).toEqual([2]);
});

it("every amount of a balance has its hours in the report, by the same day; none where the unit is days", async () => {
  await approve(await book(monday, tuesday));
  await book(wednesday, wednesday, { startPart: "AFTERNOON" });
  const titles = [
    "Quota",
    "Accrued",
    "Carried over",
    "Taken",
    "Scheduled",
    "Pending",
    "Adjusted",
    "Credited",
  ];
  const read = (title: string) => cellsOf(balanceRows, balanceColumns, title);
  for (const title of [...titles, "Remaining"]) {
    const amounts = await read(title);
    const hours = await read(`${title} hours`);
    expect(hours.filter((cell) => cell !== null).length).toBeGreaterThan(0);
    expect(hours).toEqual(amounts.map((days, place) => (hours[place] === null ? null : Number(days) * 4)));
  }
  const path = `/v2/leave-types/${vacation()}`;
  await api.v2("PATCH", path, { key: admin, json: { unit: "DAYS" } });
  for (const title of titles)
    expect((await read(`${title} hours`)).every((cell) => cell === null)).toBe(true);
});

it("200 another unit shows the same balance: to the thousandth in days, and its hours by the person's day", async () => {
  await approve(await book(monday, tuesday));
  await book(wednesday, wednesday, { startPart: "AFTERNOON" });
  const read = async () => {
    const path = `/v2/users/${encodeId("user", person.id)}/balances`;
    const { body } = await api.v2<Listed>("GET", path, { key });
    const [row] = body.data.filter(({ leaveTypeId }) => leaveTypeId === vacation());
    const { hoursPerDay, remainingHours, ...days } = row ?? {};
    const lines = await api.v2<Listed>("GET", `${path}/explanation?leaveTypeId=${vacation()}`, { key });
    const inDays = lines.body.data.map(({ hours: _hours, balanceAfterHours: _after, ...line }) => line);
    return {
      days,
      inDays,
      hours: [hoursPerDay, remainingHours],
      last: lines.body.data.at(-1)?.balanceAfterHours,
    };
  };
  const inHours = await read();
  expect(Number(inHours.days.remaining)).toBe(Number(inHours.days.accrued) - 2.5);
  const remaining = Number(inHours.days.remaining) * 4;
  expect([inHours.hours, inHours.last]).toEqual([[4, remaining], remaining]);
  const changed = await api.v2<Single>("PATCH", `/v2/leave-types/${vacation()}`, {
    key: admin,
    json: { unit: "DAYS" },
  });
  expect([changed.status, changed.body.data.unit]).toEqual([200, "DAYS"]);
  const inDays = await read();
  expect({ ...inDays, hours: null, last: null }).toEqual({ ...inHours, hours: null, last: null });
  expect([inDays.hours, inDays.last]).toEqual([[null, null], null]);
  expect(await cellsOf(balanceRows, balanceColumns, "Remaining hours")).toContain(null);
});

it("400 a unit that is neither", async () => {
  for (const unit of ["WEEKS", null, 1])
    expect(
      (await api.v2("PATCH", `/v2/leave-types/${vacation()}`, { key: admin, json: { unit } })).status,
    ).toBe(400);
});

it("v1 and events have neither unit of the type nor hours of the leave", async () => {
  await book(monday);
  const { body } = await api.v1<Listed>(
    "/v1/leaves?startDate=2026-11-01&endDate=2026-12-31&status=OPEN&expand=leaveType",
    {
      key: await makeLegacyKey(services, workspace.id),
    },
  );
  const [leave] = body.data.filter(({ userId }) => userId === encodeId("user", person.id));
  expect(leave).toBeDefined();
  expect(leave).not.toHaveProperty("durationHours");
  expect(leave?.leaveType).not.toHaveProperty("unit");
});

it("200 hours would tell a hidden type: they are null where it is", async () => {
  const id = await book(monday);
  await approve(id);
  // The approver reaches an administrator of their department, and does not manage them.
  await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, person.id));
  await services.db
    .update(leaveTypes)
    .set({ isPrivate: true })
    .where(and(eq(leaveTypes.workspaceId, workspace.id), eq(leaveTypes.id, workspace.leaveTypes.vacation)));
  const approver = await makeKey(services, {
    workspaceId: workspace.id,
    ownerId: workspace.people.approver.id,
  });
  for (const [reader, hours] of [
    [approver, null],
    [admin, 4],
    [key, 4],
  ] as const) {
    const { body } = await api.v2<Single>("GET", `/v2/leaves/${id}`, { key: reader });
    expect([body.data.leaveTypeId === null, body.data.durationHours]).toEqual([hours === null, hours]);
  }
});
