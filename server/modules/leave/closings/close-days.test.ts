import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { credits } from "@/drizzle/schema/credits";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { storeDayCounts } from "@/server/modules/leave/requests/store-day-counts";
import { apiClient, type Refused } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, outcomes } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { closeDays } from "./close-days";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services, { approvalRequired: false });
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

const path = (place: "north" | "south" = "north") =>
  `/v2/locations/${encodeId("location", workspace.locations[place])}`;
type Answer = { data: { closedThrough: string | null } } & Refused;
const close = (through: string, key = keys.admin) =>
  api.v2<Answer>("POST", `${path()}/close`, { key, json: { through } });
const reopen = (through: string | null, place: "north" | "south" = "north", key = keys.admin) =>
  api.v2<Answer>("POST", `${path(place)}/reopen`, { key, json: { through, reason: "A late note" } });
const preview = async (through: string, key = keys.admin) =>
  (await api.get<{ data: unknown }>(`${path()}/closing-preview?through=${through}`, key)).body.data;

it("200 closes days, which the location shows, and reopens them with a reason in the audit log", async () => {
  expect(await close("2026-10-31")).toMatchObject({
    status: 200,
    body: { data: { closedThrough: "2026-10-31" } },
  });
  expect((await api.get<Answer>(path(), keys.locationAdmin)).body.data.closedThrough).toBe("2026-10-31");
  expect(await reopen("2026-09-30")).toMatchObject({ body: { data: { closedThrough: "2026-09-30" } } });
  expect(await reopen(null)).toMatchObject({ body: { data: { closedThrough: null } } });
  const [line] = await services.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "location.reopen")))
    .orderBy(desc(auditEvents.id));
  expect(line?.changes).toEqual({
    closedThrough: { from: "2026-09-30", to: null },
    reason: { to: "A late note" },
  });
});

it("403 for everyone but administrators", async () => {
  for (const role of ["locationAdmin", "approver", "user"] as const) {
    expect((await close("2026-10-31", keys[role])).status).toBe(403);
    expect((await reopen(null, "north", keys[role])).status).toBe(403);
  }
  expect((await api.get(`${path()}/closing-preview?through=2026-10-31`, keys.locationAdmin)).status).toBe(
    403,
  );
});

it("400 for a day that is not over, 409 for days that are closed already, or open already", async () => {
  expect(await close("2026-11-20")).toMatchObject({
    status: 400,
    body: { error: { code: "VALIDATION_ERROR" } },
  });
  expect(await close("2026-11-19")).toMatchObject({ status: 200 });
  expect(await close("2026-11-19")).toMatchObject({ status: 409 });
  expect(await close("2026-10-31")).toMatchObject({ status: 409 });
  expect(await reopen("2026-11-19")).toMatchObject({ status: 409 });
  expect((await reopen(null)).status).toBe(200);
  expect(await reopen(null)).toMatchObject({ status: 409 });
});

it("409 with their number while requests wait in the days; the preview lists them, and the days of each type", async () => {
  const person = await makePerson(services, workspace);
  await makeLeave(services, person, { startDate: "2026-10-05", endDate: "2026-10-09" });
  await makeLeave(services, person, {
    startDate: "2026-10-29",
    endDate: "2026-11-03",
    durationWorkingDays: 4,
  });
  await storeDayCounts(services);
  const waits = await makeLeave(services, person, { startDate: "2026-10-26", status: "OPEN" });
  const asked = await makeLeave(services, person, {
    startDate: "2026-10-28",
    cancelAskedAt: services.clock(),
  });
  expect(await close("2026-10-31")).toMatchObject({
    status: 409,
    body: { error: { code: "CONFLICT", details: { waitingCount: 2 } } },
  });
  expect(await close("2026-10-25")).toMatchObject({ status: 200 });
  expect(await preview("2026-10-31")).toMatchObject({
    closedThrough: "2026-10-25",
    leaveCount: 2,
    leaveTypes: [{ name: "Vacation", days: 3 }],
    waitingCount: 2,
    waitingLeaves: [waits, asked].map((id) => ({ leaveId: encodeId("leave", id) })),
  });
  await services.db.update(leaves).set({ status: "DENIED" }).where(eq(leaves.id, waits));
  await services.db.update(leaves).set({ cancelAskedAt: null }).where(eq(leaves.id, asked));
  expect(await close("2026-10-31")).toMatchObject({ status: 200 });
});

it("200 for the open part of leave that begins in closed days: shortened and extended, but not begun anew", async () => {
  const person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  const id = encodeId(
    "leave",
    await makeLeave(services, person, {
      startDate: "2026-10-29",
      endDate: "2026-11-03",
      durationWorkingDays: 4,
    }),
  );
  await storeDayCounts(services);
  await close("2026-10-31");
  const edit = (json: object) => api.v2<Refused>("PATCH", `/v2/leaves/${id}`, { key: keys.admin, json });
  expect(await edit({ endDate: "2026-11-06" })).toMatchObject({ status: 200 });
  expect(await edit({ endDate: "2026-10-31" })).toMatchObject({ status: 200 });
  expect(await edit({ endDate: "2026-11-02" })).toMatchObject({ status: 200 });
  expect(await edit({ endDate: "2026-10-30" })).toMatchObject({ body: { error: { code: "PERIOD_CLOSED" } } });
  expect(await edit({ startDate: "2026-11-02" })).toMatchObject({
    body: { error: { code: "PERIOD_CLOSED" } },
  });
  expect(await edit({ reason: "A note" })).toMatchObject({ status: 200 });
});

it("a person who moves keeps what was closed, until it is reopened where they are", async () => {
  const person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  await close("2026-10-31");
  const move = (to: "north" | "south") =>
    api.v2("PATCH", `/v2/users/${encodeId("user", person.id)}`, {
      key: keys.admin,
      json: { locationId: encodeId("location", workspace.locations[to]) },
    });
  const book = (date: string) =>
    api.v2("POST", "/v2/leaves", {
      key: keys.admin,
      json: {
        userId: encodeId("user", person.id),
        leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
        ...{ startDate: date, endDate: date, isFullDayLeave: true },
      },
    });
  expect((await move("south")).status).toBe(200);
  expect((await book("2026-10-30")).status).toBe(409);
  expect((await reopen("2026-10-29")).status).toBe(200);
  expect((await book("2026-10-30")).status).toBe(409);
  expect((await reopen("2026-10-29", "south")).status).toBe(200);
  expect((await book("2026-10-30")).status).toBe(201);
  const [row] = await services.db.select().from(users).where(eq(users.id, person.id));
  expect(row?.closedThrough).toBe("2026-10-29");
});

it("409 while a credit that was asked for waits in the days", async () => {
  const person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  const at = services.clock();
  await services.db.insert(credits).values({
    ...{ workspaceId: workspace.id, id: newId(), userId: person.id, leaveTypeId: person.leaveTypeId },
    ...{ days: 1, earnedOn: "2026-10-31", source: "TIME_IN_LIEU", status: "OPEN", reason: "Moving" },
    ...{ createdAt: at, updatedAt: at },
  });
  const waits = {
    userId: encodeId("user", person.id),
    userName: person.name,
    days: 1,
    earnedOn: "2026-10-31",
  };
  expect(await preview("2026-10-31")).toMatchObject({
    ...{ waitingCount: 1, waitingLeaves: [], waitingCredits: [waits] },
  });
  const caller = await signedInCaller(services, workspace.people.admin);
  const id = encodeId("location", workspace.locations.north);
  const shown = () => caller.closings.preview({ id, closing: { through: "2026-10-31" } });
  expect((await shown()).waitingCredits).toMatchObject([{ ...waits, isDecidable: true }]);
  await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, person.id));
  expect((await shown()).waitingCredits).toMatchObject([{ ...waits, isDecidable: false }]);
  expect(await close("2026-10-31")).toMatchObject({
    ...{ status: 409, body: { error: { details: { waitingCount: 1 } } } },
  });
  expect(await close("2026-10-30")).toMatchObject({ status: 200 });
});

it("nothing lands in the days after they were closed, out of bookings and cancellations at once", async () => {
  const admin = await as(services, workspace.people.admin);
  for (let round = 0; round < 6; round++) {
    const people = await Promise.all(
      Array.from({ length: 4 }, () => makePerson(services, workspace, { startDate: "2025-01-01" })),
    );
    const booked = await Promise.all(
      people.map((person) => makeLeave(services, person, { startDate: "2026-10-05" })),
    );
    const through = `2026-10-${20 + round}`;

    const rows = () =>
      services.db
        .select({ id: leaves.id, status: leaves.status })
        .from(leaves)
        .where(eq(leaves.workspaceId, workspace.id))
        .orderBy(leaves.id);
    const counts = await outcomes([
      ...people.map((person) =>
        requestLeave(admin, days(person, "2026-10-12", "2026-10-13", { userId: person.id })),
      ),
      ...booked.map((id) => cancelLeave(admin, id, { reason: "By mistake" })),
      closeDays(admin, workspace.locations.north, { through }).then(async () => {
        const then = await rows();
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(await rows()).toEqual(then);
      }),
    ]);
    expect({ ...counts, ok: 0, PERIOD_CLOSED: 0 }).toEqual({ ok: 0, PERIOD_CLOSED: 0 });
    expect((counts.ok ?? 0) + (counts.PERIOD_CLOSED ?? 0)).toBe(9);
    await reopen(null);
  }
});
