import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { holidays } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayText } from "@/server/kernel/time/calendar-date";
import { previewLeave } from "@/server/modules/leave/requests/preview";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import {
  makeKeys,
  makeLeave,
  makeUser,
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
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { maxAtOnce, type WorkPatternsSetResult } from "./schema";
import { setWorkPattern } from "./set-work-pattern";
import { setWorkPatterns } from "./set-work-patterns";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());
beforeEach(async () => {
  await setPolicy(services, workspace);
  person = await makePerson(services, workspace, { startDate: "2025-01-01" });
});

/** Minutes by weekday from Sunday; with several weeks, the list of each week becomes one number of the day. */
const byDay = (...weeks: number[][]) =>
  Array.from({ length: 7 }, (_, day) => weeks.map((week) => week[day] ?? 0));
const monToThu = [0, 480, 480, 480, 480, 0, 0];
const monToFri = [0, 480, 480, 480, 480, 480, 0];
const monToSat = [0, 480, 480, 480, 480, 480, 480];

const path = (more = "", who: { id: string } = person) =>
  `/v2/users/${encodeId("user", who.id)}/work-patterns${more}`;
interface Made extends Refused {
  data: { id: string; recountedLeaves: Recounted[] };
}
interface Recounted {
  leaveId: string;
  workingDaysBefore: number;
  workingDaysAfter: number;
}
const set = (from: string, minutes: number[][] | null, key = keys.admin, who: { id: string } = person) =>
  api.v2<Made>("POST", path("", who), { key, json: { from, minutes } });
const book = async (startDate: string, endDate = startDate, more = {}) =>
  requestLeave(await as(services, person), days(person, startDate, endDate, more));
const daysOf = async (id: string) => (await leaveRow(services, id)).durationWorkingDays;
const balance = async (asOf = "2026-12-31") => {
  const url = `/v2/users/${encodeId("user", person.id)}/balances?asOf=${asOf}`;
  const { body } = await api.get<Listed>(url, keys.admin);
  return body.data.find(({ leaveTypeId }) => leaveTypeId === encodeId("leaveType", person.leaveTypeId));
};

it("201 a pattern counts from its first day; ongoing and future leave is recounted, past leave is not", async () => {
  // Today is Friday 20 November 2026.
  const over = await makeLeave(services, person, {
    startDate: "2026-11-09",
    endDate: "2026-11-13",
    durationWorkingDays: 5,
  });
  const now = await makeLeave(services, person, {
    startDate: "2026-11-16",
    endDate: "2026-11-27",
    durationWorkingDays: 10,
  });
  const coming = await book("2026-12-07", "2026-12-13");
  const same = await book("2026-12-14", "2026-12-15");
  const { status, body } = await set("2026-11-01", byDay(monToThu));
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    userId: encodeId("user", person.id),
    from: "2026-11-01",
    cycleStart: "2026-10-26",
    minutes: byDay(monToThu),
    recountedLeaves: [
      { leaveId: encodeId("leave", now), workingDaysBefore: 10, workingDaysAfter: 8 },
      { leaveId: encodeId("leave", coming.id), workingDaysBefore: 5, workingDaysAfter: 4, status: "OPEN" },
    ],
  });
  expect(await Promise.all([over, now, coming.id, same.id].map(daysOf))).toEqual([5, 8, 4, 2]);
  expect(await balance("2026-11-20")).toMatchObject({ taken: 5 + 4, scheduled: 4, pending: 6, remaining: 6 });
});

it("201 leave is recounted by the mode in which it was counted, whatever the policy says by now", async () => {
  await setPolicy(services, workspace, { countMode: "MONDAY_TO_SATURDAY" });
  const weekdays = await book("2026-12-07", "2026-12-10");
  await setPolicy(services, workspace, { countMode: "CALENDAR_DAYS" });
  const all = await book("2026-12-14", "2026-12-20");
  await setPolicy(services, workspace);
  const { body } = await set("2026-12-01", byDay(monToThu));
  expect(body.data.recountedLeaves).toEqual([
    expect.objectContaining({ workingDaysBefore: 4, workingDaysAfter: 6 }),
  ]);
  expect(await Promise.all([weekdays.id, all.id].map(daysOf))).toEqual([6, 7]);
});

it("201 a changed leave raises an event and gets a history line; the previously seen version is stale", async () => {
  const coming = await book("2026-12-07", "2026-12-13");
  await set("2026-12-01", byDay(monToThu));
  expect((await leaveRow(services, coming.id)).version).toBe(coming.version + 1);
  const { events, audit } = await tracesOf(services, coming.id);
  expect(events).toEqual(["leave.requested from null", "leave.updated from OPEN"]);
  expect(audit.at(-1)).toMatchObject({
    action: "leave.recount",
    actingUserId: workspace.people.admin.id,
    changes: { durationWorkingDays: { from: 5, to: 4 } },
  });
  const own = await signedInCaller(services, person);
  const { history, days: counted } = await own.leaves.get({ id: encodeId("leave", coming.id) });
  expect(history.at(-1)).toMatchObject({ step: "recount", recounted: { from: 5, to: 4 } });
  expect(counted.map(({ amount }) => amount)).toEqual([1, 1, 1, 1, 0, 0, 0]);
  expect(counted[4]?.kind).toBe("NON_WORKING_DAY");
});

it("201 two alternating weeks, from the week of the first day; a half day is half of that particular day", async () => {
  await setPolicy(services, workspace, { shortestDuration: "HALF_DAY" });
  const short = [0, 480, 480, 480, 480, 240, 0];
  await set("2026-12-02", byDay(monToThu, short));
  const counts = await Promise.all(
    [
      ["2026-12-07", "2026-12-11"],
      ["2026-12-14", "2026-12-18"],
      ["2026-11-23", "2026-11-27"],
    ].map(async ([from = "", to]) => (await book(from, to)).durationWorkingDays),
  );
  expect(counts).toEqual([5, 4, 5]);
  const part = (endHour: number) => ({
    isFullDayLeave: false,
    startHour: 9,
    startMinute: 0,
    endHour,
    endMinute: 0,
  });
  expect((await book("2027-01-08", "2027-01-08", part(11))).durationWorkingDays).toBe(0.5);
  const refused = previewLeave(
    await as(services, person),
    days(person, "2027-01-22", "2027-01-22", part(13)),
  );
  expect((await refused).faults[0]).toMatchObject({
    path: "endHour",
    message: expect.stringContaining("2 hours"),
  });
});

it("public holidays count 0 on the days of a pattern, too", async () => {
  const day = { workspaceId: workspace.id, locationId: workspace.locations.north, date: "2027-06-05" };
  await services.db.insert(holidays).values({ ...day, id: newId(), name: "A Saturday" });
  await set("2027-06-01", byDay(monToSat));
  expect((await book("2027-05-31", "2027-06-06")).durationWorkingDays).toBe(5);
  expect((await book("2027-06-07", "2027-06-13")).durationWorkingDays).toBe(6);
});

it("a new one replaces one with the same first day; null restores the location's week; deleting restores the previous one", async () => {
  const coming = await book("2027-02-01", "2027-02-07");
  const first = (await set("2027-01-01", byDay(monToThu))).body.data.id;
  expect(await daysOf(coming.id)).toBe(4);
  const second = (await set("2027-01-01", byDay(monToSat))).body.data.id;
  expect(await daysOf(coming.id)).toBe(6);
  await set("2027-02-03", null);
  expect(await daysOf(coming.id)).toBe(5);
  const listed = await api.get<Listed>(path(), keys.admin);
  expect(listed.body.data.map(({ from, minutes }) => [from, minutes])).toEqual([
    ["2027-02-03", null],
    ["2027-01-01", byDay(monToSat)],
  ]);
  expect(await api.v2("DELETE", path(`/${first}`), { key: keys.admin })).toMatchObject({ status: 404 });
  const preview = await api.get<Made>(path(`/${second}/deletion-preview`), keys.admin);
  expect(preview.body.data.recountedLeaves).toEqual([]);
  expect(await api.v2("DELETE", path(`/${second}`), { key: keys.admin })).toMatchObject({ status: 204 });
  expect(await daysOf(coming.id)).toBe(5);
  const lines = await services.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.resourceType, "work_pattern"));
  const own = lines.filter(({ changes }) => JSON.stringify(changes).includes(person.id));
  expect(own.map(({ action }) => action).sort()).toEqual([
    ...Array(3).fill("work_pattern.create"),
    ...Array(2).fill("work_pattern.delete"),
  ]);
});

it("422 LEAVE_NEGATIVE_BALANCE with the uncovered leaves; nothing is written, until days are added", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 4 });
  await set("2026-01-01", byDay(monToThu));
  const booked = await book("2026-12-07", "2026-12-13");
  const refused = await set("2026-12-01", byDay(monToSat));
  expect(refused).toMatchObject({
    status: 422,
    body: {
      error: {
        code: "LEAVE_NEGATIVE_BALANCE",
        details: { missing: 2, leaves: [{ leaveId: encodeId("leave", booked.id), startDate: "2026-12-07" }] },
      },
    },
  });
  const preview = await api.v2<{ data: object }>("POST", path("/preview"), {
    key: keys.admin,
    json: { from: "2026-12-01", minutes: byDay(monToSat) },
  });
  expect(preview.body.data).toMatchObject({
    recountedLeaves: [{ workingDaysBefore: 4, workingDaysAfter: 6 }],
    shortfalls: [{ leaveTypeId: encodeId("leaveType", person.leaveTypeId), missing: 2 }],
  });
  expect(await daysOf(booked.id)).toBe(4);
  expect((await api.get<Listed>(path(), keys.admin)).body.data).toHaveLength(1);
  // The last available day still fits.
  await setPolicy(services, workspace, { yearlyQuota: 6 });
  expect(await set("2026-12-01", byDay(monToSat))).toMatchObject({ status: 201 });
  await set("2026-12-01", byDay(monToThu));
  await setPolicy(services, workspace, { yearlyQuota: 4, allowNegativeBalance: true });
  expect(await set("2026-12-01", byDay(monToSat))).toMatchObject({ status: 201 });
  expect(await balance()).toMatchObject({ remaining: -2 });
  // An improvement is never refused.
  await setPolicy(services, workspace, { yearlyQuota: 4 });
  expect(await set("2026-12-01", byDay(monToFri))).toMatchObject({ status: 201 });
});

it("422 days that move into a year without enough balance, though the leave takes the same total", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 2 });
  // 31 December is a Thursday. Sundays instead of it are days of the next year.
  await set("2026-12-01", byDay([0, 480, 480, 0, 480, 480, 0]));
  const booked = await book("2026-12-31", "2027-01-04");
  expect(booked.durationWorkingDays).toBe(3);
  const moved = await set("2026-12-02", byDay([480, 480, 480, 0, 0, 480, 0]));
  expect(moved).toMatchObject({ status: 422, body: { error: { details: { missing: 1 } } } });
});

it("a leave without remaining days stays, and takes nothing", async () => {
  const friday = await book("2026-12-11");
  await set("2026-12-01", byDay(monToThu));
  expect(await leaveRow(services, friday.id)).toMatchObject({ status: "OPEN", durationWorkingDays: 0 });
  expect(await balance()).toMatchObject({ pending: 0 });
  await expect(book("2026-12-18")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

it("read and write access to patterns", async () => {
  await set("2026-12-01", byDay(monToThu));
  const { user, platformer } = workspace.people;
  const read = async (key: TestKey, who: { id: string }) => (await api.get(path("", who), key)).status;
  expect(
    await Promise.all([keys.admin, keys.locationAdmin, keys.approver].map((key) => read(key, person))),
  ).toEqual([200, 200, 200]);
  expect(await read(keys.user, person)).toBe(404);
  expect(await read(keys.user, user)).toBe(200);
  expect(await read(keys.approver, platformer)).toBe(404);
  const write = async (key: TestKey, who: { id: string }) => (await set("2027-01-01", null, key, who)).status;
  expect(await write(keys.locationAdmin, person)).toBe(201);
  expect(await write(keys.locationAdmin, workspace.people.locationAdmin)).toBe(403);
  expect(await write(keys.admin, workspace.people.admin)).toBe(201);
  expect(await write(keys.approver, person)).toBe(403);
  const caller = await signedInCaller(services, workspace.people.approver);
  const userId = encodeId("user", person.id);
  expect(await caller.workPatterns.get({ userId })).toMatchObject({ mayChange: false, leaveTypes: [] });
  await expect(
    caller.workPatterns.preview({ userId, pattern: { from: "2027-01-01", minutes: null } }),
  ).rejects.toMatchObject({ cause: { code: "FORBIDDEN" } });
});

it("400 invalid patterns, by field", async () => {
  const faultsOf = async (json: object, more = "") => {
    const { status, body } = await api.v2<Refused>("POST", path(more), { key: keys.admin, json });
    return [status, ...(body.error.details?.fields ?? []).map(({ path: field }) => field)];
  };
  const from = "2027-01-01";
  expect(await faultsOf({ from: "2027-02-30", minutes: byDay(monToFri) })).toEqual([400, "from"]);
  for (const minutes of [byDay([]), byDay(monToFri).slice(1), byDay(monToFri, monToFri, monToFri)])
    expect((await faultsOf({ from, minutes }))[0]).toBe(400);
  expect(await faultsOf({ from, minutes: [[0, 0], ...byDay(monToFri).slice(1)] })).toEqual([400, "minutes"]);
  expect(await faultsOf({ from, minutes: byDay([1441]) })).toEqual([400, "minutes.0.0"]);
  expect(await faultsOf({ minutes: null }, "/preview")).toEqual([400, "from"]);
});

it("409 above a hundred patterns", async () => {
  const admin = await as(services, workspace.people.admin);
  const add = (from: string) => setWorkPattern(admin, person.id, { from, minutes: byDay(monToThu) });
  for (let at = 0; at < 100; at++) await add(dayText(20000 + at));
  await expect(add("2030-01-01")).rejects.toMatchObject({ code: "CONFLICT" });
  await add(dayText(20000));
});

it("the wallchart greys out days off by the person's pattern, and counts by it; the request form has the lengths of days", async () => {
  const counts = async () =>
    (await api.get<Listed>("/v2/wallchart/counts?startDate=2027-03-05&endDate=2027-03-12", keys.admin)).body
      .data;
  const before = await counts();
  await set("2027-03-01", byDay(monToThu, [0, 0, 480, 480, 480, 300, 0]));
  await makeLeave(services, person, { startDate: "2027-03-01", endDate: "2027-03-12" });
  const caller = await signedInCaller(services, person);
  const week = { startDate: "2027-03-05", endDate: "2027-03-12" };
  const { own, calendars } = await caller.wallchart.page(week);
  expect(calendars.find(({ id }) => id === own?.calendarId)?.patterns).toEqual([
    {
      from: "2027-03-01",
      cycleStart: "2027-03-01",
      minutes: [480, 480, 480, 480, 0, 0, 0, 0, 480, 480, 480, 300, 0, 0],
    },
  ]);
  expect((await caller.leaves.terms()).patterns).toHaveLength(1);
  const url = `/v2/wallchart?startDate=2027-03-05&endDate=2027-03-12`;
  const { body } = await api.get<Listed>(url, keys.admin);
  const rows = body.data as unknown as { user: { id: string }; nonWorkingDays: string[] }[];
  expect(rows.find(({ user }) => user.id === encodeId("user", person.id))?.nonWorkingDays).toEqual([
    "2027-03-05",
    "2027-03-06",
    "2027-03-07",
    "2027-03-08",
  ]);
  const after = await counts();
  expect(after.map(({ awayCount }) => awayCount)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  const lost = after.map(({ userCount }, day) => Number(before[day]?.userCount) - Number(userCount));
  expect(lost).toEqual([1, 0, 0, 1, 0, 0, 0, 0]);
});

it("202 it can be an operation, and a repetition with the same key returns the same", async () => {
  const coming = await book("2026-12-07", "2026-12-13");
  const headers = { prefer: "respond-async", "idempotency-key": newId() };
  const json = { from: "2026-12-01", minutes: byDay(monToThu) };
  const send = () => api.v2("POST", path(), { key: keys.admin, json, headers });
  const first = await send();
  expect(first.status).toBe(202);
  expect((await send()).body).toEqual(first.body);
  expect(
    (await services.db.select().from(leaves).where(eq(leaves.id, coming.id)))[0]?.durationWorkingDays,
  ).toBe(5);
});

describe("POST /v2/users/bulk-set-work-pattern", () => {
  const bulkPath = "/v2/users/bulk-set-work-pattern";
  // The clock stands still, so that no key's bucket is ever refilled.
  beforeEach(async () => {
    keys = await makeKeys(services, workspace);
  });
  const idOf = ({ id }: { id: string }) => encodeId("user", id);
  const send = (json: object, key = keys.admin, headers: Record<string, string> = {}) =>
    api.v2<{ operation: { url: string } }>("POST", bulkPath, { key, json, headers });
  async function result(json: object, key = keys.admin): Promise<WorkPatternsSetResult> {
    const accepted = await send(json, key);
    expect(accepted.status).toBe(202);
    await carriedOut(services);
    const { body } = await api.get<Single<{ result: { body: Single<WorkPatternsSetResult> } | null }>>(
      accepted.body.operation.url,
      key,
    );
    const found = body.data.result?.body.data;
    if (!found) throw new Error(JSON.stringify(body));
    return found;
  }
  /** The outcome of each, in the order of `who`. */
  const outcomesOf = ({ users }: WorkPatternsSetResult, who: readonly { id: string }[]) =>
    who.map((one) => {
      const found = users.find(({ id }) => id === idOf(one));
      return found?.code ?? found?.status;
    });
  const rowsOf = (who: { id: string }) =>
    services.db.select().from(workPatterns).where(eq(workPatterns.userId, who.id));
  const leaveOf = async (who: { id: string }) =>
    (await services.db.select().from(leaves).where(eq(leaves.userId, who.id)))[0];

  /** People with a week of leave that uses their whole balance. */
  async function cast(): Promise<[TestPerson, TestPerson, TestPerson]> {
    await setPolicy(services, workspace, { yearlyQuota: 5 });
    const people = [person, await makePerson(services, workspace), await makePerson(services, workspace)];
    for (const one of people)
      await makeLeave(services, one, {
        startDate: "2026-12-07",
        endDate: "2026-12-13",
        durationWorkingDays: 5,
      });
    return people as [TestPerson, TestPerson, TestPerson];
  }
  const patternOf = (minutes: number[][] | null) => ({ from: "2026-12-01", minutes });

  it("202 people who can have it get it, with their leave recounted; the others keep theirs, with the reason", async () => {
    const [one, two, three] = await cast();
    await set("2026-11-01", byDay(monToFri), keys.admin, two);
    const { admin, locationAdmin, user } = workspace.people;
    const done = await result({ userIds: [one, two].map(idOf), pattern: patternOf(byDay(monToThu)) });
    expect(done).toMatchObject({
      changedCount: 2,
      unchangedCount: 0,
      failedCount: 0,
      recountedLeaveCount: 2,
    });
    expect((await leaveOf(one))?.durationWorkingDays).toBe(4);
    const who = [one, two, three, locationAdmin, admin, user, { id: newId() }];
    const asked = { userIds: who.map(idOf), pattern: patternOf(byDay(monToSat)) };
    const some = await result(asked, keys.locationAdmin);
    expect(outcomesOf(some, who)).toEqual([
      ...Array(3).fill("LEAVE_NEGATIVE_BALANCE"),
      "NOT_MANAGED",
      "NOT_MANAGED",
      "NOT_FOUND",
      "NOT_FOUND",
    ]);
    const named = some.users.filter(({ name }) => name !== null).map(({ id }) => id);
    expect(named.sort()).toEqual([one, two, three, locationAdmin, admin].map(idOf).sort());
    expect(some.users.find(({ id }) => id === idOf(three))?.missing).toBe(1);
    expect((await rowsOf(one)).map(({ minutes }) => minutes)).toEqual([byDay(monToThu)]);
    const again = await result({ userIds: [one, three].map(idOf), pattern: patternOf(byDay(monToThu)) });
    expect(outcomesOf(again, [one, three])).toEqual(["unchanged", "changed"]);
  });

  it("mode check returns the same beforehand, and changes nothing", async () => {
    const [one, two] = await cast();
    const asked = { userIds: [one, two].map(idOf), pattern: patternOf(byDay(monToThu)) };
    const said = await result({ ...asked, mode: "check" });
    expect(said).toMatchObject({ changedCount: 2, recountedLeaveCount: 2 });
    expect(await rowsOf(one)).toEqual([]);
    expect(await leaveOf(one)).toMatchObject({ durationWorkingDays: 5, version: 0 });
    expect(await result(asked)).toEqual(said);
  });

  it("twenty at once with one Idempotency-Key are one change, and with separate keys none is lost", async () => {
    const [one, two, three] = await cast();
    const before = (await leaveOf(one))?.version ?? 0;
    const headers = { "idempotency-key": newId() };
    const asked = { userIds: [one, two].map(idOf), pattern: patternOf(byDay(monToThu)) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(asked, keys.admin, headers)));
    await carriedOut(services);
    const accepted = answers.filter(({ status }) => status === 202);
    expect(answers.filter(({ status }) => status !== 202).map(({ status }) => status)).toEqual(
      Array(20 - accepted.length).fill(409),
    );
    expect(new Set(accepted.map(({ body }) => body.operation.url)).size).toBe(1);
    expect((await leaveOf(one))?.version).toBe(before + 1);
    await Promise.all(
      [1, 2, 3].map((turn) =>
        send({
          userIds: [one, two, three]
            .map(idOf)
            .slice(turn % 2)
            .toReversed(),
          pattern: patternOf(byDay(monToFri)),
        }),
      ),
    );
    await carriedOut(services);
    expect((await rowsOf(one)).map(({ minutes }) => minutes)).toEqual([byDay(monToFri)]);
    expect(await leaveOf(one)).toMatchObject({ durationWorkingDays: 5, version: before + 2 });
  });

  it("concurrent bookings never overdraw: either the pattern or the leave is refused", async () => {
    await setPolicy(services, workspace, { yearlyQuota: 5 });
    await set("2026-11-01", byDay(monToThu));
    await book("2026-12-07", "2026-12-13");
    const admin = await as(services, workspace.people.admin);
    const input = { userIds: [person.id], pattern: patternOf(byDay(monToFri)) };
    await Promise.allSettled([
      ...["2026-12-14", "2026-12-15", "2026-12-16"].map((day) => book(day)),
      setWorkPatterns(admin, input),
      ...["2026-12-21", "2026-12-22"].map((day) => book(day)),
    ]);
    expect(Number((await balance())?.remaining)).toBe(0);
  });

  it("400 for no one, a thousand and one, and invalid patterns; 403 by role", async () => {
    const pattern = patternOf(null);
    const statusOf = async (json: object, key = keys.admin) => (await send(json, key)).status;
    expect(await statusOf({ userIds: [], pattern })).toBe(400);
    const many = Array.from({ length: 1001 }, () => encodeId("user", newId()));
    expect(await statusOf({ userIds: many, pattern })).toBe(400);
    expect(await statusOf({ userIds: [idOf(person)], pattern: { from: "2026-12-01", minutes: [[0]] } })).toBe(
      400,
    );
    expect(await statusOf({ userIds: [idOf(person)], pattern, mode: "all" })).toBe(400);
    expect(await statusOf({ userIds: [idOf(person)], pattern }, keys.approver)).toBe(403);
  });

  it("from the page: the preview shows the result, in batches, once for each form", async () => {
    const [one, two] = await cast();
    const place = {
      workspaceId: workspace.id,
      locationId: workspace.locations.north,
      departmentId: workspace.departments.engineering,
    };
    const others = await Promise.all(
      Array.from({ length: 120 }, (_, n) => makeUser(services, { ...place, name: `Other ${n}` })),
    );
    const ids = [one.id, two.id, ...others].map((id) => encodeId("user", id));
    const caller = await signedInCaller(services, workspace.people.admin);
    const wanted = { select: { ids }, pattern: patternOf(byDay(monToThu)) };
    const preview = await caller.workPatterns.previewMany(wanted);
    expect(preview).toMatchObject({ changedCount: 122, failedCount: 0, recountedLeaveCount: 2, failed: [] });
    const attempt = "5".repeat(32);
    const [first, second] = await Promise.all(
      [1, 2].map(() => caller.workPatterns.setMany({ attempt, ...wanted })),
    );
    expect(second).toEqual(first);
    expect(first?.operationIds).toHaveLength(Math.ceil(122 / maxAtOnce));
    await carriedOut(services);
    const standing = await caller.workPatterns.standing({ operationIds: first?.operationIds ?? [] });
    expect(standing).toEqual({ status: "SUCCEEDED", doneCount: 122, error: null, ...preview });
    const refused = await caller.workPatterns.previewMany({ ...wanted, pattern: patternOf(byDay(monToSat)) });
    expect(refused.failed.map(({ code, missing }) => [code, missing])).toEqual(
      Array(2).fill(["LEAVE_NEGATIVE_BALANCE", 1]),
    );
    const approver = await signedInCaller(services, workspace.people.approver);
    await expect(approver.workPatterns.previewMany(wanted)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(approver.workPatterns.setMany({ attempt, ...wanted })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});
