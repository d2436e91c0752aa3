import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { pushSubscriptions } from "@/drizzle/schema/push";
import { notificationLocales } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { expireLeaves } from "@/server/modules/leave/requests/expire";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { bookCompanyLeave, companyLeaveOf } from "@/server/test/company-kit";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, makePerson, setApprovers } from "@/server/test/leave-kit";
import { askForLeave, leaveMailWorkspace, writeLeaveMails } from "@/server/test/leave-mail-kit";
import { mailRows, postOffice } from "@/server/test/mail-kit";
import {
  makeDevice,
  type PushService,
  sendPushes,
  shownIn,
  startPushService,
  type TestBrowser,
} from "@/server/test/push-kit";
import { standingClock, testServices } from "@/server/test/services";
import { makeDelegation } from "@/server/test/stand-in-kit";

const office = postOffice();
const clock = standingClock();
let push: PushService;
let services: Services;
let workspace: TestWorkspace;
let people: TestWorkspace["people"];
let nina: TestPerson;
let hers: TestBrowser;
let theirs: TestBrowser;

beforeAll(async () => {
  push = await startPushService();
  services = await testServices({ clock, mailer: office }, { WEBHOOK_ALLOW_HOSTS: push.host });
});
afterAll(async () => {
  await services.close();
  await push.close();
});
beforeEach(async () => {
  await services.db.delete(pushSubscriptions);
  push.received.length = 0;
  ({ workspace, people, nina } = await leaveMailWorkspace(services, office, clock));
  await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
  hers = (await makeDevice(services, nina, push)).browser;
  theirs = (await makeDevice(services, people.approver, push)).browser;
});

const ask = (more = {}) => askForLeave(services, nina, more);
const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, " ").replace(/ ([–-]) /g, "$1");
/** What the browser has shown since the last call. */
async function shown(browser: TestBrowser) {
  await writeLeaveMails(services);
  await sendPushes(services);
  const found = shownIn(browser, push).map((one) => ({ ...one, text: plain(one.text) }));
  push.received.length = 0;
  return found;
}
const prefer = (person: TestPerson, change: Partial<typeof mailPreferences.$inferInsert>) =>
  services.db
    .insert(mailPreferences)
    .values({ workspaceId: workspace.id, userId: person.id, updatedAt: clock(), ...change });

describe("to decide", () => {
  it("shows who and when to those who may decide, and opens Approvals", async () => {
    await ask({ reason: "Skiing" });
    expect(await shown(theirs)).toEqual([
      {
        ...{ title: "To decide", text: "Nina New is asking for leave: 11–15 January 2027" },
        ...{
          path: "/dashboard/approvals",
          topic: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/),
        },
      },
    ]);
  });

  it("reaches a stand-in as the mail does", async () => {
    const { browser } = await makeDevice(services, people.platformer, push);
    await makeDelegation(services, people.approver, people.platformer);
    await ask();
    expect(await shown(browser)).toMatchObject([{ title: "To decide" }]);
  });

  it("lives until the request expires, and a day at most", async () => {
    await ask();
    await requestLeave(await as(services, nina), days(nina, "2026-11-20"));
    await writeLeaveMails(services);
    const rows = (await mailRows(services)).filter(({ kind }) => kind === "push_request");
    expect(rows.map(({ expiresAt }) => expiresAt?.toISOString()).sort()).toEqual([
      "2026-11-21T00:00:00.000Z",
      "2026-11-21T12:00:00.000Z",
    ]);
  });

  it("is a mail only, without the switch for devices; and on devices only, without that for mails", async () => {
    await prefer(people.approver, { pushRequests: false });
    await ask();
    expect(await shown(theirs)).toEqual([]);
    expect((await mailRows(services)).map(({ kind }) => kind)).toEqual(["leave_request"]);
    await services.db.update(mailPreferences).set({ pushRequests: true, requests: false });
    await askForLeave(services, await makePerson(services, workspace));
    expect(await shown(theirs)).toHaveLength(1);
    expect((await mailRows(services)).filter(({ kind }) => kind === "leave_request")).toHaveLength(1);
  });

  it("is not repeated by reminders", async () => {
    await ask();
    expect(await shown(theirs)).toHaveLength(1);
    clock.pass(4 * day);
    expect(await shown(theirs)).toEqual([]);
    expect((await mailRows(services)).some(({ kind }) => kind === "leave_reminder")).toBe(true);
  });
});

describe("decided", () => {
  it("an approval and a later cancellation by another reach the person, under one topic", async () => {
    const { id } = await ask();
    await shown(theirs);
    await approveLeave(await as(services, people.approver), id);
    const approved = await shown(hers);
    expect(approved).toMatchObject([
      {
        title: "Your leave",
        text: "Your leave is approved: 11–15 January 2027",
        path: `/dashboard/leaves/leave-${id}`,
      },
    ]);
    await cancelLeave(await as(services, people.admin), id);
    const cancelled = await shown(hers);
    expect(cancelled).toMatchObject([{ text: "Your leave was cancelled: 11–15 January 2027" }]);
    expect(cancelled[0]?.topic).toBe(approved[0]?.topic);
  });

  it("a denial is shown without its reason, an expiry as such", async () => {
    const { id } = await ask();
    await denyLeave(await as(services, people.approver), id, { reason: "Too many are away" });
    expect(JSON.stringify(await shown(hers))).not.toContain("Too many");
    await ask();
    await shown(hers);
    clock.pass(60 * day);
    await expireLeaves(services);
    expect(await shown(hers)).toMatchObject([{ text: "Your leave request expired: 11–15 January 2027" }]);
  });

  it("one's own acts, and company leave, are shown on no device", async () => {
    const { id } = await ask();
    await approveLeave(await as(services, people.approver), id);
    await shown(hers);
    await cancelLeave(await as(services, nina), id);
    expect(await shown(hers)).toEqual([]);
    await bookCompanyLeave(services, workspace, { startDate: "2027-03-01", endDate: "2027-03-02" });
    expect(await companyLeaveOf(services, nina)).toBeDefined();
    expect(await shown(hers)).toEqual([]);
  });

  it("the switch for devices ends them, and no mail", async () => {
    await prefer(nina, { pushDecisions: false });
    const { id } = await ask();
    await approveLeave(await as(services, people.approver), id);
    expect(await shown(hers)).toEqual([]);
    expect((await mailRows(services)).some(({ kind }) => kind === "leave_decided")).toBe(true);
  });
});

it.each(notificationLocales)(
  "%s: neither type nor reason is on a lock screen, whether private or not",
  async (language) => {
    for (const person of [nina, people.approver]) await prefer(person, { language });
    for (const isPrivate of [true, false]) {
      await services.db
        .update(leaveTypes)
        .set({ name: `Surgery ${isPrivate}`, isPrivate })
        .where(eq(leaveTypes.id, nina.leaveTypeId));
      const { id } = await ask({ reason: "Knee" });
      const asked = await shown(theirs);
      await denyLeave(await as(services, people.approver), id, { reason: "Knees can wait" });
      const all = [...asked, ...(await shown(hers))];
      expect(all).toHaveLength(2);
      expect(asked[0]?.text).toContain("Nina New");
      for (const { title, text } of all) {
        expect(title.length).toBeLessThan(25);
        expect(text).toMatch(/11.*15.*2027/);
        expect(`${title} ${text}`).not.toMatch(/Surgery|Knee|Knie/i);
      }
    }
  },
);
