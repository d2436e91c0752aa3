import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { leavePolicies } from "@/drizzle/schema/leaves";
import { accruals, countModes, rollovers, shortestDurations } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { readBalances } from "@/server/modules/leave/balances/read";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { makeKey, makeKeys, type TestKey, type TestRole, type TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setApprovers, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { approveLeave } from "./approve";
import { editLeave } from "./edit";
import { leavePreviewV2 } from "./present";
import { type LeavePreview, previewEdit, previewLeave } from "./preview";
import { requestLeave } from "./request";
import type { LeaveCreate } from "./schema";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

type Shown = ReturnType<typeof leavePreviewV2>;
const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const post = <T = { data: Shown }>(key: TestKey, json: Record<string, unknown>) =>
  api.v2<T>("POST", "/v2/leaves/preview", { key, json });
const someone = async (more = {}) => {
  const person = await makePerson(services, workspace, more);
  return { person, key: await makeKey(services, { workspaceId: workspace.id, ownerId: person.id }) };
};
const balanceOfType = async (ctx: Ctx, userId: string, asOf: string) => {
  const rows = await readBalances(ctx, { userId, asOf });
  return rows.find(({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation)?.remaining;
};

describe("a new leave", () => {
  it("200 each day has the reason for its count", async () => {
    const { key } = await someone();
    const json = { leaveTypeId: vacation(), startDate: "2026-12-24", endDate: "2026-12-28" };
    const { status, body } = await post(key, json);
    expect(status).toBe(200);
    expect(body.data.days).toEqual([
      { date: "2026-12-24", amount: 1, kind: "WORKING_DAY", holiday: null, after: 0 },
      { date: "2026-12-25", amount: 0, kind: "HOLIDAY", holiday: "Christmas", after: 0 },
      { date: "2026-12-26", amount: 0, kind: "NON_WORKING_DAY", holiday: null, after: 0 },
      { date: "2026-12-27", amount: 0, kind: "NON_WORKING_DAY", holiday: null, after: 0 },
      { date: "2026-12-28", amount: 1, kind: "WORKING_DAY", holiday: null, after: 0 },
    ]);
    expect(body.data).toMatchObject({ durationCalendarDays: 5, durationWorkingDays: 2, faults: [] });
  });

  it("200 across two accounting years, each with its own balance", async () => {
    const { key } = await someone();
    const json = { leaveTypeId: vacation(), startDate: "2026-12-28", endDate: "2027-01-05" };
    const { body } = await post(key, json);
    expect(body.data.balance).toEqual({
      unlimited: false,
      missing: 0,
      years: [
        {
          start: "2026-01-01",
          end: "2026-12-31",
          asOf: "2026-12-31",
          remainingBefore: 25,
          remainingAfter: 21,
          carriedOverUsed: 0,
        },
        {
          start: "2027-01-01",
          end: "2027-12-31",
          asOf: "2027-01-05",
          remainingBefore: 25,
          remainingAfter: 22,
          carriedOverUsed: 0,
        },
      ],
    });
  });

  it("200 carried-over days are used first", async () => {
    await setPolicy(services, workspace, { rollover: "LIMITED", rolloverMaximum: 2 });
    const { key } = await someone({ startDate: "2026-01-01" });
    const json = { leaveTypeId: vacation(), startDate: "2027-02-01", endDate: "2027-02-05" };
    const { body } = await post(key, json);
    expect(body.data.balance?.years).toMatchObject([
      { remainingBefore: 27, remainingAfter: 22, carriedOverUsed: 2 },
    ]);
    await setPolicy(services, workspace);
  });

  it("200 every fault at once, with the missing balance", async () => {
    await setPolicy(services, workspace, { reasonRequired: true, yearlyQuota: 1 });
    const { person, key } = await someone();
    await requestLeave(
      await as(services, person),
      days(person, "2026-12-01", "2026-12-01", { reason: "One" }),
    );
    const json = { leaveTypeId: vacation(), startDate: "2026-12-01", endDate: "2026-12-03" };
    const { status, body } = await post(key, json);
    expect(status).toBe(200);
    expect(body.data.faults.map(({ code, path }) => [code, path])).toEqual([
      ["VALIDATION_ERROR", "reason"],
      ["CONFLICT", "startDate"],
      ["LEAVE_NEGATIVE_BALANCE", "endDate"],
    ]);
    expect(body.data.balance?.missing).toBe(3);
    expect(body.data.overlaps).toMatchObject([{ startDate: "2026-12-01", endDate: "2026-12-01" }]);
    await setPolicy(services, workspace);
  });

  it("200 the approvers, and until when they are on leave", async () => {
    const { people, departments } = workspace;
    const boss = await makePerson(services, workspace, { name: "Maja Boss" });
    await setApprovers(services, workspace, departments.sales, [
      [boss, 1],
      [people.approver, 2],
    ]);
    const added = await requestLeave(await as(services, people.admin), {
      ...days(boss, "2026-11-19", "2026-11-24"),
      userId: boss.id,
    });
    expect(added.status).toBe("APPROVED");
    const { person } = await someone();
    const json = { leaveTypeId: vacation(), startDate: "2026-12-01", endDate: "2026-12-03" };
    const { body } = await post(keys.admin, { ...json, userId: encodeId("user", person.id) });
    expect(body.data.approval).toEqual({
      // Added by a manager.
      required: false,
      levels: 2,
      approvers: [
        {
          userId: encodeId("user", boss.id),
          name: "Maja Boss",
          level: 1,
          awayUntil: "2026-11-24",
          standsInForId: null,
        },
        {
          userId: encodeId("user", people.approver.id),
          name: "Paul Approver",
          level: 2,
          awayUntil: null,
          standsInForId: null,
        },
      ],
    });
    await setApprovers(services, workspace, departments.sales, [[people.approver, 1]]);
  });

  it("200 absent colleagues, no further than the key's reach", async () => {
    const { person, key } = await someone({ name: "Who Asks" });
    const { person: other } = await someone({ name: "Boris Away" });
    const admin = await as(services, workspace.people.admin);
    await requestLeave(admin, { ...days(other, "2027-03-02", "2027-03-03"), userId: other.id });
    const json = {
      leaveTypeId: vacation(),
      startDate: "2027-03-01",
      endDate: "2027-03-02",
      userId: encodeId("user", person.id),
    };
    const users = [{ userId: encodeId("user", other.id), name: "Boris Away" }];
    const seen = [{ date: "2027-03-02", count: 1, users }];
    expect((await post(keys.admin, json)).body.data.colleaguesAway).toEqual(seen);
    expect((await post(keys.approver, json)).body.data.colleaguesAway).toEqual(seen);
    expect((await post(key, json)).body.data.colleaguesAway).toEqual([]);
  });

  it("200 a name beyond the key's reach is left out, the approver is not", async () => {
    const { key } = await someone();
    const json = { leaveTypeId: vacation(), startDate: "2026-12-01", endDate: "2026-12-01" };
    const { body } = await post(key, json);
    const userId = encodeId("user", workspace.people.approver.id);
    expect(body.data.approval).toEqual({
      required: true,
      levels: 1,
      approvers: [{ userId, name: null, level: 1, awayUntil: null, standsInForId: null }],
    });
  });

  it("200 a leave of a century is refused without counting its days", async () => {
    const { key } = await someone();
    const json = { leaveTypeId: vacation(), startDate: "2026-12-01", endDate: "2126-12-01" };
    const { body } = await post(key, json);
    expect(body.data).toMatchObject({ days: [], balance: null, faults: [{ path: "endDate" }] });
  });

  it("400 a new leave needs a type and both days; a change takes no person", async () => {
    const fields = ({ body }: { body: Refused }) =>
      (body.error.details?.fields ?? []).map(({ path }) => path);
    expect(fields(await post<Refused>(keys.user, {}))).toEqual(["leaveTypeId", "startDate", "endDate"]);
    const leaveId = encodeId("leave", workspace.people.user.id);
    const userId = encodeId("user", workspace.people.user.id);
    expect(fields(await post<Refused>(keys.user, { leaveId, userId }))).toEqual(["userId"]);
  });

  it("400 for people outside the key's reach, 403 for people its owner does not manage", async () => {
    const preview = (key: TestKey, userId: string) =>
      post<Refused>(key, {
        ...{ leaveTypeId: vacation(), startDate: "2026-12-01", endDate: "2026-12-01" },
        userId: encodeId("user", userId),
      });
    const { person } = await someone();
    expect((await preview(keys.user, person.id)).body.error.details?.fields).toMatchObject([
      { path: "userId" },
    ]);
    expect((await preview(keys.locationAdmin, workspace.people.admin.id)).status).toBe(403);
  });

  it("writes nothing", async () => {
    const { person, key } = await someone();
    await post(key, { leaveTypeId: vacation(), startDate: "2026-12-01", endDate: "2026-12-01" });
    expect(await balanceOfType(await as(services, person), person.id, "2026-12-31")).toBe(25_000);
  });
});

describe("a change", () => {
  it("200 counts the replaced leave neither as an overlap nor twice", async () => {
    const { person, key } = await someone();
    const leave = await requestLeave(await as(services, person), days(person, "2026-12-01", "2026-12-02"));
    const leaveId = encodeId("leave", leave.id);
    const { body } = await post(key, { leaveId, endDate: "2026-12-04" });
    expect(body.data).toMatchObject({
      leaveId,
      durationWorkingDays: 4,
      faults: [],
      overlaps: [],
      balance: { years: [{ remainingBefore: 23, remainingAfter: 21 }] },
    });
  });

  it("404 for a leave outside the key's reach", async () => {
    const { person } = await someone();
    const leave = await requestLeave(await as(services, person), days(person, "2026-12-01"));
    const { status } = await post<Refused>(keys.user, { leaveId: encodeId("leave", leave.id) });
    expect(status).toBe(404);
  });

  it("200 the same as an edit, of one's own approved leave", async () => {
    const { person, key } = await someone();
    const own = await as(services, person);
    const leave = await requestLeave(own, days(person, "2026-12-01", "2026-12-02"));
    await approveLeave(await as(services, workspace.people.admin), leave.id);
    const change = { leaveId: encodeId("leave", leave.id), endDate: "2026-12-03" };
    const { body } = await post(key, change);
    expect(body.data.approval?.required).toBe(true);
    const { body: edited } = await api.v2<Single>("PATCH", `/v2/leaves/${change.leaveId}`, {
      key,
      json: { endDate: change.endDate },
    });
    expect(edited.data).toMatchObject({ status: "OPEN", durationWorkingDays: body.data.durationWorkingDays });
  });
});

/** Rolls back, so that every run starts with the same leave. */
class Undo extends Error {}

type Policy = Partial<typeof leavePolicies.$inferInsert>;
const policies: fc.Arbitrary<Policy> = fc.record({
  yearlyQuota: fc.constantFrom(0, 2.5, 10, 25),
  rollover: fc.constantFrom(...rollovers),
  rolloverMaximum: fc.constant(3),
  accrual: fc.constantFrom(...accruals),
  allowNegativeBalance: fc.boolean(),
  unlimited: fc.constantFrom(false, false, false, true),
  shortestDuration: fc.constantFrom(...shortestDurations),
  countMode: fc.constantFrom(...countModes),
  reasonRequired: fc.boolean(),
  approvalRequired: fc.boolean(),
}) as fc.Arbitrary<Policy>;

const first = dayNumber("2026-10-01");
const times = fc
  .record({
    start: fc.nat(500),
    length: fc.oneof(fc.nat(6), fc.nat(40)),
    hours: fc.option(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 4 })), {
      nil: null,
    }),
    reason: fc.option(fc.constant("Because"), { nil: null }),
  })
  .map(({ start, length, hours, reason }) => ({
    startDate: dayText(first + start),
    endDate: dayText(first + start + length),
    isFullDayLeave: hours === null,
    ...(hours && { startHour: hours[0], endHour: hours[0] + hours[1] }),
    reason,
  }));

/** Long runs: `FUZZ_ROUNDS=1000 npm run unit -- leaves/preview`. */
const rounds = Number(process.env.FUZZ_ROUNDS ?? 12);
const triesOfRound = 10;

describe("preview equals booking", () => {
  let compared = 0;
  const isPreview = (shown: unknown): shown is LeavePreview =>
    typeof shown === "object" && shown !== null && "examined" in shown;
  const codesOf = (preview: LeavePreview) => [...new Set(preview.faults.map(({ code }) => code))];

  /** Compares the preview with the outcome of the write. */
  async function compare(
    own: Ctx,
    userId: string,
    preview: (tx: Ctx) => Promise<LeavePreview>,
    write: (tx: Ctx) => Promise<{ durationWorkingDays: number; status: string }>,
  ): Promise<void> {
    await inTransaction(own, async (tx) => {
      const shown = await preview(tx).catch((error: unknown) => error);
      const booked = await write(tx).catch((error: unknown) => error);
      if (shown instanceof ApiError) {
        // Errors that are not faults of the leave itself: it is over, or its time is invalid.
        expect(booked).toMatchObject({ code: shown.code, message: shown.message });
        throw new Undo();
      }
      if (!isPreview(shown)) throw shown;
      compared++;
      if (!(booked instanceof ApiError)) {
        if (booked instanceof Error) throw booked;
        const done = booked as { durationWorkingDays: number; status: string };
        expect(codesOf(shown)).toEqual([]);
        expect(leavePreviewV2(shown).durationWorkingDays).toBe(done.durationWorkingDays);
        expect(shown.days.reduce((sum, { amount }) => sum + amount, 0)).toBe(
          Math.round(done.durationWorkingDays * 1000),
        );
        expect(shown.approval?.required).toBe(done.status === "OPEN");
        for (const { asOf, after } of shown.balance?.years ?? [])
          expect([asOf, await balanceOfType(tx, userId, dayText(asOf))]).toEqual([asOf, after.remaining]);
      } else {
        expect(codesOf(shown)).toContain(booked.code);
        const paths = (booked.more.details?.fields ?? []).map(({ path }) => path);
        expect(shown.faults.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
      }
      throw new Undo();
    }).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  }

  it("for new leave and for changes, with any policy, days and existing leave", async () => {
    await fc.assert(
      fc.asyncProperty(
        policies,
        fc.array(times, { maxLength: 4 }),
        fc.array(times, { minLength: triesOfRound, maxLength: triesOfRound }),
        async (policy, before, tries) => {
          await setPolicy(services, workspace, { allowNegativeBalance: true, yearlyQuota: 25 });
          const { person } = await someone({ startDate: "2025-07-01" });
          const own = await as(services, person);
          const leave = (time: (typeof tries)[number]): LeaveCreate => ({
            leaveTypeId: workspace.leaveTypes.vacation,
            ...time,
          });
          const booked: string[] = [];
          for (const time of before)
            await requestLeave(own, leave(time)).then(
              ({ id }) => booked.push(id),
              () => undefined,
            );
          await setPolicy(services, workspace, policy);
          for (const time of tries) {
            const wanted = leave(time);
            await compare(
              own,
              person.id,
              (tx) => previewLeave(tx, wanted),
              (tx) => requestLeave(tx, wanted),
            );
            const [id] = booked;
            if (id === undefined) continue;
            const { leaveTypeId: _, ...patch } = wanted;
            await compare(
              own,
              person.id,
              (tx) => previewEdit(tx, id, patch),
              (tx) => editLeave(tx, id, patch),
            );
          }
        },
      ),
      { numRuns: rounds },
    );
    expect(compared).toBeGreaterThan(rounds * triesOfRound * 0.9);
    await setPolicy(services, workspace);
  }, 3_600_000);
});
