import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { carryNotices } from "@/drizzle/schema/carry-notices";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { addressOf, deliverLeaveMails, forgetLeaveMails } from "@/server/test/leave-mail-kit";
import { postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { notifyLapses } from "./notify-lapses";

const clock = standingClock();
const office = postOffice();
let services: Services;
let workspace: TestWorkspace;
let nina: TestPerson;
let omar: TestPerson;
let caller: Awaited<ReturnType<typeof signedInCaller>>;
beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
});
afterAll(() => services.close());
beforeEach(async () => {
  await forgetLeaveMails(services, office);
  clock.set(new Date("2026-10-20T08:00:00Z"));
  workspace = await makeLeaveWorkspace(services);
  for (const locationId of Object.values(workspace.locations))
    await setPolicy(services, workspace, { locationId, yearlyQuota: 10 });
  nina = await makePerson(services, workspace, { startDate: "2020-01-01" });
  omar = await makePerson(services, workspace, {
    ...{ name: "Omar Old", startDate: "2020-01-01", locationId: workspace.locations.south },
  });
  caller = await signedInCaller(services, workspace.people.admin);
});

const rowOf = ({ id, leaveTypeId }: TestPerson, lapsesOn = "2026-12-31") => ({
  ...{ userId: encodeId("user", id), leaveTypeId: encodeId("leaveType", leaveTypeId), lapsesOn },
});
const sentTo = async (person: TestPerson) =>
  (await deliverLeaveMails(services, office)).filter(({ to }) => to === addressOf(person));
const proofsOf = (person: TestPerson) =>
  services.db.select().from(carryNotices).where(eq(carryNotices.userId, person.id));

it("the list has who loses what by when, by day, name and days, with the latest notice", async () => {
  const { items, count, peopleCount } = await caller.lapses.page({ q: "n" });
  const of = items.find(({ userName }) => userName === "Nina New");
  expect(of).toMatchObject({ lapsesOn: "2026-12-31", notice: null, amount: { shown: 10 } });
  expect(count).toBe(items.length);
  expect(peopleCount).toBeGreaterThan(1);
  await caller.lapses.notify({ select: { rows: [rowOf(nina)] } });
  const after = (await caller.lapses.page({ q: "Nina" })).items[0];
  expect(after?.notice).toMatchObject({ isByHand: true, sentByName: workspace.people.admin.name });
});

it("days that have lapsed are listed as the list ahead listed them, with their notice; no notice is sent of them", async () => {
  await caller.lapses.notify({ select: { rows: [rowOf(nina)] } });
  await requestLeave(await as(services, nina), days(nina, "2026-12-07", "2026-12-11"));
  const ahead = (await caller.lapses.page({ q: "Nina" })).items;
  expect(ahead).toMatchObject([{ lapsesOn: "2026-12-31", amount: { shown: 5 } }]);
  const isOfYear = ({ lapsesOn }: { lapsesOn: string }) => lapsesOn === "2026-12-31";
  expect((await caller.lapses.page({ q: "Nina", within: "-365" })).items.filter(isOfYear)).toEqual([]);
  clock.set(new Date("2027-01-04T08:00:00Z"));
  const lost = (await signedInCaller(services, workspace.people.admin)).lapses;
  const lostBy = async (q: string) => (await lost.page({ q, within: "-365" })).items.filter(isOfYear);
  expect(await lostBy("Nina")).toEqual(ahead);
  expect(await lostBy("Omar")).toMatchObject([{ notice: null, amount: { shown: 10 } }]);
  await lost.notify({ select: { rows: [rowOf(omar)] } });
  expect(await proofsOf(omar)).toEqual([]);
});

it("the filters are location, department, leave type, name and how far ahead; one that excludes all says so", async () => {
  const named = async (more: Parameters<typeof caller.lapses.page>[0]) =>
    (await caller.lapses.page(more)).items.map(({ userName }) => userName);
  const south = encodeId("location", workspace.locations.south);
  expect(await named({ location: south })).toContain("Omar Old");
  expect(await named({ location: south })).not.toContain("Nina New");
  expect(await named({ q: "omar" })).toEqual(["Omar Old"]);
  expect(await named({ within: "30" })).toEqual([]);
  expect((await caller.lapses.page({ within: "30" })).excluded).toBeGreaterThan(0);
  const sales = encodeId("department", workspace.departments.sales);
  expect(await named({ department: sales, sort: "-name" })).toEqual(
    (await named({ department: sales, sort: "name" })).reverse(),
  );
  const vacation = encodeId("leaveType", workspace.leaveTypes.vacation);
  expect(await named({ leaveType: vacation, q: "nina" })).toEqual(["Nina New"]);
  expect(await named({ leaveType: encodeId("leaveType", workspace.id), q: "nina" })).toEqual([]);
});

it("by default the type with the most days is shown; the sums of each type stay", async () => {
  await setPolicy(services, workspace, { leaveTypeId: workspace.leaveTypes.sick, yearlyQuota: 1 });
  const few = encodeId("leaveType", workspace.leaveTypes.sick);
  const vacation = encodeId("leaveType", workspace.leaveTypes.vacation);
  const every = await caller.lapses.page({ q: "nina" });
  expect(every.leaveType).toBeNull();
  expect(every.items.map(({ leaveTypeId }) => leaveTypeId).sort()).toEqual([vacation, few].sort());
  const most = await caller.lapses.page({ q: "nina", leaveType: "most" });
  expect(most.leaveType).toBe(vacation);
  expect(most.items.map(({ leaveTypeId }) => leaveTypeId)).toEqual([vacation]);
  expect(most.sums).toMatchObject([
    { leaveTypeId: vacation, days: 10, peopleCount: 1 },
    { leaveTypeId: few, days: 1, peopleCount: 1 },
  ]);
  const other = await caller.lapses.page({ q: "nina", leaveType: few });
  expect(other.items.map(({ leaveTypeId }) => leaveTypeId)).toEqual([few]);
  expect(other.sums).toEqual(most.sums);
  expect(await caller.lapses.page({ q: "zzzz", leaveType: "most" })).toMatchObject({ items: [], sums: [] });
});

it("a person's own lapses are all listed, for the person and those who manage them", async () => {
  const own = await signedInCaller(services, nina);
  const userId = encodeId("user", nina.id);
  for (const one of [own, caller])
    expect(await one.lapses.list({ userId })).toMatchObject([
      { lapsesOn: "2026-12-31", amount: { shown: 10 } },
    ]);
  await expect(own.lapses.list({ userId: encodeId("user", omar.id) })).rejects.toThrow();
});

it("pages have each row once", async () => {
  const all = (await caller.lapses.page({})).items.map((row) => row.userId);
  const found: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await caller.lapses.page({ limit: 2, cursor });
    found.push(...page.items.map((row) => row.userId));
    cursor = page.next ?? undefined;
  }
  expect(found).toEqual(all);
});

it("two presses at once send one mail to each person, with one proof; a notice of the same day is not repeated", async () => {
  const other = await signedInCaller(services, workspace.people.admin);
  const select = { rows: [rowOf(nina), rowOf(omar)] };
  expect(await caller.lapses.preview({ select })).toEqual({ mailCount: 2, skippedCount: 0 });
  const sent = await Promise.all([caller, other, caller, other].map((one) => one.lapses.notify({ select })));
  expect(sent.reduce((sum, { mailCount }) => sum + mailCount, 0)).toBe(2);
  const mails = await deliverLeaveMails(services, office);
  for (const person of [nina, omar])
    expect(mails.filter(({ to }) => to === addressOf(person))).toHaveLength(1);
  expect(await proofsOf(nina)).toMatchObject([
    {
      lapsesOn: "2026-12-31",
      days: 10,
      stage: null,
      sentById: workspace.people.admin.id,
      sentOn: "2026-10-20",
    },
  ]);
  expect(await caller.lapses.preview({ select })).toEqual({ mailCount: 0, skippedCount: 2 });
  clock.set(new Date("2026-10-21T08:00:00Z"));
  expect(await caller.lapses.notify({ select: { rows: [rowOf(nina)] } })).toEqual({
    mailCount: 1,
    next: null,
  });
});

it("of two overlapping selections at once, the second has only what the first left", async () => {
  const { sick } = workspace.leaveTypes;
  await setPolicy(services, workspace, { leaveTypeId: sick, yearlyQuota: 6 });
  const other = await signedInCaller(services, workspace.people.admin);
  const both = [rowOf(nina), { ...rowOf(nina), leaveTypeId: encodeId("leaveType", sick) }];
  let sent: Promise<unknown> = Promise.resolve();
  await services.db.transaction(async (tx) => {
    // Both have read what was sent before either writes.
    await tx.execute(sql`lock table ${carryNotices} in share row exclusive mode`);
    sent = Promise.all([
      caller.lapses.notify({ select: { rows: [rowOf(nina)] } }),
      other.lapses.notify({ select: { rows: both } }),
    ]);
    await delay(500);
  });
  await sent;
  const text = (await sentTo(nina)).map((mail) => mail.text).join();
  expect(text.match(/Vacation: 10 days/g)).toHaveLength(1);
  expect(text.match(/Sick: 6 days/g)).toHaveLength(1);
  expect(await proofsOf(nina)).toHaveLength(2);
});

it("all that a filter matches are notified in steps; days that no longer lapse are left out", async () => {
  const south = encodeId("location", workspace.locations.south);
  const select = { filter: { location: south } };
  const { mailCount } = await caller.lapses.preview({ select });
  let sent = 0;
  for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
    const step: { mailCount: number; next: string | null } = await caller.lapses.notify({ select, after });
    sent += step.mailCount;
    after = step.next;
  }
  expect(sent).toBe(mailCount);
  expect(await sentTo(nina)).toEqual([]);
  expect(await caller.lapses.notify({ select: { rows: [rowOf(nina, "2026-11-30")] } })).toMatchObject({
    mailCount: 0,
  });
});

it("a notice by hand is no stage: the stages follow all the same", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 10, lapseNotices: "SENT" });
  await caller.lapses.notify({ select: { rows: [rowOf(nina)] } });
  await notifyLapses(services);
  expect((await proofsOf(nina)).map(({ stage }) => stage)).toEqual(expect.arrayContaining([null, 1]));
});

it("403 for approvers and users; a location admin sees and notifies those they manage, and no administrator", async () => {
  for (const person of [workspace.people.approver, workspace.people.user]) {
    const one = await signedInCaller(services, person);
    await expect(one.lapses.page({})).rejects.toThrow();
    const select = { rows: [rowOf(nina)] };
    await expect(one.lapses.preview({ select })).rejects.toThrow();
    await expect(one.lapses.notify({ select })).rejects.toThrow();
  }
  const lead = await signedInCaller(services, workspace.people.locationAdmin);
  const seen = (await lead.lapses.page({})).items.map(({ userName }) => userName);
  expect(seen).toContain("Nina New");
  expect(seen).not.toContain("Omar Old");
  expect(seen).not.toContain(workspace.people.admin.name);
  const select = { rows: [rowOf(omar), rowOf(workspace.people.admin)] };
  expect(await lead.lapses.notify({ select })).toMatchObject({ mailCount: 0 });
});
