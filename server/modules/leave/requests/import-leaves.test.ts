import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { events } from "@/drizzle/schema/events";
import { leavePolicies, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { LeaveStatus } from "@/drizzle/schema/values";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { carryOutDue } from "@/server/api/operation-work";
import { ApiError } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { ImportBody, ImportResult } from "@/server/modules/workspace/imports/schema";
import { type ApiAnswer, apiClient, type Refused, type Single } from "@/server/test/api-client";
import { makeKeys, makeLeave, makeUser, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { importLeaves } from "./import-leaves";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
});

type Member = keyof TestWorkspace["people"];

/** A context in which a member of a workspace acts for themselves. */
async function actingAs(member: Member, place = workspace) {
  const via = { type: "session", sessionId: place.people[member].id } as const;
  const actor = await loadActor(services.db, place.id, place.people[member].id, via);
  if (!actor) throw new Error("no such person");
  return ctxFor(services, actor, newRequestId());
}
type ImportRow = Readonly<Record<string, unknown>>;
const run = async (rows: readonly unknown[], mode: ImportBody["mode"] = "valid", member: Member = "admin") =>
  importLeaves(await actingAs(member), { mode, rows });

const addressOf = (member: Member, place = workspace) => `${place.people[member].id}@example.com`;
const row = (member: Member, startDate: string, endDate = startDate, more: ImportRow = {}): ImportRow => ({
  user: addressOf(member),
  leaveType: "Vacation",
  startDate,
  endDate,
  ...more,
});
const outcomes = (result: ImportResult) =>
  result.rows.map(({ status, errors }) => [status, ...(errors ?? []).map(({ path }) => path)].join(" "));
const leavesOf = (place: TestWorkspace) =>
  services.db.select().from(leaves).where(eq(leaves.workspaceId, place.id));

it.each([
  ["NUL in a person", { user: "a\0@example.com" }, "user"],
  ["half a surrogate pair in a person", { user: "\ud800@example.com" }, "user"],
  ["NUL in a leave type", { leaveType: "\0" }, "leaveType"],
  ["NUL in a reason", { reason: "a\0b" }, "reason"],
  ["half a surrogate pair in a reason", { reason: "\ud800" }, "reason"],
  ["NUL in a date", { startDate: "2026-12-1\0" }, "startDate"],
  ["a field whose name cannot be stored", { "\0": 1 }, "\0"],
  ["a wrong type", { isFullDayLeave: [{}] }, "isFullDayLeave"],
  ["a number that is too large", { startHour: Number.POSITIVE_INFINITY }, "startHour"],
])("%s: fails that row only", async (_, wrong, path) => {
  const result = await run([{ ...row("northSeller", "2026-12-14"), ...wrong }, row("user", "2026-12-14")]);
  expect(outcomes(result).map((outcome) => [...new Set(outcome.split(" "))].join(" "))).toEqual([
    `failed ${path}`,
    "created",
  ]);
});

it("created as leave added by a manager: approved, with working days and an event", async () => {
  const result = await run([
    row("northSeller", "2026-12-21", "2026-12-28"),
    { ...row("user", "2026-12-01"), user: encodeId("user", workspace.people.user.id), reason: "Moving" },
  ]);
  expect(outcomes(result)).toEqual(["created", "created"]);
  const made = await leavesOf(workspace);
  const byUser = new Map(made.map((leave) => [leave.userId, leave]));
  // Six working days, minus Christmas.
  expect(byUser.get(workspace.people.northSeller.id)).toMatchObject({
    status: "APPROVED",
    autoApproved: true,
    approverId: workspace.people.admin.id,
    durationCalendarDays: 8,
    durationWorkingDays: 5,
    locationId: workspace.locations.north,
    departmentId: workspace.departments.sales,
  });
  expect(byUser.get(workspace.people.user.id)).toMatchObject({ reason: "Moving" });
  const emitted = await services.db.select().from(events).where(eq(events.workspaceId, workspace.id));
  expect(emitted.map(({ type }) => type)).toEqual(["leave.approved", "leave.approved"]);
});

it("every kind of fault is reported row by row, and the good rows are booked", async () => {
  await makeLeave(services, workspace.people.northSeller, { startDate: "2026-12-07", endDate: "2026-12-08" });
  const result = await run([
    row("northSeller", "2026-12-08", "2026-12-09"),
    row("northSeller", "2026-12-10"),
    row("northSeller", "2026-12-10", "2026-12-11"),
    row("northSeller", "2026-12-12", "2026-12-13"),
    { ...row("northSeller", "2026-12-14"), user: "nobody@example.com", leaveType: "Nothing" },
    row("inactive", "2026-12-14"),
    row("deleted", "2026-12-14"),
    row("user", "2024-01-31", "2024-02-02"),
    row("northSeller", "2026-12-14", "2026-12-14", { leaveType: "Old" }),
    row("user", "2026-12-14", "2026-12-14", { leaveType: "Sick" }),
    row("northSeller", "2026-12-15", "2026-12-15", { isFullDayLeave: false, startHour: 9, endHour: 11 }),
    row("northSeller", "2026-12-16", "2026-12-15", { startHour: "9" }),
  ]);
  expect(outcomes(result)).toEqual([
    "failed startDate",
    "created",
    "failed startDate",
    "failed endDate",
    "failed user leaveType",
    "failed user",
    "failed user",
    "failed startDate",
    "failed leaveType",
    "failed leaveType",
    "failed isFullDayLeave",
    "failed startHour endDate",
  ]);
});

it("faults of a row's form, references and dates are reported together", async () => {
  const day = "2026-12-14";
  const rows = [
    { ...row("northSeller", day), user: "nobody@example.com", startDate: "2026-02-30", salary: 1 },
    row("northSeller", day, day, { leaveType: "Nothing", startHour: "9", reason: " " }),
    row("inactive", "2026-12-15", day, { leaveType: "Old" }),
    row("user", day, day, { leaveType: "Sick", startHour: 24 }),
    // An unreadable field refers to nothing.
    { user: 1, leaveType: "Nothing", startDate: day, endDate: day },
    { user: "", leaveType: ["Vacation"], startDate: day, endDate: day },
    { user: "nobody@example.com" },
    row("northSeller", "2026-12-12", "2026-12-13", { leaveType: "Nothing" }),
    row("northSeller", "2026-12-13", "2026-12-13", { leaveType: "Old" }),
    row("northSeller", "2026-12-16"),
  ];
  const expectedRows = (good: string) => [
    "failed salary startDate user",
    "failed leaveType reason startHour",
    "failed endDate leaveType user",
    "failed leaveType startHour",
    "failed leaveType user",
    "failed leaveType user",
    "failed endDate leaveType startDate user",
    "failed endDate leaveType",
    "failed endDate leaveType",
    good,
  ];
  const sorted = (result: ImportResult) =>
    outcomes(result).map((outcome) => {
      const [status, ...paths] = outcome.split(" ");
      return [status, ...new Set(paths.sort())].join(" ");
    });
  expect(sorted(await run(rows, "all"))).toEqual(expectedRows("skipped"));
  expect(await leavesOf(workspace)).toEqual([]);
  expect(sorted(await run(rows))).toEqual(expectedRows("created"));
  expect(await leavesOf(workspace)).toHaveLength(1);
});

it("a person who is not managed is reported together with form faults", async () => {
  const rows = [row("user", "2026-02-30"), row("northSeller", "2026-02-30")];
  expect(outcomes(await run(rows, "valid", "locationAdmin"))).toEqual([
    "failed startDate endDate user",
    "failed startDate endDate",
  ]);
});

it("all: writes nothing unless every row is valid", async () => {
  const rows = [row("northSeller", "2026-12-14"), row("northSeller", "2026-12-14")];
  expect(outcomes(await run(rows, "all"))).toEqual(["skipped", "failed startDate"]);
  expect(await leavesOf(workspace)).toEqual([]);
});

it("rows within the balance are booked in their order; the rest overdraws", async () => {
  // 25 days a year: five weeks fit, the sixth does not, and neither does a last single day. Sick leave is unlimited.
  const mondays = ["2027-03-01", "2027-04-05", "2027-05-03", "2027-06-07", "2027-07-05", "2027-08-02"];
  const weeks = mondays.map((monday) =>
    row(
      "northSeller",
      monday,
      `${monday.slice(0, 8)}${String(Number(monday.slice(8)) + 4).padStart(2, "0")}`,
    ),
  );
  const result = await run([
    ...weeks,
    row("northSeller", "2027-09-01"),
    row("northSeller", "2027-09-02", "2027-09-03", { leaveType: "Sick" }),
  ]);
  const [carried, ...later] = outcomes(result).reverse();
  expect(carried).toBe("created");
  // Up to 5 days are carried over from 2026, so that one more week fits.
  expect(later).toEqual(["failed leaveType", ...Array(6).fill("created")]);
});

it("a row that overdraws takes no day from a later row", async () => {
  // Seven weeks exceed the 25 days of a year; shorter leave within them fits.
  const rows = [
    row("northSeller", "2026-11-02", "2026-12-18"),
    row("northSeller", "2026-11-02", "2026-12-17"),
    row("northSeller", "2026-11-09", "2026-11-13"),
    row("northSeller", "2026-11-13"),
    row("northSeller", "2026-11-16", "2026-11-20"),
  ];
  const result = await run(rows);
  expect(outcomes(result)).toEqual([
    "failed leaveType",
    "failed leaveType",
    "created",
    "failed startDate",
    "created",
  ]);
  expect(result.rows[3]?.errors).toEqual([{ path: "startDate", ...fault("overlapsRow", { row: 2 }) }]);
});

/** The leave that an import created from the rows, earliest first. */
const made = async () =>
  (await leavesOf(workspace))
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))
    .map((leave) => [
      leave.startDate,
      leave.endDate,
      leave.isFullDayLeave
        ? ""
        : `${leave.startHour}:${leave.startMinute}-${leave.endHour}:${leave.endMinute}`,
      [leave.startPart, leave.endPart].filter((part) => part !== "FULL_DAY").join(),
      leave.durationWorkingDays,
      leave.status,
    ]);
const allowHalves = () =>
  services.db
    .update(leavePolicies)
    .set({ shortestDuration: "HALF_DAY" })
    .where(eq(leavePolicies.workspaceId, workspace.id));

it("leave without effect stays without effect: it takes no days, overlaps nothing, and raises no event", async () => {
  await makeLeave(services, workspace.people.northSeller, { startDate: "2026-12-07", endDate: "2026-12-08" });
  const rows = [
    row("northSeller", "2026-12-07", "2026-12-07", { status: "CANCELLED" }),
    row("northSeller", "2026-12-08", "2026-12-08", { status: "DENIED" }),
    row("northSeller", "2026-12-12", "2026-12-13", { status: "EXPIRED", isFullDayLeave: true }),
    row("northSeller", "2026-12-14", "2026-12-14", { status: "OPEN" }),
    row("northSeller", "2026-12-15", "2026-12-15", { status: "APPROVED" }),
    row("northSeller", "2026-12-16", "2026-12-16", { status: "Rejected" }),
    row("northSeller", "2026-12-07", "2026-12-07", { status: "OPEN" }),
    row("northSeller", "2026-12-17", "2046-12-17", { status: "CANCELLED" }),
  ];
  expect(outcomes(await run(rows))).toEqual([
    ...Array(5).fill("created"),
    "failed status",
    "failed startDate",
    "failed endDate",
  ]);
  const standing = await leavesOf(workspace);
  const of = (status: LeaveStatus) => standing.find((leave) => leave.status === status && leave.createdAt);
  expect(of("OPEN")).toMatchObject({ approverId: null, autoApproved: false, openedAt: clock() });
  expect(of("CANCELLED")).toMatchObject({ approverId: null, autoApproved: false, openedAt: null });
  const emitted = await services.db.select().from(events).where(eq(events.workspaceId, workspace.id));
  expect(emitted.map(({ type }) => type).sort()).toEqual(["leave.approved", "leave.requested"]);
});

it("half days stay half days: at the start, at the end, in between, and on a single day", async () => {
  await allowHalves();
  const half = (date: string, which: string) => ({ date, half: which });
  const rows = [
    row("northSeller", "2026-11-30", "2026-12-04", {
      halfDays: [half("2026-12-04", "MORNING"), half("2026-11-30", "AFTERNOON")],
    }),
    row("northSeller", "2026-12-07", "2026-12-09", { halfDays: [half("2026-12-08", "MORNING")] }),
    row("northSeller", "2026-12-10", "2026-12-10", { halfDays: [half("2026-12-10", "AFTERNOON")] }),
    row("northSeller", "2026-12-11", "2026-12-14", {
      workingDays: 1.5,
      halfDays: [half("2026-12-14", "MORNING")],
    }),
    row("northSeller", "2026-12-15", "2026-12-15", { workingDays: 0.5 }),
    row("northSeller", "2026-12-16", "2026-12-16", { hours: 4 }),
    row("northSeller", "2026-12-17", "2026-12-18", { workingDays: 2, status: "DENIED" }),
  ];
  const result = await run(rows);
  expect(outcomes(result)).toEqual(Array(7).fill("created"));
  expect(await made()).toEqual([
    ["2026-11-30", "2026-12-04", "", "AFTERNOON,MORNING", 4, "APPROVED"],
    ["2026-12-07", "2026-12-08", "", "MORNING", 1.5, "APPROVED"],
    ["2026-12-09", "2026-12-09", "", "", 1, "APPROVED"],
    ["2026-12-10", "2026-12-10", "", "AFTERNOON", 0.5, "APPROVED"],
    ["2026-12-11", "2026-12-14", "", "MORNING", 1.5, "APPROVED"],
    ["2026-12-15", "2026-12-15", "", "MORNING", 0.5, "APPROVED"],
    ["2026-12-16", "2026-12-16", "", "MORNING", 0.5, "APPROVED"],
    ["2026-12-17", "2026-12-18", "", "", 2, "DENIED"],
  ]);
  const [first] = result.rows;
  expect((await leavesOf(workspace)).map(({ id }) => encodeId("leave", id))).toContain(first?.id);
});

it("an amount that differs from the count is reported, and so is an impossible half day", async () => {
  await allowHalves();
  const half = (date: string) => ({ date, half: "MORNING" });
  const result = await run([
    row("northSeller", "2026-12-21", "2026-12-28", { workingDays: 6 }),
    row("northSeller", "2026-12-01", "2026-12-02", { hours: 8 }),
    row("northSeller", "2026-12-07", "2026-12-08", { halfDays: [half("2026-12-09")] }),
    row("northSeller", "2026-12-07", "2026-12-08", { halfDays: [half("2026-12-08"), half("2026-12-08")] }),
    row("northSeller", "2026-12-07", "2026-12-08", { halfDays: [{ half: "MORNING" }] }),
    row("northSeller", "2026-12-07", "2026-12-07", {
      ...{ halfDays: [half("2026-12-07")], isFullDayLeave: false, startHour: 9, endHour: 13 },
    }),
    // The second row is refused as a whole, so its first half stays free for the third.
    row("northSeller", "2026-12-01", "2026-12-01"),
    row("northSeller", "2026-11-30", "2026-12-01", { halfDays: [{ date: "2026-11-30", half: "AFTERNOON" }] }),
    row("northSeller", "2026-11-30", "2026-11-30"),
  ]);
  expect(
    result.rows.map(({ errors = [] }) => errors.map(({ path, message }) => `${path}: ${message}`)),
  ).toEqual([
    ["workingDays: Counts as 5 days here, not as 6."],
    ["hours: Counts as 16 hours here, not as 8."],
    ["halfDays: Must be within the leave."],
    ["halfDays: Must not repeat a date."],
    ["halfDays.0.date: Is required."],
    ["halfDays: Is only for full days."],
    [],
    ["startDate: Overlaps row 6."],
    [],
  ]);
});

it("people are found by name, too, when the name is unique", async () => {
  const { northSeller, user } = workspace.people;
  const name = (id: string, text: string) =>
    services.db.update(users).set({ name: text }).where(eq(users.id, id));
  await name(northSeller.id, "Özge Ünal");
  expect(
    outcomes(await run([row("northSeller", "2026-12-14", "2026-12-14", { user: "özge ünal" })])),
  ).toEqual(["created"]);
  await name(user.id, "Özge Ünal");
  const [{ errors }] = (await run([row("user", "2026-12-15", "2026-12-15", { user: "Özge Ünal" })])).rows as [
    ImportResult["rows"][number],
  ];
  expect(errors).toEqual([{ path: "user", ...fault("namesakes") }]);
});

it("people outside the caller's reach, or not managed by the caller, fail", async () => {
  const rows = [row("northSeller", "2026-12-14"), row("user", "2026-12-14"), row("admin", "2026-12-14")];
  expect(outcomes(await run(rows, "valid", "locationAdmin"))).toEqual([
    "created",
    "failed user",
    "failed user",
  ]);
  expect(outcomes(await run([row("user", "2026-12-15")], "valid", "approver"))).toEqual(["created"]);
});

it("403 for a user who manages no one", async () => {
  await expect(run([row("user", "2026-12-14")], "valid", "user")).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

/** The result of the same rows sent as single requests, one after another. */
async function oneByOne(place: TestWorkspace, rows: readonly ImportRow[], userIds: Map<unknown, string>) {
  const ctx = await actingAs("admin", place);
  const done: boolean[] = [];
  for (const { user, leaveType, ...time } of rows) {
    const leaveTypeId = leaveType === "Sick" ? place.leaveTypes.sick : place.leaveTypes.vacation;
    const input = { ...time, userId: userIds.get(user), leaveTypeId, isFullDayLeave: true };
    const attempt = requestLeave(ctx, input as Parameters<typeof requestLeave>[1]);
    done.push(
      await attempt.then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError) return false;
          throw error;
        },
      ),
    );
  }
  return done;
}

it("any import has the same result as single requests", async () => {
  const dayText = (offset: number) => new Date(Date.UTC(2026, 9, 1 + offset)).toISOString().slice(0, 10);
  const anyRow = fc.record({
    member: fc.constantFrom<Member>("northSeller", "platformer", "user"),
    leaveType: fc.constantFrom("Vacation", "Vacation", "Sick"),
    start: fc.integer({ min: 0, max: 500 }),
    days: fc.integer({ min: 0, max: 12 }),
  });
  // Existing leave as the database may contain it; some of it crosses the turn of a year or the dates of rows.
  const anyPast = fc.record({
    member: fc.constantFrom<Member>("northSeller", "platformer", "user"),
    status: fc.constantFrom<LeaveStatus>("APPROVED", "OPEN", "CANCELLED"),
    year: fc.constantFrom(2024, 2025, 2026, 2027),
    month: fc.constantFrom("01", "03", "11", "12"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 25 }),
      fc.array(anyPast),
      async (drawn, past) => {
        const places = [await makeWorkspace(services), await makeWorkspace(services)] as const;
        for (const place of places)
          for (const { member, status, year, month } of past)
            await makeLeave(services, place.people[member], {
              startDate: `${year}-${month}-05`,
              endDate: `${year}-${month}-16`,
              durationWorkingDays: 9,
              status,
            });
        const rowsFor = (place: TestWorkspace) =>
          drawn.map(({ member, leaveType, start, days }) => ({
            user: addressOf(member, place),
            leaveType,
            startDate: dayText(start),
            endDate: dayText(start + days),
          }));
        const [imported, single] = places;
        const result = await importLeaves(await actingAs("admin", imported), {
          mode: "valid",
          rows: rowsFor(imported),
        });
        const ids = new Map(Object.values(single.people).map(({ id }) => [`${id}@example.com`, id] as const));
        const done = await oneByOne(single, rowsFor(single), ids);
        expect(result.rows.map(({ status }) => status === "created")).toEqual(done);
        const totals = await Promise.all(
          places.map(async (place) =>
            (await leavesOf(place))
              .map(({ durationWorkingDays, startDate }) => `${startDate} ${durationWorkingDays}`)
              .sort(),
          ),
        );
        expect(totals[0]).toEqual(totals[1]);
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
});

it("leave of earlier years counts as it does for a single request", async () => {
  const place = await makeWorkspace(services);
  const { northSeller } = place.people;
  await services.db
    .update(users)
    .set({ startDate: "2020-01-01" })
    .where(and(eq(users.workspaceId, place.id), eq(users.id, northSeller.id)));
  // At most 5 days of 2025 are carried over: 30 in 2026, of which 10 are left. Eight fit, three more do not.
  await makeLeave(services, northSeller, {
    startDate: "2025-03-03",
    endDate: "2025-03-24",
    durationWorkingDays: 22,
  });
  await makeLeave(services, northSeller, {
    startDate: "2026-02-02",
    endDate: "2026-02-27",
    durationWorkingDays: 20,
  });
  const rows = [
    {
      user: `${northSeller.id}@example.com`,
      leaveType: "Vacation",
      startDate: "2026-11-23",
      endDate: "2026-12-02",
    },
    {
      user: `${northSeller.id}@example.com`,
      leaveType: "Vacation",
      startDate: "2026-12-03",
      endDate: "2026-12-07",
    },
  ];
  const result = await importLeaves(await actingAs("admin", place), { mode: "valid", rows });
  expect(outcomes(result)).toEqual(["created", "failed leaveType"]);
});

it("202 over the API, and the operation's result lists every row", async () => {
  const running = await testServices();
  const api = apiClient(running);
  const keys = await makeKeys(running, workspace);
  const accepted: ApiAnswer<{ operation: { url: string } }> = await api.v2("POST", "/v2/leaves/import", {
    key: keys.admin,
    json: { mode: "valid", rows: [row("northSeller", "2026-12-14"), { user: 1 }] },
  });
  expect(accepted.status).toBe(202);
  type Done = Single<{
    status: string;
    result: { body: Single<ImportResult> };
    error: Refused["error"] | null;
  }>;
  await expect
    .poll(async () => {
      await carryOutDue(running);
      return (await api.get<Done>(accepted.body.operation.url, keys.admin)).body.data.status;
    })
    .toBe("SUCCEEDED");
  const { body } = await api.get<Done>(accepted.body.operation.url, keys.admin);
  expect(body.data.result.body.data).toMatchObject({ createdCount: 1, failedCount: 1 });
  await running.close();
});

it("created: 10,000 rows for 500 people", async () => {
  const place = await makeWorkspace(services);
  await services.db
    .update(leavePolicies)
    .set({ yearlyQuota: 60 })
    .where(eq(leavePolicies.workspaceId, place.id));
  const { northSeller } = place.people;
  const people: string[] = [];
  for (let i = 0; i < 500; i++)
    people.push(
      await makeUser(services, {
        workspaceId: place.id,
        name: `Person ${i}`,
        locationId: northSeller.locationId,
        departmentId: northSeller.departmentId,
      }),
    );
  const rows = people.flatMap((id) =>
    Array.from({ length: 20 }, (_, i) => {
      const date = new Date(Date.UTC(2026, 0, 5 + 14 * i)).toISOString().slice(0, 10);
      return { user: `${id}@example.com`, leaveType: "Vacation", startDate: date, endDate: date };
    }),
  );
  const ctx = await actingAs("admin", place);
  const result = await importLeaves(ctx, { mode: "all", rows });
  expect(result).toMatchObject({ createdCount: 10_000, failedCount: 0 });
});
