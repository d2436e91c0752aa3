import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leaveNotices, mailPreferences } from "@/drizzle/schema/leave-mails";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { type NotificationLocale, notificationLocales } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { day, hour } from "@/server/kernel/time/clock";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { expireLeaves } from "@/server/modules/leave/requests/expire";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, setApprovers } from "@/server/test/leave-kit";
import {
  addressOf,
  askForLeave,
  deliverLeaveMails,
  forgetLeaveMails,
  leaveMailWorkspace,
  linksOf,
  tokenOf,
  writeLeaveMails,
} from "@/server/test/leave-mail-kit";
import { mailRows, postOffice } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { deleteOldLinks } from "./delete-old-links";

const office = postOffice();
const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let people: TestWorkspace["people"];
let nina: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock, mailer: office });
});

afterAll(() => services.close());

beforeEach(async () => {
  ({ workspace, people, nina } = await leaveMailWorkspace(services, office, clock));
});

/** Replaces the different spaces that date formats contain. */
const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, " ").replace(/ ([–-]) /g, "$1");

const deliver = async () =>
  (await deliverLeaveMails(services, office)).map((mail) => ({
    ...mail,
    subject: plain(mail.subject),
    text: plain(mail.text),
  }));
const ask = (more = {}) => askForLeave(services, nina, more);

const prefer = (person: TestPerson, change: Partial<typeof mailPreferences.$inferInsert>) =>
  services.db
    .insert(mailPreferences)
    .values({ workspaceId: workspace.id, userId: person.id, updatedAt: clock(), ...change });

describe("a request", () => {
  it("is mailed to the current approvers, with all facts that help to decide it, and one link", async () => {
    await makeLeave(services, people.user, { startDate: "2027-01-12", endDate: "2027-01-13" });
    const { id } = await ask({ reason: "Skiing <b>" });
    const [mail, ...others] = await deliver();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: addressOf(people.approver),
      subject: "Nina New is asking for leave: 11–15 January 2027",
    });
    const text = mail?.text ?? "";
    for (const part of [
      "Hi Paul Approver,",
      "Please decide by 1 December 2026.",
      "When: 11–15 January 2027",
      "Working days: 5",
      "Leave type: Vacation",
      "Reason: Skiing <b>",
      "Balance after: 20 days left until 31 December 2027",
      "Also away: Uma User (Tue 12–Wed 13 Jan)",
    ])
      expect(text).toContain(part);
    expect(mail?.html).toContain("Skiing &lt;b&gt;");
    expect(text.match(/\/decide\//g)).toHaveLength(1);
    const links = await linksOf(services, id);
    expect(links).toMatchObject([{ userId: people.approver.id, version: 0, usedAt: null, endedAt: null }]);
    expect(links[0]?.hash).toEqual(sha256(tokenOf(mail as never)));
  });

  it("each approver gets an individual link, but not an inactive one or the requester", async () => {
    const { sales } = workspace.departments;
    await setApprovers(services, workspace, sales, [
      [people.approver, 1],
      [people.admin, 1],
      [people.inactive, 1],
      [nina, 1],
    ]);
    await ask();
    const mails = await deliver();
    expect(mails.map(({ to }) => to).sort()).toEqual(
      [addressOf(people.approver), addressOf(people.admin)].sort(),
    );
    expect(new Set(mails.map(tokenOf)).size).toBe(2);
  });

  it("goes to the next level after the first has approved, and not to the leave's owner", async () => {
    const { id } = await ask();
    await deliver();
    await approveLeave(await as(services, people.approver), id);
    const mails = await deliver();
    expect(mails).toMatchObject([{ to: addressOf(people.admin) }]);
    expect(mails[0]?.text).toContain("The first approval is in");
  });

  it("goes to location admins, else to administrators, when a department has no other approver", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, []);
    await ask();
    expect((await deliver()).map(({ to }) => to)).toEqual([addressOf(people.locationAdmin)]);
    await requestLeave(await as(services, people.user), days(people.user, "2027-01-11"));
    expect((await deliver()).map(({ to }) => to)).toEqual([addressOf(people.admin)]);
  });

  it("needs no mail when nothing has to be decided, and is mailed again when it changes", async () => {
    const { id } = await ask();
    await deliver();
    await editLeave(await as(services, nina), id, { endDate: "2027-01-13" });
    const [mail] = await deliver();
    expect(mail?.subject).toBe("Nina New changed a leave request: 11–13 January 2027");
    await services.db
      .update(leavePolicies)
      .set({ approvalRequired: false })
      .where(eq(leavePolicies.workspaceId, workspace.id));
    await requestLeave(await as(services, nina), days(nina, "2027-03-01"));
    expect(await deliver()).toEqual([]);
  });

  it("is mailed once per state, however many notices of it there are", async () => {
    const { id } = await ask();
    const [notice] = await services.db.select().from(leaveNotices);
    if (!notice) throw new Error("There is no notice");
    await services.db.insert(leaveNotices).values({ ...notice, id: id });
    expect(await deliver()).toHaveLength(1);
    expect(await services.db.select().from(leaveNotices).where(eq(leaveNotices.kind, "ask"))).toEqual([]);
  });

  it("is mailed to no approver when it is decided before the mail is written", async () => {
    const { id } = await ask();
    await denyLeave(await as(services, people.approver), id);
    expect((await deliver()).map(({ to }) => to)).toEqual([addressOf(nina)]);
  });
});

describe("names and types", () => {
  it.each([
    ["SELF", false],
    ["WORKSPACE", true],
  ] as const)("absent colleagues only within the approver's sight: %s", async (visibility, isNamed) => {
    await services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));
    await setApprovers(services, workspace, workspace.departments.sales, [[people.locationAdmin, 1]]);
    await makeLeave(services, people.user, { startDate: "2027-01-12" });
    await ask();
    const [mail] = await deliver();
    expect(mail?.text.includes("Uma User")).toBe(isNamed);
    expect(mail?.text.includes("Also away: No one else")).toBe(!isNamed);
  });

  it("a private type only to users who may know it, and never in a subject", async () => {
    const { sick } = workspace.leaveTypes;
    await services.db
      .update(leavePolicies)
      .set({ approvalRequired: true })
      .where(eq(leavePolicies.leaveTypeId, sick));
    await makeLeave(services, people.northSeller, { startDate: "2027-01-12", leaveTypeId: sick });
    const { id } = await requestLeave(
      await as(services, nina),
      days({ ...nina, leaveTypeId: sick }, "2027-01-12"),
    );
    const [mail] = await deliver();
    // The current approver sees the type; of the colleague they see only the absence.
    expect(mail?.text).toContain("Leave type: Sick");
    expect(mail?.text).toContain("Nils North (Tue 12 Jan)");
    expect(mail?.text.match(/Sick/g)).toHaveLength(1);
    expect(mail?.subject).not.toContain("Sick");
    await approveLeave(await as(services, people.admin), id).catch(() => undefined);
  });
});

describe("the leave's owner", () => {
  it("gets the decision, and its reason", async () => {
    await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
    const approved = await ask();
    const denied = await requestLeave(await as(services, nina), days(nina, "2027-02-01"));
    await deliver();
    await approveLeave(await as(services, people.approver), approved.id);
    await denyLeave(await as(services, people.approver), denied.id, { reason: "Trade fair\nin Lima" });
    const mails = await deliver();
    expect(mails.map(({ to }) => to)).toEqual([addressOf(nina), addressOf(nina)]);
    const [yes, no] = mails.toSorted((a, b) => a.subject.localeCompare(b.subject));
    expect(yes?.subject).toBe("Your leave is approved: 11–15 January 2027");
    expect(yes?.text).toContain("Paul Approver approved your leave.");
    expect(no?.text).toContain("Paul Approver denied your leave request.");
    expect(no?.text).toContain("Trade fair\n  in Lima");
    expect(no?.text).not.toContain("/decide/");
  });

  it("gets changes by others, but not their own", async () => {
    const { id } = await ask();
    await deliver();
    await editLeave(await as(services, people.admin), id, { endDate: "2027-01-12" });
    const changed = await deliver();
    expect(changed.map(({ to }) => to).sort()).toEqual([addressOf(nina), addressOf(people.approver)].sort());
    await cancelLeave(await as(services, nina), id);
    expect(await deliver()).toEqual([]);
    await requestLeave(
      await as(services, people.admin),
      days(nina, "2027-02-01", "2027-02-01", { userId: nina.id }),
    );
    expect(await deliver()).toMatchObject([{ subject: "Leave was added for you: 1 February 2027" }]);
  });

  it("gets the expiry of a request", async () => {
    await ask();
    await forgetLeaveMails(services, office);
    clock.pass(20 * day);
    await expireLeaves(services);
    const own = (await deliver()).filter(({ to }) => to === addressOf(nina));
    expect(own).toMatchObject([{ subject: "Your leave request expired: 11–15 January 2027" }]);
  });

  it("gets no mail when they are not active", async () => {
    const { id } = await ask();
    await deliver();
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, nina.id));
    await denyLeave(await as(services, people.approver), id);
    expect(await deliver()).toEqual([]);
  });
});

describe("links", () => {
  it("end with the decision, also those of the other approvers", async () => {
    const { id } = await ask();
    await deliver();
    await denyLeave(await as(services, people.admin), id);
    expect(await linksOf(services, id)).toMatchObject([{ endedAt: clock(), usedAt: null }]);
  });
});

describe("reminders", () => {
  /** Counted from Friday 20 November 2026, 12:00 UTC: Monday, Wednesday and Friday. */
  const mondayNoon = new Date("2026-11-23T12:00:00.000Z");

  it("come after 1, 3 and 5 working days, each once, also with several processes", async () => {
    await ask();
    await deliver();
    clock.set(new Date(mondayNoon.getTime() - 1));
    await writeLeaveMails(services, 4);
    expect(await deliver()).toEqual([]);
    for (const [at, count] of [
      [mondayNoon, 1],
      [new Date("2026-11-24T12:00:00.000Z"), 0],
      [new Date("2026-11-25T12:00:00.000Z"), 1],
      [new Date("2026-11-27T12:00:00.000Z"), 1],
      [new Date("2026-11-30T12:00:00.000Z"), 0],
    ] as const) {
      clock.set(at);
      await writeLeaveMails(services, 4);
      const mails = await deliver();
      expect(mails.length, at.toISOString()).toBe(count);
      for (const mail of mails) {
        expect(mail.subject).toBe("Waiting for your decision: Nina New, 11–15 January 2027");
        expect(tokenOf(mail)).toHaveLength(65);
      }
    }
  });

  it("stop after the decision, and start again when the request changes", async () => {
    const { id } = await ask();
    await deliver();
    clock.pass(2 * hour);
    await editLeave(await as(services, nina), id, { endDate: "2027-01-12" });
    await deliver();
    clock.set(mondayNoon);
    expect(await deliver()).toEqual([]);
    clock.pass(2 * hour);
    expect(await deliver()).toHaveLength(1);
    await denyLeave(await as(services, people.approver), id);
    await deliver();
    clock.pass(10 * day);
    expect(await deliver()).toEqual([]);
  });
});

describe("preferences", () => {
  it("each kind can be switched off, and the others are still sent", async () => {
    await prefer(people.approver, { requests: false });
    const { id } = await ask();
    expect(await deliver()).toEqual([]);
    clock.set(new Date("2026-11-23T12:00:00.000Z"));
    expect(await deliver()).toHaveLength(1);
    await services.db
      .update(mailPreferences)
      .set({ requests: true, reminders: false })
      .where(eq(mailPreferences.userId, people.approver.id));
    clock.set(new Date("2026-11-25T12:00:00.000Z"));
    expect(await deliver()).toEqual([]);
    await prefer(nina, { changes: false });
    await editLeave(await as(services, people.admin), id, { endDate: "2027-01-12" });
    expect((await deliver()).map(({ to }) => to)).toEqual([addressOf(people.approver)]);
    await denyLeave(await as(services, people.approver), id);
    expect((await deliver()).map(({ to }) => to)).toEqual([addressOf(nina)]);
  });

  it.each(notificationLocales)(
    "mails in the recipient's language, with every phrase: %s",
    async (language) => {
      for (const person of [people.approver, nina]) await prefer(person, { language });
      await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
      await makeLeave(services, people.user, { startDate: "2027-01-12" });
      const { id } = await ask({ reason: "Skiing" });
      const [request] = await deliver();
      await denyLeave(await as(services, people.approver), id, { reason: "Fair" });
      const [outcome] = await deliver();
      const expected: Record<NotificationLocale, [string, string]> = {
        en: ["asking for leave", "was denied"],
        de: ["möchte abwesend sein", "wurde abgelehnt"],
        es: ["solicita una ausencia", "se ha rechazado"],
        fr: ["demande une absence", "a été refusée"],
        pt: ["pede uma ausência", "foi recusada"],
      };
      expect(request?.subject).toContain(expected[language][0]);
      expect(outcome?.subject).toContain(expected[language][1]);
      for (const mail of [request, outcome]) {
        expect(mail?.html).toContain(`<html lang="${language}">`);
        expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[{}]|undefined/);
      }
    },
  );

  it.each([
    ["en", "Hours: 40", "160 hours left until"],
    ["de", "Stunden: 40", "160 Stunden bis zum"],
    ["es", "Horas: 40", "160 horas hasta el"],
    ["fr", "Heures", "160 heures jusqu’au"],
    ["pt", "Horas: 40", "160 horas até"],
  ] as const)(
    "a leave type that is shown in hours has the person's hours: %s",
    async (language, duration, left) => {
      await services.db
        .update(leaveTypes)
        .set({ unit: "HOURS" })
        .where(eq(leaveTypes.workspaceId, workspace.id));
      for (const person of [people.approver, nina]) await prefer(person, { language });
      await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
      const { id } = await ask();
      const [request] = await deliver();
      expect(request?.text).toContain(duration);
      expect(request?.text).toContain(left);
      await approveLeave(await as(services, people.approver), id);
      const [outcome] = await deliver();
      expect(outcome?.text).toContain(duration);
    },
  );
});

describe("the outbox", () => {
  it("contains no secret in plain text", async () => {
    await ask();
    await writeLeaveMails(services);
    const [row] = await mailRows(services);
    expect(row?.kind).toBe("leave_request");
    expect(row?.content?.toString("latin1")).not.toContain("/decide/");
  });
});

it("a notice that could not be mailed is deleted a month after its last attempt; one with attempts left stays", async () => {
  const { id: leaveId } = await ask();
  const notice = { workspaceId: workspace.id, leaveId, kind: "remind" as const, status: "OPEN" as const };
  const at = clock();
  const givenUp = { ...notice, id: newId(), createdAt: at, nextAttemptAt: at, attemptCount: 12, version: 1 };
  const tried = { ...givenUp, id: newId(), attemptCount: 11, version: 2 };
  await services.db.insert(leaveNotices).values([givenUp, tried]);
  const left = async () =>
    (await services.db.select({ id: leaveNotices.id }).from(leaveNotices)).map(({ id }) => id);
  clock.pass(30 * day);
  await deleteOldLinks(services);
  expect(await left()).toContain(givenUp.id);
  clock.pass(1);
  await deleteOldLinks(services);
  expect(await left()).not.toContain(givenUp.id);
  expect(await left()).toContain(tried.id);
});
