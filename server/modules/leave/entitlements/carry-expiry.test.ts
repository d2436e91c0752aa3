import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { locations } from "@/drizzle/schema/directory";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import type { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { dayText } from "@/server/kernel/time/calendar-date";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { findLapses } from "@/server/modules/leave/lapses/find-lapses";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, outcomes, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { adjustBalance } from "./adjust-balance";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let nina: TestPerson;
beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(new Date("2026-02-10T08:00:00Z"));
  workspace = await makeLeaveWorkspace(services, {
    ...{ yearlyQuota: 10, rollover: "LIMITED", rolloverMaximum: 5 },
    carryExpiry: { type: "DATE", monthDay: "03-31" },
  });
  nina = await makePerson(services, workspace, { startDate: "2025-01-01" });
});

const extend = async (expiresOn: string | null, more = {}) =>
  adjustBalance(await as(services, workspace.people.admin), nina.id, {
    ...{ kind: "CARRY_EXPIRY" as const, leaveTypeId: nina.leaveTypeId, effectiveDate: "2026-02-01" },
    ...{ expiresOn, note: "Parental leave", ...more },
  });
const left = async (asOf: string) =>
  (await readBalances(await as(services, nina), { userId: nina.id, asOf })).find(
    ({ leaveTypeId }) => leaveTypeId === nina.leaveTypeId,
  );

it("carried-over days expire later for the person, or never; a reversal restores the policy's expiry", async () => {
  expect((await left("2026-06-01"))?.remaining).toBe(10_000);
  const { id } = await extend("2027-06-30");
  expect(await left("2026-06-01")).toMatchObject({ remaining: 15_000, carriedOver: 5_000 });
  // They outlast the year, and keep their expiry.
  expect((await left("2027-06-30"))?.carriedOver).toBeGreaterThanOrEqual(5_000);
  const admin = await as(services, workspace.people.admin);
  await adjustBalance(admin, nina.id, { kind: "REVERSAL", reverses: id, note: "No" });
  expect((await left("2026-06-01"))?.remaining).toBe(10_000);
  await extend(null);
  expect((await left("2026-12-31"))?.carriedOverExpiresOn).toBeNull();
  expect((await left("2026-12-31"))?.remaining).toBe(15_000);
});

it("the explanation names the expiry and the note, and ends at what is left; lapses go by it; it is audited", async () => {
  const { id } = await extend("2026-04-30");
  const ctx = await as(services, nina);
  const lines = await readExplanation(ctx, {
    ...{ userId: nina.id, leaveTypeId: nina.leaveTypeId, asOf: "2026-06-01" },
  });
  const carried = lines.find(({ kind }) => kind === "CARRIED_OVER");
  expect(carried).toMatchObject({ amount: 5_000, note: "Parental leave" });
  expect(dayText(carried?.expiresOn ?? 0)).toBe("2026-04-30");
  expect(lines.filter(({ kind }) => kind === "ADJUSTED")).toEqual([]);
  expect(lines.at(-1)?.balanceAfter).toBe((await left("2026-06-01"))?.remaining);
  const lapses = await findLapses(ctx, [nina.id], 90);
  expect(lapses.map(({ day, amount }) => [dayText(day), amount])).toEqual([["2026-04-30", 5_000]]);
  const audited = await services.db.select().from(auditEvents).where(eq(auditEvents.resourceId, id));
  expect(audited).toMatchObject([{ action: "balance_adjustment.create" }]);
});

it("an earlier version of the program counts it as an adjustment of no days", async () => {
  const { id } = await extend("2026-04-30");
  const [row] = await services.db.select().from(balanceAdjustments).where(eq(balanceAdjustments.id, id));
  expect(row).toMatchObject({ kind: "ADJUSTMENT", days: 0, effectiveDate: "2026-01-01" });
});

it("400 for an expiry that is no later, a type that carries nothing over, or days that never expire", async () => {
  const faultsOf = async (expiresOn: string) =>
    extend(expiresOn).then(
      () => [],
      (error) => (error as ApiError).more.details?.fields?.map(({ path }) => path),
    );
  expect(await faultsOf("2026-03-31")).toEqual(["expiresOn"]);
  expect(await faultsOf("2026-03-01")).toEqual(["expiresOn"]);
  await setPolicy(services, workspace, { yearlyQuota: 10, rollover: "ALL" });
  expect(await faultsOf("2026-05-31")).toEqual(["effectiveDate"]);
  await setPolicy(services, workspace, {
    ...{ yearlyQuota: 10, rollover: "NONE" },
    carryExpiry: { type: "DATE", monthDay: "03-31" },
  });
  expect(await faultsOf("2026-05-31")).toContain("leaveTypeId");
});

it("403 for people themselves; leave booked against the longer expiry is kept: 422 for its reversal", async () => {
  const own = await as(services, nina);
  const wanted = {
    kind: "CARRY_EXPIRY" as const,
    leaveTypeId: nina.leaveTypeId,
    effectiveDate: "2026-02-01",
  };
  await expect(adjustBalance(own, nina.id, { ...wanted, expiresOn: null, note: "Me" })).rejects.toThrow();
  const { id } = await extend("2026-12-31");
  await requestLeave(own, days(nina, "2026-09-07", "2026-09-25"));
  const admin = await as(services, workspace.people.admin);
  expect(
    await outcomes([adjustBalance(admin, nina.id, { kind: "REVERSAL", reverses: id, note: "No" })]),
  ).toEqual({ LEAVE_NEGATIVE_BALANCE: 1 });
});

it("409 what would have lapsed in closed days stays lapsed", async () => {
  clock.set(new Date("2026-05-10T08:00:00Z"));
  await services.db
    .update(locations)
    .set({ closedThrough: "2026-04-30" })
    .where(eq(locations.id, workspace.locations.north));
  expect(await outcomes([extend("2026-12-31")])).toEqual({ PERIOD_CLOSED: 1 });
});
