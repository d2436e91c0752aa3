import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holidays, locations } from "@/drizzle/schema/directory";
import { type leavePolicies, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { RolloverExpiry } from "@/drizzle/schema/values";
import { fault } from "@/server/kernel/field-faults";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText, weekdayOf } from "@/server/kernel/time/calendar-date";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { createHoliday } from "@/server/modules/leave/holidays/create-holiday";
import { deleteHoliday } from "@/server/modules/leave/holidays/delete-holiday";
import { updateLeaveType } from "@/server/modules/leave/leave-types/update-leave-type";
import { setWorkPattern } from "@/server/modules/people/patterns/set-work-pattern";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import {
  makeKeys,
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
  outcomes,
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { lockTable } from "@/server/test/lock-table";
import { standingClock, testServices } from "@/server/test/services";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { deleteLeave } from "./delete";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { getLeaveDetails } from "./get-leave-details";
import { importLeaves } from "./import-leaves";
import { previewEdit, previewLeave } from "./preview";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let person: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  admin = workspace.people.admin;
  for (const [id, change] of [
    [workspace.leaveTypes.sick, { interrupts: true }],
    [workspace.leaveTypes.vacation, { interruptible: true }],
  ] as const)
    await services.db.update(leaveTypes).set(change).where(eq(leaveTypes.id, id));
});
afterAll(() => services.close());
beforeEach(async () => {
  keys = await makeKeys(services, workspace);
  await services.db.delete(holidays).where(eq(holidays.workspaceId, workspace.id));
  await setPolicy(services, workspace, { shortestDuration: "HOUR" });
  await setSick({});
  person = await makePerson(services, workspace, { startDate: "2025-01-01" });
});

const setSick = (policy: Partial<typeof leavePolicies.$inferInsert>) =>
  setPolicy(services, workspace, {
    ...{ leaveTypeId: workspace.leaveTypes.sick, unlimited: true, approvalRequired: false },
    ...{ shortestDuration: "HOUR", ...policy },
  });
const own = () => as(services, person);
const boss = () => as(services, admin);
const vacation = async (start: string, end = start, more = {}) =>
  requestLeave(await boss(), { ...days(person, start, end, more), userId: person.id });
const sick = async (start: string, end = start, more = {}) =>
  requestLeave(await own(), days({ ...person, leaveTypeId: workspace.leaveTypes.sick }, start, end, more));
const hours = (startHour: number, endHour: number) => ({ isFullDayLeave: false, startHour, endHour });
const daysOf = async (id: string) => (await leaveRow(services, id)).durationWorkingDays;
const remaining = async (asOf: string) => {
  const rows = await readBalances(await own(), { userId: person.id, asOf });
  return Number(rows.find(({ leaveTypeId }) => leaveTypeId === person.leaveTypeId)?.remaining) / 1000;
};

describe("sick in a week of vacation", () => {
  it("gives half a day back for a half, and nothing for the other half of a half", async () => {
    const week = await vacation("2027-03-01", "2027-03-05", { startPart: "AFTERNOON" });
    expect(await daysOf(week.id)).toBe(4.5);
    const note = await sick("2027-03-03", "2027-03-04", { startPart: "AFTERNOON" });
    expect([await daysOf(week.id), await daysOf(note.id)]).toEqual([3, 1.5]);
    const before = await sick("2027-03-01", "2027-03-01", { endPart: "MORNING" });
    expect([await daysOf(week.id), await daysOf(before.id)]).toEqual([3, 0.5]);
    await editLeave(await own(), note.id, { startPart: "FULL_DAY" });
    expect(await daysOf(week.id)).toBe(2.5);
    await cancelLeave(await own(), note.id);
    expect(await daysOf(week.id)).toBe(4.5);
  });

  it("gives Wednesday to Friday back, and the balance and history say so", async () => {
    const week = await vacation("2027-02-01", "2027-02-05");
    const before = await remaining("2027-12-31");
    const preview = await previewLeave(
      await own(),
      days({ ...person, leaveTypeId: workspace.leaveTypes.sick }, "2027-02-03", "2027-02-05"),
    );
    expect(preview.faults).toEqual([]);
    expect(preview.interrupted).toMatchObject([{ before: 5000, after: 2000 }]);
    const note = await sick("2027-02-03", "2027-02-05");
    expect([await daysOf(week.id), await daysOf(note.id)]).toEqual([2, 3]);
    expect(await remaining("2027-12-31")).toBe(before + 3);
    const { days: shown, history } = await getLeaveDetails(await own(), week.id);
    expect(shown.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      ...["WORKING_DAY 1000", "WORKING_DAY 1000", "INTERRUPTED 0", "INTERRUPTED 0", "INTERRUPTED 0"],
    ]);
    expect(history.at(-1)).toMatchObject({
      ...{ step: "recount", recounted: { from: 5, to: 2 }, cause: null },
      interruption: { startDate: "2027-02-03", endDate: "2027-02-05" },
    });
    expect((await tracesOf(services, week.id)).events.at(-1)).toBe("leave.updated from APPROVED");
  });

  it("by the person's pattern: Fridays off give two days back", async () => {
    await setWorkPattern(await boss(), person.id, {
      from: "2027-01-01",
      minutes: [[0], [480], [480], [480], [480], [0], [0]].map(([one]) => [one ?? 0]),
    });
    const week = await vacation("2027-02-01", "2027-02-05");
    expect(await daysOf(week.id)).toBe(4);
    await sick("2027-02-03", "2027-02-05");
    expect(await daysOf(week.id)).toBe(2);
  });

  it("in both orders, and vacation that is wholly over sick days counts nothing", async () => {
    await sick("2027-03-03", "2027-03-05");
    expect(await daysOf((await vacation("2027-03-01", "2027-03-05")).id)).toBe(2);
    await sick("2027-04-05", "2027-04-09");
    const inside = await vacation("2027-04-06", "2027-04-07");
    expect(await daysOf(inside.id)).toBe(0);
  });

  it("a part day gives its part back; hours outside the vacation's none", async () => {
    const day = await vacation("2027-05-03");
    await sick("2027-05-03", "2027-05-03", hours(13, 15));
    expect(await daysOf(day.id)).toBe(0.75);
    const morning = await vacation("2027-05-04", "2027-05-04", hours(8, 12));
    const note = await sick("2027-05-04", "2027-05-04", hours(10, 14));
    expect(await daysOf(morning.id)).toBe(0.25);
    await cancelLeave(await own(), note.id);
    expect(await daysOf(morning.id)).toBe(0.5);
    await sick("2027-05-04", "2027-05-04", hours(13, 15));
    expect(await daysOf(morning.id)).toBe(0.5);
  });

  it("across a year boundary each year gets its own days back", async () => {
    await vacation("2028-12-25", "2029-01-05");
    const before = [await remaining("2028-12-31"), await remaining("2029-12-31")];
    await sick("2028-12-29", "2029-01-02");
    expect([await remaining("2028-12-31"), await remaining("2029-12-31")]).toEqual([
      Number(before[0]) + 1,
      Number(before[1]) + 2,
    ]);
  });
});

describe("what is waiting does not interrupt yet", () => {
  it("open sick leave gives days back once it is approved; a denial changes nothing", async () => {
    await setSick({ approvalRequired: true, decidedBy: "ADMINS" });
    const week = await vacation("2027-06-07", "2027-06-11");
    const [first, second] = [await sick("2027-06-07"), await sick("2027-06-08")];
    expect(await daysOf(week.id)).toBe(5);
    await approveLeave(await boss(), first.id);
    expect(await daysOf(week.id)).toBe(4);
    await denyLeave(await boss(), second.id);
    expect(await daysOf(week.id)).toBe(4);
    // The owner's change waits for a new decision.
    await editLeave(await own(), first.id, { endDate: "2027-06-09" });
    expect(await daysOf(week.id)).toBe(5);
    await approveLeave(await boss(), first.id);
    expect(await daysOf(week.id)).toBe(2);
  });

  it("open vacation gets its days back like approved one", async () => {
    const asked = await requestLeave(await own(), days(person, "2027-06-14", "2027-06-18"));
    await sick("2027-06-16");
    expect(await leaveRow(services, asked.id)).toMatchObject({ status: "OPEN", durationWorkingDays: 4 });
  });
});

describe("days count again", () => {
  it("when the sick leave is shortened, moved, cancelled or deleted", async () => {
    const week = await vacation("2027-07-05", "2027-07-09");
    const note = await sick("2027-07-07", "2027-07-09");
    await editLeave(await boss(), note.id, { endDate: "2027-07-08" });
    expect(await daysOf(week.id)).toBe(3);
    await editLeave(await boss(), note.id, { startDate: "2027-07-05", endDate: "2027-07-05" });
    expect(await daysOf(week.id)).toBe(4);
    await cancelLeave(await own(), note.id);
    expect(await daysOf(week.id)).toBe(5);
    const other = await sick("2027-07-06", "2027-07-07");
    expect(await daysOf(week.id)).toBe(3);
    await deleteLeave(await boss(), other.id);
    expect(await daysOf(week.id)).toBe(5);
  });

  it("422 where the balance for them is gone, and nothing changes", async () => {
    await setPolicy(services, workspace, { yearlyQuota: 5 });
    const week = await vacation("2027-08-02", "2027-08-06");
    const note = await sick("2027-08-04", "2027-08-06");
    await vacation("2027-08-16", "2027-08-18");
    const key = { key: keys.admin };
    for (const answer of [
      await api.v2<Refused>("POST", `/v2/leaves/${encodeId("leave", note.id)}/cancel`, key),
      await api.v2<Refused>("DELETE", `/v2/leaves/${encodeId("leave", note.id)}`, key),
      await api.v2<Refused>("PATCH", `/v2/leaves/${encodeId("leave", note.id)}`, {
        ...key,
        json: { endDate: "2027-08-05" },
      }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([422, "LEAVE_NEGATIVE_BALANCE"]);
    // The sick leave itself lacks nothing: the fault says how much the other one does.
    const { faults } = await previewEdit(await boss(), note.id, { endDate: "2027-08-05" });
    expect(faults).toEqual([
      { code: "LEAVE_NEGATIVE_BALANCE", path: "endDate", ...fault("countsAgain", { days: 1 }) },
    ]);
    const { status } = await leaveRow(services, note.id);
    expect([status, await daysOf(week.id)]).toEqual(["APPROVED", 2]);
  });

  it("only one of a booking and a cancellation at once, where there is balance for one", async () => {
    await setPolicy(services, workspace, { yearlyQuota: 5 });
    await vacation("2027-08-02", "2027-08-06");
    const note = await sick("2027-08-04", "2027-08-06");
    const ctx = await boss();
    const found = await outcomes([
      cancelLeave(ctx, note.id),
      requestLeave(ctx, { ...days(person, "2027-08-16", "2027-08-18"), userId: person.id }),
    ]);
    expect(found).toEqual({ ok: 1, LEAVE_NEGATIVE_BALANCE: 1 });
  });
});

describe("everything else still conflicts", () => {
  it("409 vacation in a vacation, sick in sick, and a type that is neither", async () => {
    await vacation("2027-09-06", "2027-09-10");
    await sick("2027-09-07");
    await expect(vacation("2027-09-08")).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(sick("2027-09-07")).rejects.toMatchObject({ code: "CONFLICT" });
    await services.db
      .update(leaveTypes)
      .set({ interruptible: false })
      .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
    await expect(sick("2027-09-09")).rejects.toMatchObject({ code: "CONFLICT" });
    await services.db
      .update(leaveTypes)
      .set({ interruptible: true })
      .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
  });

  it("409 a setting that leave depends on stays; 400 a type cannot interrupt itself", async () => {
    const path = `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}`;
    const change = (json: object) => api.v2<Refused>("PATCH", path, { key: keys.admin, json });
    await vacation("2027-09-13", "2027-09-17");
    await sick("2027-09-15");
    expect((await change({ interruptible: false })).status).toBe(409);
    expect((await change({ interrupts: true })).status).toBe(400);
    expect((await change({ interruptible: true })).status).toBe(200);
    await services.db.delete(leaves).where(and(eq(leaves.workspaceId, workspace.id)));
    expect((await change({ interruptible: false })).status).toBe(200);
    expect((await change({ interruptible: true })).status).toBe(200);
  });
});

it("carried days that come back lapse on their date, as if leave had been booked around the sick days", async () => {
  const expiry = (rolloverExpiry: RolloverExpiry | null) =>
    services.db.update(locations).set({ rolloverExpiry }).where(eq(locations.id, person.locationId));
  await expiry({ type: "DATE", monthDay: "03-31" });
  await setPolicy(services, workspace, { yearlyQuota: 5, rollover: "LIMITED", rolloverMaximum: 2 });
  await vacation("2030-03-27", "2030-04-03");
  await sick("2030-03-29", "2030-04-01");
  const interrupted = [await remaining("2030-03-29"), await remaining("2030-12-31")];
  person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  await vacation("2030-03-27", "2030-03-28");
  await vacation("2030-04-02", "2030-04-03");
  expect(interrupted).toEqual([await remaining("2030-03-29"), await remaining("2030-12-31")]);
  await expiry(null);
});

it("a pattern that changes within an interrupted week counts only the days that are left", async () => {
  const week = await vacation("2027-10-04", "2027-10-08");
  const note = await sick("2027-10-06", "2027-10-08");
  expect(await daysOf(week.id)).toBe(2);
  // Tuesdays and Thursdays are free from then on.
  await setWorkPattern(await boss(), person.id, {
    from: "2027-10-01",
    minutes: [[0], [480], [0], [480], [0], [480], [0]].map(([one]) => [one ?? 0]),
  });
  expect(await daysOf(week.id)).toBe(1);
  expect(await daysOf(note.id)).toBe(2);
  await cancelLeave(await boss(), note.id);
  expect(await daysOf(week.id)).toBe(3);
});

it("switching it off while an import books over a vacation waits for it, and is refused", async () => {
  const { sick: type } = workspace.leaveTypes;
  await vacation("2027-09-06", "2027-09-10");
  const row = { user: encodeId("user", person.id), leaveType: encodeId("leaveType", type) };
  const rows = [{ ...row, startDate: "2027-09-08", endDate: "2027-09-08" }];
  const held = await lockTable("leaves");
  const imported = importLeaves(await boss(), { mode: "valid", rows });
  await held.waiting(1);
  const off = outcomes([updateLeaveType(await boss(), type, { interrupts: false })]);
  await Promise.race([off, held.waiting(2)]);
  await held.release();
  expect((await imported).createdCount).toBe(1);
  expect(await off).toEqual({ CONFLICT: 1 });
});

it("switching it off and importing over a vacation at once: one of them is refused", async () => {
  const { sick: type } = workspace.leaveTypes;
  await vacation("2027-09-13", "2027-09-17");
  const row = { user: encodeId("user", person.id), leaveType: encodeId("leaveType", type) };
  const rows = [{ ...row, startDate: "2027-09-15", endDate: "2027-09-15" }];
  for (let round = 0; round < 12; round++) {
    const [result, off] = await Promise.all([
      importLeaves(await boss(), { mode: "valid", rows }),
      outcomes([updateLeaveType(await boss(), type, { interrupts: false })]),
    ]);
    const [booked] = result.rows;
    if (booked?.status === "created") {
      expect(off).toEqual({ CONFLICT: 1 });
      await deleteLeave(await boss(), decodeId("leave", booked.id ?? "") ?? "");
    } else {
      expect([booked?.status, off]).toEqual(["failed", { ok: 1 }]);
      await updateLeaveType(await boss(), type, { interrupts: true });
    }
  }
});

it("switching it off and booking over a vacation at once: one of them is refused", async () => {
  const { vacation: type } = workspace.leaveTypes;
  await vacation("2027-09-20", "2027-09-24");
  for (let round = 0; round < 12; round++) {
    const [note, off] = await Promise.allSettled([
      sick("2027-09-22"),
      updateLeaveType(await boss(), type, { interruptible: false }),
    ]);
    expect([note.status, off.status].sort()).toEqual(["fulfilled", "rejected"]);
    if (note.status === "fulfilled") await deleteLeave(await boss(), note.value.id);
    else await updateLeaveType(await boss(), type, { interruptible: true });
  }
});

it("the ledger names the days that came back, before and after today, and within the year", async () => {
  const week = await vacation("2027-02-01", "2027-02-05");
  const around = await vacation("2027-12-27", "2028-01-07");
  await sick("2027-02-03", "2027-02-05");
  await sick("2027-12-30", "2028-01-04");
  const ledger = async (asOf: string) =>
    (
      await readExplanation(await own(), {
        userId: person.id,
        leaveTypeId: workspace.leaveTypes.vacation,
        asOf,
      })
    )
      .filter(({ leaveId }) => leaveId !== null)
      .map(({ kind, amount, leaveId, day }) => [
        kind,
        toDays(amount),
        leaveId === week.id ? "week" : leaveId === around.id ? "around" : leaveId,
        dayText(day),
      ]);
  expect(await ledger("2027-02-04")).toEqual([
    ["TAKEN", -4, "week", "2027-02-04"],
    ["RETURNED", 2, "week", "2027-02-04"],
    ["SCHEDULED", -1, "week", "2027-02-05"],
    ["RETURNED", 1, "week", "2027-02-05"],
    ["SCHEDULED", -5, "around", "2027-12-31"],
    ["RETURNED", 2, "around", "2027-12-31"],
  ]);
  expect((await ledger("2028-06-01")).map(([kind, amount]) => [kind, amount])).toEqual([
    ["TAKEN", -5],
    ["RETURNED", 2],
  ]);
  for (const asOf of ["2027-02-04", "2028-06-01"]) {
    const lines = await readExplanation(await own(), {
      ...{ userId: person.id, leaveTypeId: workspace.leaveTypes.vacation, asOf },
    });
    expect(toDays(lines.at(-1)?.balanceAfter ?? 0)).toBe(await remaining(asOf));
  }
});

it("an import gives days back in any order of its rows", async () => {
  const user = encodeId("user", person.id);
  const row = (leaveType: string, startDate: string, endDate: string) => ({
    ...{ user, leaveType: encodeId("leaveType", leaveType), startDate, endDate },
  });
  const { vacation: free, sick: ill } = workspace.leaveTypes;
  const rows = [
    row(ill, "2027-10-06", "2027-10-08"),
    row(free, "2027-10-04", "2027-10-08"),
    row(free, "2027-10-11", "2027-10-15"),
    row(ill, "2027-10-12", "2027-10-12"),
  ];
  const answer = await api.v2<Listed>("POST", "/v2/leaves/import", {
    ...{ key: keys.admin, json: { mode: "all", rows } },
  });
  expect(answer.status).toBe(202);
  await carriedOut(services);
  const found = await services.db
    .select()
    .from(leaves)
    .where(eq(leaves.userId, person.id))
    .orderBy(leaves.startDate);
  expect(found.map(({ startDate, durationWorkingDays }) => `${startDate} ${durationWorkingDays}`)).toEqual([
    ...["2027-10-04 2", "2027-10-06 3", "2027-10-11 4", "2027-10-12 1"],
  ]);
});

/** What each day of a vacation counts, by nothing but the calendar and the approved sick leave. */
async function countedAgain(off: ReadonlyMap<string, boolean>) {
  const rows = await services.db.select().from(leaves).where(eq(leaves.userId, person.id));
  const ill = rows.filter(
    ({ leaveTypeId, status }) => leaveTypeId === workspace.leaveTypes.sick && status === "APPROVED",
  );
  return rows
    .filter(
      ({ leaveTypeId, status }) =>
        leaveTypeId === person.leaveTypeId && ["OPEN", "APPROVED"].includes(status),
    )
    .map((leave) => {
      let sum = 0;
      for (let day = dayNumber(leave.startDate); day <= dayNumber(leave.endDate); day++) {
        const date = dayText(day);
        const isHalf = off.get(date);
        if ([0, 6].includes(weekdayOf(day)) || isHalf === false) continue;
        const whole = isHalf ? 0.5 : 1;
        const taken = ill
          .filter(({ startDate, endDate }) => startDate <= date && date <= endDate)
          .map((one) => (one.isFullDayLeave ? 1 : Math.min(whole, (one.endHour - one.startHour) / 8)));
        sum += Math.max(0, whole - taken.reduce((all, one) => all + one, 0));
      }
      return { kept: leave.durationWorkingDays, sum };
    });
}

it.each([1, 2, 3, 4, 5, 6])(
  "stored counts and balance are what an independent recount says (history %i)",
  async (seed) => {
    let state = seed * 7919;
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    const first = dayNumber("2028-11-20");
    const date = () => dayText(first + random(80));
    const span = () => {
      const from = first + random(80);
      return [dayText(from), dayText(from + random(9))] as const;
    };
    const off = new Map<string, boolean>();
    const made = new Map<string, string>();
    await setPolicy(services, workspace, {
      shortestDuration: "HOUR",
      yearlyQuota: 40,
      approvalRequired: false,
    });
    const notes: string[] = [];
    const steps = [
      async () => void (await vacation(...span())),
      async () => void notes.push((await sick(...span())).id),
      async () => {
        const from = random(6) + 8;
        const day = date();
        notes.push((await sick(day, day, hours(from, from + 1 + random(3)))).id);
      },
      async () =>
        void (await cancelLeave(await boss(), notes[random(notes.length)] ?? newId(), { reason: "-" })),
      async () => {
        const [startDate, endDate] = span();
        await editLeave(await boss(), notes[random(notes.length)] ?? newId(), { startDate, endDate });
      },
      async () => {
        const day = date();
        if (off.has(day)) return;
        const isHalfDay = random(2) === 0;
        const { id } = await createHoliday(await boss(), {
          ...{ locationId: person.locationId, date: day, name: `Off ${day}`, isHalfDay },
        });
        made.set(day, id);
        off.set(day, isHalfDay);
      },
      async () => {
        const [day = "", id] = [...made][random(made.size)] ?? [];
        if (!id) return;
        await deleteHoliday(await boss(), id);
        made.delete(day);
        off.delete(day);
      },
    ];
    for (let step = 0; step < 50; step++)
      await steps[random(steps.length)]?.().catch((error: { code?: string }) => {
        if (
          !error.code ||
          !["CONFLICT", "LEAVE_NEGATIVE_BALANCE", "VALIDATION_ERROR", "RESOURCE_NOT_FOUND"].includes(
            error.code,
          )
        )
          throw error;
      });
    const counted = await countedAgain(off);
    for (const { kept, sum } of counted) expect(kept).toBeCloseTo(sum, 3);
    expect(counted.length).toBeGreaterThan(0);
  },
);

it("200 v2 away: each person is away once a day", async () => {
  const week = await vacation("2027-02-01", "2027-02-05");
  const note = await sick("2027-02-03", "2027-02-04");
  const away = async (startDate: string, endDate: string) => {
    const path = `/v2/away?startDate=${startDate}&endDate=${endDate}`;
    const { body } = await api.get<Listed>(path, keys.admin);
    return body.data
      .filter(({ user }) => (user as { id: string }).id === encodeId("user", person.id))
      .map(({ leaveId, awayOn }) => [leaveId, awayOn]);
  };
  const ill = [encodeId("leave", note.id), [{ startDate: "2027-02-03", endDate: "2027-02-04" }]];
  const free = [
    encodeId("leave", week.id),
    [
      { startDate: "2027-02-01", endDate: "2027-02-02" },
      { startDate: "2027-02-05", endDate: "2027-02-05" },
    ],
  ];
  expect(await away("2027-02-01", "2027-02-07")).toEqual([free, ill]);
  expect(await away("2027-02-03", "2027-02-04")).toEqual([ill]);
});
