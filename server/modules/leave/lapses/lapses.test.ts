import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { carryNotices } from "@/drizzle/schema/carry-notices";
import { users } from "@/drizzle/schema/people";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { addressOf, deliverLeaveMails, forgetLeaveMails } from "@/server/test/leave-mail-kit";
import { postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { notifyLapses } from "./notify-lapses";

const clock = standingClock();
const office = postOffice();
let services: Services;
let workspace: TestWorkspace;
let nina: TestPerson;
beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
});
afterAll(() => services.close());
beforeEach(async () => {
  await forgetLeaveMails(services, office);
  clock.set(new Date("2026-10-20T08:00:00Z"));
  workspace = await makeLeaveWorkspace(services);
  for (const locationId of Object.values(workspace.locations))
    await setPolicy(services, workspace, { locationId, yearlyQuota: 10, lapseNotices: "SENT" });
  nina = await makePerson(services, workspace, { startDate: "2020-01-01" });
});

/** The mails to a person since the last call. */
const sentTo = async (person: TestPerson) =>
  (await deliverLeaveMails(services, office)).filter(({ to }) => to === addressOf(person));
const proofs = () => services.db.select().from(carryNotices).where(eq(carryNotices.userId, nina.id));

it("each stage is one mail with its proof, whatever the number of processes; booked leave counts", async () => {
  await requestLeave(await as(services, nina), days(nina, "2026-12-07", "2026-12-11"));
  await Promise.all([1, 2, 3].map(() => notifyLapses(services)));
  const mails = await sentTo(nina);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe("Leave to use by 31 December 2026");
  expect(mails[0]?.text).toContain("5 days, to use by 31 December 2026");
  expect(await proofs()).toMatchObject([
    { leaveTypeId: workspace.leaveTypes.vacation, lapsesOn: "2026-12-31", days: 5, stage: 1, sentById: null },
  ]);
  expect((await proofs())[0]?.text).toBe(mails[0]?.text);
  clock.set(new Date("2026-10-21T08:00:00Z"));
  await notifyLapses(services);
  expect(await sentTo(nina)).toEqual([]);
  clock.set(new Date("2026-12-01T08:00:00Z"));
  await notifyLapses(services);
  clock.set(new Date("2026-12-24T08:00:00Z"));
  await notifyLapses(services);
  expect(await sentTo(nina)).toHaveLength(2);
  expect((await proofs()).map(({ stage }) => stage).sort()).toEqual([1, 2, 3]);
});

it("no mail where the policy says none, nothing lapses, or the person is gone", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 10 });
  await notifyLapses(services);
  expect(await sentTo(nina)).toEqual([]);
  await setPolicy(services, workspace, { yearlyQuota: 10, lapseNotices: "SENT", rollover: "ALL" });
  clock.set(new Date("2026-10-21T08:00:00Z"));
  await notifyLapses(services);
  expect(await proofs()).toEqual([]);
  await setPolicy(services, workspace, { yearlyQuota: 10, lapseNotices: "SENT" });
  await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, nina.id));
  clock.set(new Date("2026-10-22T08:00:00Z"));
  await notifyLapses(services);
  expect(await proofs()).toEqual([]);
});

it("without a notice that is required, only what leave has not taken is carried over", async () => {
  await setPolicy(services, workspace, {
    yearlyQuota: 10,
    lapseNotices: "REQUIRED",
    lapseNoticesSince: "2026-10-01",
  });
  const left = async () =>
    (await readBalances(await as(services, nina), { userId: nina.id })).find(
      ({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation,
    )?.remaining;
  clock.set(new Date("2026-11-20T08:00:00Z"));
  const before = (await left()) ?? 0;
  await requestLeave(await as(services, workspace.people.admin), {
    ...days(nina, "2026-12-07", "2026-12-10"),
    userId: nina.id,
  });
  expect(await left()).toBe(before - 4000);
  clock.set(new Date("2027-01-04T08:00:00Z"));
  expect(await left()).toBe(before - 4000 + 10_000);
});

it("where a policy requires the notice, days lapse after it, and else are carried over", async () => {
  await setPolicy(services, workspace, {
    yearlyQuota: 10,
    lapseNotices: "REQUIRED",
    lapseNoticesSince: "2026-10-01",
  });
  const left = async () =>
    (await readBalances(await as(services, nina), { userId: nina.id })).find(
      ({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation,
    )?.remaining;
  clock.set(new Date("2027-01-04T08:00:00Z"));
  const carried = (await left()) ?? 0;
  expect(carried).toBeGreaterThan(10_000);
  clock.set(new Date("2026-12-30T08:00:00Z"));
  await notifyLapses(services);
  clock.set(new Date("2027-01-04T08:00:00Z"));
  expect(await left()).toBe(carried - 10_000);
});
