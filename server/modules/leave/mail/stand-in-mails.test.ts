import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { notificationLocales } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { createDelegation } from "@/server/modules/people/delegations/create";
import { endDelegation } from "@/server/modules/people/delegations/end";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, leaveRow, makePerson, setApprovers } from "@/server/test/leave-kit";
import {
  addressOf,
  askForLeave,
  deliverLeaveMails,
  forgetLeaveMails,
  leaveMailWorkspace,
  tokenOf,
  writeLeaveMails,
} from "@/server/test/leave-mail-kit";
import { mailRows, postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { makeDelegation } from "@/server/test/stand-in-kit";
import { decideByMail } from "./decide-by-mail";
import { readDecision } from "./read-decision";

const office = postOffice();
const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let people: TestWorkspace["people"];
let nina: TestPerson;
/** Reaches only themselves. */
let sam: TestPerson;
beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
});
afterAll(() => services.close());
beforeEach(async () => {
  ({ workspace, people, nina } = await leaveMailWorkspace(services, office, clock));
  sam = people.platformer;
  await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
});

const deliver = () => deliverLeaveMails(services, office);
const ask = (more = {}) => askForLeave(services, nina, more);
const askAgain = async () => {
  const person = await makePerson(services, workspace, { name: "Nora Next" });
  return requestLeave(await as(services, person), days(person, "2027-02-01"));
};
const to = <M extends { to: string }>(person: TestPerson, mails: readonly M[]) =>
  mails.find((mail) => mail.to === addressOf(person));

describe("a request", () => {
  it("goes to the approver and to the stand-in, who decides by its link, and the answer shows on whose behalf", async () => {
    await makeDelegation(services, people.approver, sam);
    await makeLeave(services, people.user, { startDate: "2027-01-12" });
    const { id } = await ask({ leaveTypeId: workspace.leaveTypes.vacation, reason: "Skiing" });
    const mails = await deliver();
    expect(mails.map((mail) => mail.to).sort()).toEqual([addressOf(people.approver), addressOf(sam)].sort());
    const mail = to(sam, mails);
    for (const part of [
      "Standing in for: Paul Approver",
      "Reason: Skiing",
      "Leave type: Vacation",
      "Uma User",
      "you’re the stand-in for Paul Approver",
    ])
      expect(mail?.text).toContain(part);
    expect(to(people.approver, mails)?.text).not.toContain("Standing in for");
    const token = tokenOf(mail as never);
    const onBehalfOfName = "Paul Approver";
    expect(await readDecision(services, token)).toMatchObject({ state: "ready", onBehalfOfName });
    const own = tokenOf(to(people.approver, mails) as never);
    expect(await readDecision(services, own)).toMatchObject({ state: "ready", onBehalfOfName: null });
    expect(await decideByMail(services, token, { intent: "approve", version: 0 })).toBe(true);
    expect(await leaveRow(services, id)).toMatchObject({
      status: "APPROVED",
      approverId: sam.id,
      standsInForId: people.approver.id,
    });
    expect((await deliver())[0]?.text).toContain(
      "Pia Platform (standing in for Paul Approver) approved your leave.",
    );
  });

  it("is void for the stand-in after their period was ended early, and its link decides nothing", async () => {
    const delegation = await makeDelegation(services, people.approver, sam);
    const { id } = await ask();
    const token = tokenOf(to(sam, await deliver()) as never);
    await endDelegation(await as(services, people.approver), delegation);
    expect(await readDecision(services, token)).toEqual({ state: "not-approver" });
    expect(await decideByMail(services, token, { intent: "approve", version: 0 })).toBe(false);
    expect((await leaveRow(services, id)).status).toBe("OPEN");
  });

  it("reaches the stand-in with the first reminder in their period, and never the leave's owner", async () => {
    await makeDelegation(services, people.approver, sam, { startDate: "2026-11-23" });
    await makeDelegation(services, people.approver, nina);
    await ask();
    expect((await deliver()).map((mail) => mail.to)).toEqual([addressOf(people.approver)]);
    clock.pass(3 * day + 1);
    expect((await deliver()).map((mail) => mail.to).sort()).toEqual(
      [addressOf(people.approver), addressOf(sam)].sort(),
    );
  });
});

describe("when all approvers are absent", () => {
  const away = (endDate: string) =>
    makeLeave(services, people.approver, { startDate: "2026-11-19", endDate });
  const notices = async () => {
    await writeLeaveMails(services);
    return (await mailRows(services)).filter(({ kind }) => kind === "leave_unattended");
  };

  it("administrators are notified, once per request, also by several notices at once", async () => {
    await away("2026-12-01");
    await ask();
    await writeLeaveMails(services, 4);
    expect(await notices()).toMatchObject([{ recipient: addressOf(people.admin) }]);
    expect((await notices())[0]?.subject).toContain("No one is there to decide: Nina New");
    clock.pass(4 * day);
    expect(await notices()).toHaveLength(1);
  });

  it("not when an approver is back in time, has a stand-in, or is present at the current level", async () => {
    await away("2026-11-30");
    await ask();
    expect(await notices()).toEqual([]);
    await away("2026-12-31");
    await makeDelegation(services, people.approver, sam);
    await askAgain();
    expect(await notices()).toEqual([]);
  });

  it("when it is the next level's turn, and at a reminder, when leave was approved later", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, [
      [people.northSeller, 1],
      [people.approver, 2],
    ]);
    await away("2026-12-31");
    const { id } = await ask();
    expect(await notices()).toEqual([]);
    await approveLeave(await as(services, people.northSeller), id);
    expect(await notices()).toHaveLength(1);
    await setApprovers(services, workspace, workspace.departments.sales, [[people.northSeller, 1]]);
    await askAgain();
    expect(await notices()).toHaveLength(1);
    await makeLeave(services, people.northSeller, { startDate: "2026-11-21", endDate: "2026-12-31" });
    clock.pass(4 * day);
    expect(await notices()).toHaveLength(2);
  });
});

it("every language has complete sentences for delegations, requests, outcomes and unattended requests", async () => {
  for (const language of notificationLocales) {
    await services.db
      .insert(mailPreferences)
      .values(
        [sam, nina, people.admin].map(({ id }) => ({
          ...{ workspaceId: workspace.id, userId: id, language, updatedAt: clock() },
        })),
      )
      .onConflictDoUpdate({
        target: [mailPreferences.workspaceId, mailPreferences.userId],
        set: { language },
      });
    const monday = (weeks: number) => new Date(Date.UTC(2027, 2, 1 + 7 * weeks)).toISOString().slice(0, 10);
    const turn = notificationLocales.indexOf(language);
    const approver = await as(services, people.approver);
    const named = await createDelegation(approver, {
      standInId: people.user.id,
      startDate: "2026-11-20",
      endDate: "2026-11-20",
    });
    await endDelegation(approver, named.id);
    const delegation = await makeDelegation(services, people.approver, sam);
    const { id } = await requestLeave(await as(services, nina), days(nina, monday(2 * turn)));
    await writeLeaveMails(services);
    await approveLeave(await as(services, sam), id);
    await endDelegation(approver, delegation);
    await makeLeave(services, people.approver, { startDate: "2026-11-19", endDate: "2026-12-31" });
    await requestLeave(await as(services, nina), days(nina, monday(2 * turn + 1)));
    const mails = await deliver();
    expect(mails.length).toBeGreaterThanOrEqual(5);
    for (const { subject, text } of mails) expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined|null/);
    await forgetLeaveMails(services, office);
  }
});
