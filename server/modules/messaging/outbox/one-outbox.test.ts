import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailBodies, mails } from "@/drizzle/schema/mails";
import { reportDownloads } from "@/drizzle/schema/report-downloads";
import { inTransaction, systemContext } from "@/server/access/ctx";
import type { Mail } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute, plus } from "@/server/kernel/time/clock";
import { createNotification } from "@/server/modules/integrations/notifications/create";
import { resendToFailed } from "@/server/modules/integrations/notifications/resend";
import { NotificationCreate } from "@/server/modules/integrations/notifications/schema";
import { createReport } from "@/server/modules/integrations/reports/create";
import { reportWork } from "@/server/modules/integrations/reports/report-work";
import { ScheduledReportCreate } from "@/server/modules/integrations/reports/schema";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { mailRows, postOffice, sendMails, smtpError } from "@/server/test/mail-kit";
import { daily, dispatchesOf, NotificationWorker, occurrencesOf } from "@/server/test/notification-kit";
import { startNotificationProcess } from "@/server/test/notification-process";
import { dailyReport, reportDispatches, reportOccurrences, reportRows } from "@/server/test/report-kit";
import { standingClock, testServices } from "@/server/test/services";
import { startSmtp } from "@/server/test/smtp-stand-in";
import { sourceFiles } from "@/server/test/source-files";
import { validate } from "@/server/transport/validate";
import { Engine } from "@/server/worker/engine";
import { aliveMs } from "@/server/worker/leases";
import { enqueueMail } from "./enqueue";
import { listUnsent } from "./list-unsent";
import { bulkMailWork } from "./mail-work";
import { sendAllAgain, sendMailAgain } from "./send-again";
import { deleteOldMails } from "./sweep";

const clock = standingClock();
const post = postOffice();
let services: Services;
let workspace: TestWorkspace;
/** Monday, 09:00 in Paris. */
const due = new Date("2026-11-23T08:00:00.000Z");
const kills: (() => Promise<void>)[] = [];

beforeAll(async () => {
  services = await testServices({ clock, mailer: post, wakes: false }, { LOG_LEVEL: "silent" });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(plus(due, -minute));
  await services.db.delete(mails);
  post.sent.length = 0;
  post.error = null;
  workspace = await makeWorkspace(services);
});
afterEach(() => Promise.all(kills.splice(0).map((kill) => kill())));

const admin = () => as(services, workspace.people.admin);
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.com`);
const notify = async (...to: string[]) =>
  createNotification(
    await admin(),
    validate(NotificationCreate, { ...daily, destinations: [{ platform: "email", addresses: to }] }),
  );
const report = async (...recipients: string[]) =>
  createReport(await admin(), validate(ScheduledReportCreate, { ...dailyReport, recipients }));

async function drain<Item extends { workspaceId: string; lane: string; id: string }, Outcome>(
  ...[kind]: [ConstructorParameters<typeof Engine<Item, Outcome>>[1]]
): Promise<void> {
  const engine = new Engine(services, kind);
  engine.wake();
  await engine.idle();
  await engine.stop();
}
/** Everything that is due: texts, files, and mails. */
async function run(at?: Date): Promise<void> {
  if (at) clock.set(at);
  await drain(reportWork());
  const worker = new NotificationWorker(services, { random: () => 0.5 });
  await worker.run();
  await worker.stop();
}

describe("the mailer", () => {
  it("has one caller", () => {
    const callers = sourceFiles(["app", "server"]).filter(
      ({ path, text }) =>
        !/\.test\.tsx?$|^server\/(test|bench)\//.test(path) && /\bmailer\s*\.\s*send\s*\(/.test(text),
    );
    expect(callers.map(({ path }) => path)).toEqual(["server/modules/messaging/outbox/send.ts"]);
  });
});

describe("mails of an occurrence", () => {
  it("share one body, and a report's one file, which are deleted once none of the mails needs them", async () => {
    await notify(...addresses(30));
    await report(...addresses(20));
    post.error = smtpError({ responseCode: 451 });
    await run(due);
    expect(await services.db.$count(mails)).toBe(50);
    const bodies = await services.db.select().from(mailBodies);
    expect(bodies.map(({ attachment }) => attachment?.filename ?? null).sort()).toEqual([
      "Who is away 2026-11-23.csv",
      null,
    ]);
    expect(await services.db.$count(reportDownloads)).toBe(1);
    expect(bodies.map(({ content }) => content.toString("latin1")).join()).not.toContain("away");
    post.error = null;
    await deleteOldMails(services);
    expect(await services.db.$count(mailBodies)).toBe(2);
    await run(plus(due, minute));
    expect(post.sent).toHaveLength(50);
    await deleteOldMails(services);
    expect([await services.db.$count(mailBodies), await services.db.$count(reportDownloads)]).toEqual([0, 0]);
    expect(await services.db.$count(mails, eq(mails.status, "sent"))).toBe(50);
  });

  it("stay as long as their occurrence's history, and are deleted with it", async () => {
    const { id } = await notify("a@example.com");
    await run(due);
    clock.pass(89 * day);
    await deleteOldMails(services);
    expect(await dispatchesOf(services, workspace.id)).toMatchObject([
      { status: "sent", sentAt: due, attemptedAt: due, attemptCount: 1 },
    ]);
    const { deleteNotification } = await import("@/server/modules/integrations/notifications/delete");
    await deleteNotification(await admin(), id);
    expect(await mailRows(services)).toEqual([]);
  });

  it("wait for no other mails, and delay none", async () => {
    await notify(...addresses(50));
    clock.set(due);
    const worker = new NotificationWorker(services);
    worker.texts.wake();
    await worker.texts.idle();
    await worker.stop();
    await inTransaction(systemContext(services), (tx) =>
      enqueueMail(tx, {
        ...{ workspaceId: workspace.id, kind: "sign_in_link", to: "ana@example.com", subject: "Link" },
        ...{ text: "x", html: "<p>x</p>" },
      }),
    );
    await sendMails(services);
    expect(post.sent.map(({ to }: Mail) => to)).toEqual(["ana@example.com"]);
  });
});

describe("the operator", () => {
  it("sees failed mails of notifications and reports, and sends them again; the history follows", async () => {
    await notify("a@example.com");
    await report("b@example.com");
    post.error = smtpError({ responseCode: 550 });
    await run(due);
    const listed = await listUnsent(services, { limit: 10 });
    expect(listed.map(({ kind, error, canBeSentAgain }) => [kind, error, canBeSentAgain]).sort()).toEqual([
      ["notification", "REFUSED", true],
      ["scheduled_report", "REFUSED", true],
    ]);
    expect(await occurrencesOf(services, workspace.id)).toMatchObject([{ status: "failed" }]);
    expect(await reportOccurrences(services, workspace.id)).toMatchObject([{ status: "failed" }]);
    post.error = null;
    // A body is kept for a week, longer than attempts are made by themselves.
    clock.pass(6 * day);
    await deleteOldMails(services);
    for (const { id } of listed) await sendMailAgain(services, id);
    expect(await occurrencesOf(services, workspace.id)).toMatchObject([{ status: "sending" }]);
    expect(await reportOccurrences(services, workspace.id)).toMatchObject([{ status: "pending" }]);
    await drain(bulkMailWork());
    expect(post.sent.map(({ to }: Mail) => to).sort()).toEqual(["a@example.com", "b@example.com"]);
    expect(await occurrencesOf(services, workspace.id)).toMatchObject([{ status: "sent" }]);
    expect(await reportOccurrences(services, workspace.id)).toMatchObject([{ status: "sent" }]);
    expect(await reportRows(services, workspace.id)).toMatchObject([{ lastSentAt: clock() }]);
  });

  it("after a week there is nothing to send again, except a notification by its owner: it is written anew", async () => {
    await notify("a@example.com");
    post.error = smtpError({ responseCode: 550 });
    await run(due);
    post.error = null;
    clock.pass(8 * day);
    await deleteOldMails(services);
    expect(await listUnsent(services, { limit: 10 })).toMatchObject([{ canBeSentAgain: false }]);
    expect(await sendAllAgain(services, {})).toEqual({ failedCount: 0, waitingCount: 0 });
    const [occurrence] = await occurrencesOf(services, workspace.id);
    expect(await resendToFailed(await admin(), occurrence?.id ?? "")).toBe(1);
    await drain(bulkMailWork());
    expect(post.sent.map(({ to, subject }: Mail) => [to, subject])).toEqual([
      ["a@example.com", "Who is away – Away on Monday 23 November 2026"],
    ]);
  });

  it("a mail whose outcome is unknown twice is not sent by itself any more, but again by decision", async () => {
    await report("a@example.com");
    post.error = smtpError({ code: "ETIMEDOUT", command: "DATA" });
    for (let hours = 0; hours < 4; hours++) await run(plus(due, hours * hour));
    expect(await reportDispatches(services, workspace.id)).toMatchObject([
      { status: "failed", error: "UNKNOWN_OUTCOME", attemptCount: 2, unknownCount: 2 },
    ]);
    post.error = null;
    await sendAllAgain(services, { workspaceId: workspace.id });
    await drain(bulkMailWork());
    expect(await reportDispatches(services, workspace.id)).toMatchObject([
      { status: "sent", error: null, unknownCount: 1 },
    ]);
  });
});

it("a mail that waited for more than two and a half hours, because no process ran, is given up", async () => {
  await report("a@example.com");
  clock.set(due);
  await drain(reportWork());
  clock.pass(2.5 * hour);
  await drain(bulkMailWork());
  expect(post.sent).toEqual([]);
  expect(await reportDispatches(services, workspace.id)).toMatchObject([
    { status: "failed", error: "UNAVAILABLE" },
  ]);
  expect(await mailRows(services)).toMatchObject([{ error: "EXPIRED" }]);
});

it("a file that is gone, as after an erasure, is made again, and the mails go out with it", async () => {
  await report("a@example.com", "b@example.com");
  clock.set(due);
  await drain(reportWork());
  await services.db.delete(reportDownloads);
  await drain(bulkMailWork());
  expect(post.sent).toEqual([]);
  expect(await mailRows(services)).toMatchObject([{ status: "pending" }, { status: "pending" }]);
  const { occurrences } = await import("@/drizzle/schema/schedules");
  await services.db
    .update(occurrences)
    .set({ nextAttemptAt: clock() })
    .where(eq(occurrences.workspaceId, workspace.id));
  await run(plus(due, minute));
  expect(post.sent).toHaveLength(2);
  expect(await reportOccurrences(services, workspace.id)).toMatchObject([{ status: "sent" }]);
});

it("each once, by four processes that claim at the same time", async () => {
  const smtp = await startSmtp();
  const others: TestWorkspace[] = [workspace];
  for (let n = 0; n < 5; n++) others.push(await makeWorkspace(services));
  for (const one of others) {
    workspace = one;
    await notify(...addresses(20).map((address) => `${one.id}-${address}`));
  }
  const started = await Promise.all(
    Array.from({ length: 4 }, () => startNotificationProcess(smtp.url, due, aliveMs)),
  );
  kills.push(...started);
  await expect.poll(() => smtp.received.length, { timeout: 120_000 }).toBe(120);
  await expect.poll(() => services.db.$count(mails, eq(mails.status, "sent")), { timeout: 30_000 }).toBe(120);
  expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(120);
  const tries = await services.db.select({ count: mails.attemptCount }).from(mails);
  expect(new Set(tries.map(({ count }) => count))).toEqual(new Set([1]));
  await Promise.all(kills.splice(0).map((kill) => kill()));
  await smtp.close();
}, 240_000);
