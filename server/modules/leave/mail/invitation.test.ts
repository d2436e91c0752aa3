import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { locations } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { createMailer, type MailCalendar } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { setWorkPattern } from "@/server/modules/people/patterns/set-work-pattern";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, setApprovers, setPolicy } from "@/server/test/leave-kit";
import {
  addressOf,
  askForLeave,
  deliverLeaveMails,
  leaveMailWorkspace,
  writeLeaveMails,
} from "@/server/test/leave-mail-kit";
import { postOffice, sendMails } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { startSmtp } from "@/server/test/smtp-stand-in";

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
  await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
});

/** The mails to Nina that are due now. */
const toNina = async () =>
  (await deliverLeaveMails(services, office)).filter(({ to }) => to === addressOf(nina));

async function approve(id: string) {
  await approveLeave(await as(services, people.approver), id);
}

function eventOf(calendar: MailCalendar | undefined) {
  const component = new ICAL.Component(ICAL.parse(calendar?.text ?? ""));
  const event = component.getFirstSubcomponent("vevent");
  const value = (name: string) => event?.getFirstPropertyValue(name)?.toString() ?? null;
  return { method: component.getFirstPropertyValue("method"), event, value };
}

it("approved leave invites its owner; when it is cancelled, the event is cancelled under the same UID", async () => {
  const { id } = await askForLeave(services, nina);
  await approve(id);
  const [approved] = await toNina();
  const invited = eventOf(approved?.calendar);
  expect([approved?.calendar?.method, invited.method]).toEqual(["REQUEST", "REQUEST"]);
  expect([invited.value("dtstart"), invited.value("dtend")]).toEqual(["2027-01-11", "2027-01-16"]);
  expect([invited.value("summary"), invited.value("transp"), invited.value("status")]).toEqual([
    "Vacation",
    "OPAQUE",
    "CONFIRMED",
  ]);
  expect(invited.value("attendee")).toBe(`mailto:${addressOf(nina)}`);
  expect(invited.event?.getFirstProperty("attendee")?.getParameter("partstat")).toBe("ACCEPTED");
  expect(invited.value("organizer")).toMatch(/^mailto:[^<> ]+@[^<> ]+$/);
  await cancelLeave(await as(services, people.admin), id);
  const [cancelled] = await toNina();
  const ended = eventOf(cancelled?.calendar);
  expect([ended.method, ended.value("status")]).toEqual(["CANCEL", "CANCELLED"]);
  expect(ended.value("uid")).toBe(invited.value("uid"));
  expect(Number(ended.value("sequence"))).toBeGreaterThan(Number(invited.value("sequence")));
});

it("an owner who cancels their own approved leave gets the cancellation, too; leave that was never approved has no event", async () => {
  const { id } = await askForLeave(services, nina);
  await cancelLeave(await as(services, nina), id);
  expect(await toNina()).toEqual([]);
  const { id: denied } = await askForLeave(services, nina);
  await denyLeave(await as(services, people.admin), denied, { reason: "No" });
  expect((await toNina()).map(({ calendar }) => calendar)).toEqual([undefined]);
  const { id: approved } = await askForLeave(services, nina);
  await approve(approved);
  await toNina();
  await cancelLeave(await as(services, nina), approved);
  expect((await toNina()).map(({ calendar }) => calendar?.method)).toEqual(["CANCEL"]);
});

it("approved leave that is changed and then cancelled before a mail is sent leaves the calendar", async () => {
  const { id } = await askForLeave(services, nina);
  await approve(id);
  await toNina();
  await editLeave(await as(services, nina), id, { endDate: "2027-01-14" });
  await cancelLeave(await as(services, nina), id);
  const mails = await toNina();
  expect(mails.map(({ calendar }) => calendar?.method)).toEqual(["CANCEL"]);
  expect(mails[0]?.text).toContain("You changed this yourself.");
});

it("an employee without mails about changes gets no event, since nothing could cancel it", async () => {
  const own = await signedInCaller(services, nina);
  await own.mailPreferences.update({ changes: false });
  const { id } = await askForLeave(services, nina);
  await approve(id);
  expect((await toNina()).map(({ subject, calendar }) => [subject, calendar])).toEqual([
    [expect.stringContaining("Your leave is approved"), undefined],
  ]);
});

it("a private type shows only Away, and the event is private", async () => {
  await services.db
    .update(leaveTypes)
    .set({ isPrivate: true })
    .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
  const { id } = await askForLeave(services, nina);
  await approve(id);
  const [mail] = await toNina();
  const { value } = eventOf(mail?.calendar);
  expect([value("summary"), value("class")]).toEqual(["Away", "PRIVATE"]);
  expect(mail?.calendar?.text).not.toContain("Vacation");
});

it("partial days become events on the days that count, with a rule when they are consecutive", async () => {
  const hours = { isFullDayLeave: false, startHour: 9, startMinute: 0, endHour: 13, endMinute: 0 };
  await setPolicy(services, workspace, { shortestDuration: "HOUR" });
  const starts = async (from: string, until: string) => {
    const { id } = await requestLeave(await as(services, nina), days(nina, from, until, hours));
    await approve(id);
    const [mail] = await toNina();
    const { event, value } = eventOf(mail?.calendar);
    const expansion = new ICAL.RecurExpansion({
      component: event as ICAL.Component,
      dtstart: event?.getFirstPropertyValue("dtstart") as ICAL.Time,
    });
    const found: string[] = [];
    for (let next = expansion.next(); next; next = expansion.next()) found.push(next.toString());
    return { rule: value("rrule"), found };
  };
  const inWeek = await starts("2027-01-11", "2027-01-13");
  expect(inWeek.rule).toBe("FREQ=DAILY;COUNT=3");
  expect(inWeek.found).toEqual(["11", "12", "13"].map((day) => `2027-01-${day}T09:00:00Z`));
  const overWeekend = await starts("2027-01-15", "2027-01-18");
  expect(overWeekend.rule).toBe("FREQ=DAILY;COUNT=4");
  expect(overWeekend.found).toEqual(["15", "18"].map((day) => `2027-01-${day}T09:00:00Z`));
  await services.db
    .update(locations)
    .set({ timezone: "Europe/Berlin" })
    .where(eq(locations.id, nina.locationId));
  const overSummerTime = await starts("2027-03-26", "2027-03-29");
  expect(overSummerTime.rule).toBeNull();
  expect(overSummerTime.found).toEqual(["2027-03-26T08:00:00Z", "2027-03-29T07:00:00Z"]);
});

it("half days at the ends: one event from noon until noon, and the mail names both", async () => {
  await setPolicy(services, workspace, { shortestDuration: "HALF_DAY" });
  const shown = async (from: string, until: string, halves: object) => {
    const { id } = await requestLeave(await as(services, nina), days(nina, from, until, halves));
    await approve(id);
    const [mail] = await toNina();
    const { value } = eventOf(mail?.calendar);
    return { subject: mail?.subject, times: [value("dtstart"), value("dtend"), value("rrule")] };
  };
  expect(
    await shown("2027-01-15", "2027-01-19", { startPart: "AFTERNOON", endPart: "MORNING" }),
  ).toMatchObject({
    subject: expect.stringContaining("15 January 2027 (afternoon) – 19 January 2027 (morning)"),
    times: ["2027-01-15T13:00:00Z", "2027-01-19T13:00:00Z", null],
  });
  expect(await shown("2027-01-20", "2027-01-21", { startPart: "AFTERNOON" })).toMatchObject({
    times: ["2027-01-20T13:00:00Z", "2027-01-22T00:00:00Z", null],
  });
  expect(await shown("2027-01-22", "2027-01-22", { endPart: "MORNING" })).toMatchObject({
    subject: expect.stringContaining("22 January 2027, morning"),
    times: ["2027-01-22T09:00:00Z", "2027-01-22T13:00:00Z", null],
  });
  // Who works four hours a day is back from a morning's leave at eleven.
  await setWorkPattern(await as(services, people.admin), nina.id, {
    ...{ from: "2027-02-01", minutes: [0, 4, 4, 4, 4, 4, 0].map((hours) => [hours * 60]) },
  });
  expect(await shown("2027-02-05", "2027-02-05", { endPart: "MORNING" })).toMatchObject({
    times: ["2027-02-05T09:00:00Z", "2027-02-05T11:00:00Z", null],
  });
});

it("the sent mail contains it as text/calendar with its method (RFC 6047)", async () => {
  const smtp = await startSmtp();
  const { id } = await askForLeave(services, nina);
  await approve(id);
  await writeLeaveMails(services);
  const mailer = createMailer({ ...services.settings, smtpUrl: smtp.url }, clock);
  await sendMails({ ...services, mailer });
  mailer.close();
  await smtp.close();
  const received = smtp.received.find(({ to }) => to.includes(addressOf(nina)));
  const calendars = received?.mail.attachments.filter(({ mimeType }) => /calendar|ics/.test(mimeType)) ?? [];
  expect(calendars.map(({ method }) => method)).toContain("REQUEST");
});
