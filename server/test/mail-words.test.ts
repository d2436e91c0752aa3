import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connections, emailDomains } from "@/drizzle/schema/connections";
import { mailPreferences } from "@/drizzle/schema/leave-mails";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { mails } from "@/drizzle/schema/mails";
import { quotaWarnings } from "@/drizzle/schema/request-log";
import { credentials } from "@/drizzle/schema/signin";
import { mailKinds, type NotificationLocale, notificationLocales } from "@/drizzle/schema/values";
import { webhooks } from "@/drizzle/schema/webhooks";
import { workspaces } from "@/drizzle/schema/workspaces";
import { inTransaction, systemContext } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import type { Mail } from "@/server/kernel/mail/mail";
import { hashPassword } from "@/server/kernel/password";
import type { Services } from "@/server/kernel/services";
import { day, hour, plus, utcDay } from "@/server/kernel/time/clock";
import { createNotification } from "@/server/modules/integrations/notifications/create";
import { NotificationCreate } from "@/server/modules/integrations/notifications/schema";
import { createReport } from "@/server/modules/integrations/reports/create";
import { sendDueReports } from "@/server/modules/integrations/reports/report-work";
import { ScheduledReportCreate } from "@/server/modules/integrations/reports/schema";
import { warnOfQuota } from "@/server/modules/integrations/request-log/warn-of-quota";
import { warnOwners } from "@/server/modules/integrations/webhooks/warn-owners";
import { requestCertificate } from "@/server/modules/leave/certificates/request-certificate";
import { createCredit } from "@/server/modules/leave/credits/create-credit";
import { decideCredit } from "@/server/modules/leave/credits/decide-credit";
import { notifyLapses } from "@/server/modules/leave/lapses/notify-lapses";
import { answerQuestion } from "@/server/modules/leave/questions/answer-question";
import { askRequester } from "@/server/modules/leave/questions/ask-requester";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { expireLeaves } from "@/server/modules/leave/requests/expire";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { createDelegation } from "@/server/modules/people/delegations/create";
import { updateUser } from "@/server/modules/people/people/update-user";
import { checkDomains } from "@/server/modules/workspace/connections/check-domains";
import { resolveTxtOf } from "@/server/modules/workspace/connections/resolve-txt";
import { warnOfExpiry } from "@/server/modules/workspace/connections/warn-of-expiry";
import { setFactorPolicy } from "@/server/modules/workspace/sign-in-policy/set-factor-policy";
import { changePassword } from "@/server/signin/change-password";
import { notifyOfFactor } from "@/server/signin/factors/notify-of-factor";
import { inviteUser } from "@/server/signin/invite-person";
import { notifyOfEmergency } from "@/server/signin/notify-of-emergency";
import { requestMail } from "@/server/signin/request-mail";
import { resetPassword } from "@/server/signin/reset-password";
import { validate } from "@/server/transport/validate";
import { makeKey, makeLeave, makeLegacyKey, type TestPerson, type TestWorkspace } from "./factories";
import { as, days, setApprovers } from "./leave-kit";
import { addressOf, askForLeave, deliverLeaveMails, leaveMailWorkspace } from "./leave-mail-kit";
import { postOffice, sendMails } from "./mail-kit";
import { daily, NotificationWorker } from "./notification-kit";
import { dailyReport } from "./report-kit";
import { standingClock, testNow, testServices } from "./services";
import { laterQueue, password, someBrowser } from "./signin-fixture";
import { makeWebhook } from "./webhook-kit";
import { textsOf } from "./word-book";

const office = postOffice();
const clock = standingClock();
let services: Services;
beforeAll(async () => {
  services = await testServices({ clock, mailer: office }, { APP_URL: "https://app.test" });
});
afterAll(() => services.close());

interface Stage {
  workspace: TestWorkspace;
  people: TestWorkspace["people"];
  nina: TestPerson;
  locale: NotificationLocale;
}

async function speak({ id: userId, workspaceId }: TestPerson, language: NotificationLocale): Promise<void> {
  await services.db.insert(mailPreferences).values({ workspaceId, userId, language, updatedAt: clock() });
}

/** A workspace whose people have this language, except for Uma, who stands in. */
async function stageIn(locale: NotificationLocale, other: NotificationLocale): Promise<Stage> {
  const { workspace, people, nina } = await leaveMailWorkspace(services, office, clock);
  for (const person of [...Object.values(people), nina])
    await speak(person, person === people.user ? other : locale);
  await setApprovers(services, workspace, workspace.departments.sales, [[people.approver, 1]]);
  return { workspace, people, nina, locale };
}

/** Writes every mail of sign-in: links, invitation, changed password and address. */
async function signInMails({ workspace, people, nina, locale }: Stage): Promise<void> {
  const email = addressOf(nina);
  for (const purpose of ["MAGIC_LINK", "PASSWORD_RESET"] as const) {
    const { later, settle } = laterQueue();
    await requestMail(services, purpose, { email, ip: someBrowser().ip, returnTo: null, later });
    await settle();
  }
  await sendMails(services);
  const [, token = ""] = /reset-password\?token=(\w+)/.exec(office.sent.map(({ text }) => text).join()) ?? [];
  expect(await resetPassword(services, { token, password }, [])).toBe(true);
  await services.db
    .update(credentials)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(credentials.userId, nina.id));
  const change = { current: password, password: "a brand new password" };
  expect(await changePassword(await as(services, nina), change, [])).toMatchObject({ ok: true });
  const admin = await as(services, people.admin);
  await updateUser(admin, people.northSeller.id, { email: `new-${workspace.id}@example.com` });
  const place = { locationId: workspace.locations.north, departmentId: workspace.departments.sales };
  const person = { name: "Zoë Zander", email: `zoe-${workspace.id}@example.com`, ...place };
  await inviteUser(admin, { ...person, language: locale });
  await connectionMails(workspace.id);
  await closedMails({ workspace, people, nina, locale });
}

/** Writes what mails say while people sign in through connections only, and that someone did not. */
async function closedMails({ workspace, people, nina, locale }: Stage): Promise<void> {
  const setPolicy = (connectionsOnly: boolean) =>
    services.db.update(workspaces).set({ connectionsOnly }).where(eq(workspaces.id, workspace.id));
  await setPolicy(true);
  const { later, settle } = laterQueue();
  const email = addressOf(nina);
  await requestMail(services, "MAGIC_LINK", { email, ip: someBrowser().ip, returnTo: null, later });
  await settle();
  const place = { locationId: workspace.locations.north, departmentId: workspace.departments.sales };
  const person = { name: "Yan Yilmaz", email: `yan-${workspace.id}@example.com`, ...place };
  await inviteUser(await as(services, people.admin), { ...person, language: locale });
  await inTransaction(systemContext(services), (tx) =>
    notifyOfEmergency(tx, { workspaceId: workspace.id, userId: people.admin.id }, someBrowser()),
  );
  const news = [
    { what: "added", name: "Phone" },
    { what: "ended", name: "Phone" },
    { what: "endedByOperator" },
    { what: "recoveryUsed", count: 9 },
  ] as const;
  await inTransaction(systemContext(services), async (tx) => {
    for (const one of news)
      await notifyOfFactor(tx, { workspaceId: workspace.id, userId: people.admin.id }, one);
  });
  await setPolicy(false);
  const admin = await as(services, people.admin);
  for (const audience of ["EVERYONE", "NO_ONE"] as const)
    await setFactorPolicy(admin, { audience, graceDays: 7 });
}

/** Writes what administrators are warned of: a secret that expires, and a domain's missing record. */
async function connectionMails(workspaceId: string): Promise<void> {
  const at = plus(clock(), -8 * day);
  const written = { workspaceId, createdAt: at };
  await services.db.insert(connections).values({
    ...{ ...written, id: newId(), updatedAt: at, name: "Okta", provider: "OKTA", state: "ACTIVE" },
    ...{ issuer: "https://okta.test", clientId: "timeaway", clientSecret: Buffer.alloc(0) },
    secretExpiresOn: utcDay(plus(clock(), 10 * day)),
  });
  expect(await warnOfExpiry(services)).toBe(1);
  const name = `${workspaceId}.example`;
  await services.db
    .insert(emailDomains)
    .values({ ...written, id: newId(), name, token: "x", verifiedAt: at, lastCheckedAt: at });
  resolveTxtOf(services, () => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" })));
  expect(await checkDomains(services)).toBe(1);
}

/** Writes the warnings about a webhook, at every stage, and about the quotas of both kinds of key. */
async function apiMails({ workspace, nina }: Stage): Promise<void> {
  const { id } = await makeWebhook(services, nina, { url: "https://hooks.example.com/in" });
  const stages = [
    { failingSince: plus(clock(), -25 * hour) },
    { failingSince: plus(clock(), -49 * hour) },
    { status: "paused", pausedReason: "delivery_failures", pausedAt: clock() },
    { toldStage: 0, pausedReason: "endpoint_gone" },
  ] as const;
  for (const stage of stages) {
    await services.db.update(webhooks).set(stage).where(eq(webhooks.id, id));
    expect(await warnOwners(services)).toBe(1);
  }
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: nina.id });
  const legacy = await makeLegacyKey(services, workspace.id);
  const month = { workspaceId: workspace.id, month: "2026-11-01" };
  await services.db.insert(quotaWarnings).values([
    { ...month, keyId: key.id, keyKind: "key", reached: 80 },
    { ...month, keyId: legacy.id, keyKind: "legacy", reached: 100 },
  ]);
  expect(await warnOfQuota(services)).toBe(2);
}

/** Writes and sends the mails about leave, from the request to its expiry. */
/** A cancellation that is refused, one that is agreed to, and leave that ends early. */
async function cancellationMails({ workspace, people, nina }: Stage): Promise<Mail[]> {
  const [approver, owner] = [await as(services, people.approver), await as(services, nina)];
  const needConsent = (changesNeedConsent: boolean) =>
    services.db
      .update(leavePolicies)
      .set({ changesNeedConsent })
      .where(eq(leavePolicies.workspaceId, workspace.id));
  const sent: Mail[] = [];
  const deliver = async () => void sent.push(...(await deliverLeaveMails(services, office)));
  await needConsent(true);
  const { id } = await askForLeave(services, nina, { startDate: "2027-02-08", endDate: "2027-02-08" });
  await approveLeave(approver, id);
  for (const answer of [denyLeave, approveLeave]) {
    await cancelLeave(owner, id, { reason: "HR-1" });
    await deliver();
    await answer(approver, id);
    await deliver();
  }
  await needConsent(false);
  const begun = { startDate: "2026-11-23", endDate: "2026-12-04" };
  await cancelLeave(owner, await makeLeave(services, nina, begun));
  await deliver();
  // Approved, refused, agreed, ended early.
  expect(sent.filter(({ to }) => to === addressOf(nina))).toHaveLength(4);
  expect(sent.length).toBeGreaterThan(5);
  return sent;
}

/** Credits that are asked for, one approved and one denied. */
async function creditMails({ workspace, people, nina }: Stage): Promise<Mail[]> {
  const policies = eq(leavePolicies.workspaceId, workspace.id);
  await services.db.update(leavePolicies).set({ creditsRequestable: true }).where(policies);
  const approver = await as(services, people.approver);
  const wanted = { leaveTypeId: nina.leaveTypeId, amount: 1, earnedOn: "2026-11-21", reason: "HR-1" };
  for (const [action, creditValidDays] of [
    ["approve", 60],
    ["deny", null],
  ] as const) {
    await services.db.update(leavePolicies).set({ creditValidDays }).where(policies);
    const { id } = await createCredit(await as(services, nina), wanted);
    await decideCredit(approver, id, { action, reason: "HR-1" });
  }
  return deliverLeaveMails(services, office);
}

async function leaveMails(stage: Stage): Promise<Mail[]> {
  const { people, nina } = stage;
  const approver = await as(services, people.approver);
  const dates = { startDate: "2026-11-20", endDate: "2026-11-27" };
  await createDelegation(approver, { standInId: people.user.id, ...dates });
  await makeLeave(services, people.northSeller, { startDate: "2027-01-12" });
  const note = await makeLeave(services, nina, { startDate: "2027-03-15", status: "APPROVED" });
  // Asked for now, and due before the end of the month.
  await requestCertificate(await as(services, people.admin), note);
  const sent = await creditMails(stage);
  const { id } = await askForLeave(services, nina, { reason: "Ski" });
  const asked = await askRequester(approver, id, "HR-1");
  await answerQuestion(await as(services, nina), { leaveId: id, id: asked, answer: "HR-1" });
  const policies = eq(leavePolicies.workspaceId, stage.workspace.id);
  await services.db.update(leavePolicies).set({ lapseNotices: "SENT" }).where(policies);
  expect(await notifyLapses(services)).toBeGreaterThan(0);
  await services.db.update(leavePolicies).set({ lapseNotices: "NONE" }).where(policies);
  sent.push(...(await deliverLeaveMails(services, office)));
  clock.pass(3 * day + 1);
  sent.push(...(await deliverLeaveMails(services, office)));
  await approveLeave(approver, id);
  sent.push(...(await deliverLeaveMails(services, office)));
  await cancelLeave(await as(services, people.admin), id);
  sent.push(...(await deliverLeaveMails(services, office)));
  sent.push(...(await cancellationMails(stage)));
  await makeLeave(services, people.approver, { startDate: "2026-11-28", endDate: "2027-03-31" });
  clock.set(new Date("2026-11-30T12:00:00.000Z"));
  await requestLeave(await as(services, nina), days(nina, "2027-02-01"));
  sent.push(...(await deliverLeaveMails(services, office)));
  clock.pass(60 * day);
  await expireLeaves(services);
  return [...sent, ...(await deliverLeaveMails(services, office))];
}

/** No word of any language. */
const named = { name: "HR-1" };

/** Sends a notification and a report. */
async function scheduledMails({ people, locale }: Stage): Promise<void> {
  const admin = await as(services, people.admin);
  await createNotification(admin, validate(NotificationCreate, { ...daily, ...named, locale }));
  await createReport(admin, validate(ScheduledReportCreate, { ...dailyReport, ...named }));
  clock.set(new Date("2026-11-23T08:00:00.000Z"));
  const worker = new NotificationWorker(services);
  await worker.run();
  await worker.stop();
  await sendDueReports(services);
}

async function everyMailOf(stage: Stage): Promise<Mail[]> {
  await signInMails(stage);
  await apiMails(stage);
  await sendMails(services);
  const sent = office.sent.splice(0);
  sent.push(...(await leaveMails(stage)));
  clock.set(testNow);
  await scheduledMails(stage);
  return [...sent, ...office.sent.splice(0)];
}

const kindsIn = async (workspaceId: string): Promise<string[]> => {
  const rows = await services.db
    .selectDistinct({ kind: mails.kind })
    .from(mails)
    .where(eq(mails.workspaceId, workspaceId))
    .orderBy(asc(mails.kind));
  return rows.map(({ kind }) => kind);
};

/** The literal parts of a text: what stands between placeholders, plural forms and tags. */
const partsOf = (text: string): string[] =>
  text
    .split(/[{}<>#]|\b(?:plural|one|other|number)\b,?|=0/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part));

/** The parts of English texts of at least two words, or a whole text, that the language does not have. */
function englishOnly(locale: NotificationLocale): string[] {
  const own = [...textsOf(locale).values()].join("\n");
  const english = [...textsOf("en").values()].flatMap((text) =>
    partsOf(text).filter((part) => part === text || /\p{L}+ \p{L}{2,}/u.test(part)),
  );
  return [...new Set(english)].filter((part) => part.length >= 6 && !own.includes(part));
}

const bodyOf = ({ subject, text, html, unsubscribe }: Mail): string =>
  [subject, text, html.replace(/<style>.*?<\/style>/gs, ""), unsubscribe?.subject].join("\n");

const otherThan = (locale: NotificationLocale): NotificationLocale => (locale === "de" ? "fr" : "de");

it.each(notificationLocales)(
  "%s: every kind of mail is in the recipient's language, and in no other",
  async (locale) => {
    const stage = await stageIn(locale, otherThan(locale));
    const uma = addressOf(stage.people.user);
    const sent = await everyMailOf(stage);
    expect(await kindsIn(stage.workspace.id)).toEqual([...mailKinds].sort());
    const languages = new Set(sent.map(({ to, html }) => `${to === uma} ${/lang="(\w+)"/.exec(html)?.[1]}`));
    expect([...languages].sort()).toEqual([`false ${locale}`, `true ${otherThan(locale)}`]);
    for (const mail of sent) {
      const body = bodyOf(mail);
      expect(body).not.toMatch(/[{}]|\b(?:undefined|null|NaN)\b|<\/?(?:de|em)>|&lt;/);
      const language = mail.to === uma ? otherThan(locale) : locale;
      if (language === "en") continue;
      expect(
        // A person's name is no word of ours.
        englishOnly(language).filter((part) =>
          body.replaceAll(/Lena Location|Paul Approver/g, "").includes(part),
        ),
        mail.subject,
      ).toEqual([]);
    }
  },
);
