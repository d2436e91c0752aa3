import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import type { Services } from "@/server/kernel/services";
import { createDelegation } from "@/server/modules/people/delegations/create";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import {
  as,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  setPolicy,
} from "@/server/test/leave-kit";
import { addressOf, deliverLeaveMails, forgetLeaveMails } from "@/server/test/leave-mail-kit";
import { postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { createCredit } from "./create-credit";
import { decideCredit } from "./decide-credit";

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
  await setPolicy(services, workspace, { creditsRequestable: true, creditValidDays: 60 });
  nina = await makePerson(services, workspace, { startDate: "2025-01-01" });
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
});

const wanted = () => ({
  ...{ leaveTypeId: nina.leaveTypeId, amount: 1.5, earnedOn: "2026-10-17" },
  reason: "Fair on Saturday",
});
const ask = async () => createCredit(await as(services, nina), wanted());
const sent = async () =>
  (await deliverLeaveMails(services, office)).map(({ to, subject, text }) => ({ to, subject, text }));

it("asking mails those whose turn it is, with amount, expiry and reason; granting mails no one to decide", async () => {
  const { approver, admin, user } = workspace.people;
  await createDelegation(await as(services, approver), {
    ...{ standInId: user.id, startDate: "2026-10-20", endDate: "2026-10-30" },
  });
  // Who stands in was notified of that.
  await sent();
  await ask();
  const mails = await sent();
  expect(mails.map(({ to }) => to).sort()).toEqual([addressOf(approver), addressOf(user)].sort());
  const own = mails.find(({ to }) => to === addressOf(approver));
  expect(own?.subject).toBe("Nina New is asking for a credit");
  for (const part of [
    "1.5 days",
    "17 October 2026",
    "16 December 2026",
    "Fair on Saturday",
    "/dashboard/approvals",
  ])
    expect(own?.text).toContain(part);
  expect(mails.find(({ to }) => to === addressOf(user))?.text).toContain(approver.name);
  await createCredit(await as(services, admin), { ...wanted(), userId: nina.id });
  expect(await sent()).toEqual([]);
});

it("who has switched off mails of requests gets none", async () => {
  const { approver } = workspace.people;
  await services.db.insert(mailPreferences).values({
    ...{ workspaceId: workspace.id, userId: approver.id, requests: false, updatedAt: clock() },
  });
  await ask();
  expect(await sent()).toEqual([]);
});

it("a decision mails the person, with its reason and the expiry; of two at once one mail is sent", async () => {
  const approver = await as(services, workspace.people.approver);
  const first = await ask();
  await sent();
  const decide = () => decideCredit(approver, first.id, { action: "approve", reason: "Thanks" });
  expect(await outcomes([decide(), decide(), decide()])).toEqual({ ok: 1, CONFLICT: 2 });
  const mails = await sent();
  expect(mails).toMatchObject([{ to: addressOf(nina), subject: "Your credit is approved" }]);
  for (const part of ["approved your credit", "1.5 days", "16 December 2026", "Thanks"])
    expect(mails[0]?.text).toContain(part);
  const second = await ask();
  await sent();
  await decideCredit(approver, second.id, { action: "deny", reason: "No fair" });
  expect(await sent()).toMatchObject([
    { to: addressOf(nina), subject: "Your credit was denied", text: expect.stringContaining("No fair") },
  ]);
});
