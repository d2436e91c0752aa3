import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mails } from "@/drizzle/schema/mails";
import { inTransaction, systemContext } from "@/server/access/ctx";
import type { Mail } from "@/server/kernel/mail/mail";
import { createMailer } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute, second } from "@/server/kernel/time/clock";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { mailRows, postOffice, sendMails, smtpError } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";
import { startSmtp } from "@/server/test/smtp-stand-in";
import { enqueueMail, type OutgoingMail } from "./enqueue";
import { countUnsent, listUnsent } from "./list-unsent";
import { sendAllAgain, sendMailAgain } from "./send-again";
import { deleteOldMails } from "./sweep";

const clock = standingClock();
const post = postOffice();
const dataDir = mkdtempSync(path.join(tmpdir(), "timeaway-mails-"));
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices(
    { clock, mailer: post },
    { LOG_LEVEL: "silent", APP_URL: "https://app.test", DATA_DIR: dataDir },
  );
});
afterAll(async () => {
  await services.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await services.db.delete(mails);
  post.sent.length = 0;
  post.error = null;
  workspace = await makeWorkspace(services);
});

const some = (given: Partial<OutgoingMail> = {}): OutgoingMail => ({
  workspaceId: workspace.id,
  kind: "sign_in_link",
  to: "ana@example.com",
  subject: "Your link",
  text: "token=secret",
  html: "<p>token=secret</p>",
  ...given,
});
const write = (given: Partial<OutgoingMail> = {}) =>
  inTransaction(systemContext(services), (tx) => enqueueMail(tx, some(given)));
const only = async () => {
  const [row, another] = await mailRows(services);
  if (!row || another) throw new Error("There is not one mail");
  return row;
};
const refused = smtpError({ responseCode: 550, command: "RCPT TO" });
const away = smtpError({ code: "ECONNECTION", command: "CONN" });
const unanswered = smtpError({ code: "ETIMEDOUT", command: "DATA" });

describe("writing", () => {
  it("a mail and its change commit together or not at all", async () => {
    const failing = inTransaction(systemContext(services), async (tx) => {
      await enqueueMail(tx, some());
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await sendMails(services);
    expect(post.sent).toEqual([]);
    await write();
    await sendMails(services);
    expect(post.sent).toHaveLength(1);
  });

  it("nothing is written outside a transaction", async () => {
    await expect(enqueueMail(systemContext(services), some())).rejects.toThrow("in a transaction");
  });

  it("the table does not reveal a mail's content, and does not keep it after the mail is sent", async () => {
    await write();
    const stored = await services.db.execute<{ row: string }>(sql`select m::text as row from mails m`);
    expect(stored[0]?.row).toContain("ana@example.com");
    const { content } = await only();
    expect(content?.toString("latin1")).not.toContain("secret");
    await sendMails(services);
    expect(post.sent).toMatchObject([{ to: "ana@example.com", subject: "Your link", text: "token=secret" }]);
    expect(await only()).toMatchObject({ status: "sent", content: null, endedAt: clock(), error: null });
  });
});

describe("retries", () => {
  it("an unavailable mail server: retried after 15 seconds, a minute and five, under the same Message-ID", async () => {
    await write();
    post.error = away;
    for (const wait of [18 * second, 72 * second, 6 * minute]) {
      await sendMails(services);
      expect(await only()).toMatchObject({ status: "pending", error: "UNAVAILABLE", attemptOpen: false });
      const { nextAttemptAt } = await only();
      expect((nextAttemptAt?.getTime() ?? 0) - clock().getTime()).toBeLessThanOrEqual(wait);
      await sendMails(services);
      clock.pass(wait);
    }
    post.error = null;
    await sendMails(services);
    const { id, attemptCount } = await only();
    expect(attemptCount).toBe(4);
    expect(post.sent.map(({ messageId }) => messageId)).toEqual([`${id}@app.test`]);
  });

  it("it is retried for a day, and then given up", async () => {
    await write();
    post.error = away;
    const start = clock();
    for (let hours = 0; hours < 48; hours++) {
      await sendMails(services);
      clock.pass(hour);
    }
    const row = await only();
    expect(row).toMatchObject({ status: "failed", error: "UNAVAILABLE", nextAttemptAt: null });
    const took = (row.endedAt?.getTime() ?? 0) - start.getTime();
    expect(took).toBeGreaterThan(18 * hour);
    expect(took).toBeLessThan(44 * hour);
  });

  it("a permanently refused mail is not retried", async () => {
    await write();
    post.error = refused;
    await sendMails(services);
    expect(await only()).toMatchObject({ status: "failed", error: "REFUSED", attemptCount: 1 });
  });

  it("an invalid address is refused, not retried for a day", async () => {
    const mailer = createMailer(services.settings, clock);
    await write({ to: "a@b@c" });
    await sendMails({ ...services, mailer });
    expect(await only()).toMatchObject({ status: "failed", error: "REFUSED" });
  });

  it("an attempt that left no record is repeated once, like one that a server accepted without a response", async () => {
    await write();
    post.error = unanswered;
    await sendMails(services);
    expect(await only()).toMatchObject({ status: "pending", error: "UNKNOWN_OUTCOME", unknownCount: 1 });
    clock.pass(minute);
    // The process dies in the middle of the second attempt.
    await services.db.update(mails).set({ attemptOpen: true });
    post.error = null;
    await sendMails(services);
    expect(post.sent).toEqual([]);
    expect(await only()).toMatchObject({ status: "failed", error: "UNKNOWN_OUTCOME" });
  });

  it("after a crash in the middle it is sent once more", async () => {
    await write();
    await services.db.update(mails).set({ attemptOpen: true, attemptCount: 1 });
    await sendMails(services);
    expect(post.sent).toHaveLength(1);
    expect(await only()).toMatchObject({ status: "sent", unknownCount: 1 });
  });

  it("an expired mail is not sent, and a mail is not retried past its expiry", async () => {
    await write({ expiresInMs: 15 * minute });
    clock.pass(15 * minute);
    await sendMails(services);
    expect(post.sent).toEqual([]);
    expect(await only()).toMatchObject({ status: "failed", error: "EXPIRED" });

    await services.db.delete(mails);
    await write({ expiresInMs: 10 * second });
    post.error = away;
    await sendMails(services);
    expect(await only()).toMatchObject({ status: "failed", error: "UNAVAILABLE", attemptCount: 1 });
  });

  it("one that was sealed with another key fails, with the reason", async () => {
    await write();
    const settings = { ...services.settings, encryptionKeys: [Buffer.alloc(32, 9)] as const };
    await sendMails({ ...services, settings });
    expect(await only()).toMatchObject({ status: "failed", error: "UNREADABLE" });
  });

  it("through a mail server: one that hangs after the text is sent a second time with the same id, and no more", async () => {
    const smtp = await startSmtp();
    smtp.behaviour.set("hangs@example.com", "hang");
    const mailer = createMailer({ ...services.settings, smtpUrl: smtp.url }, clock);
    await write({ to: "hangs@example.com" });
    for (let times = 0; times < 3; times++) {
      await sendMails({ ...services, mailer });
      clock.pass(2 * minute);
    }
    mailer.close();
    await smtp.close();
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
    expect(await only()).toMatchObject({ status: "failed", error: "UNKNOWN_OUTCOME" });
  });
});

describe("operator's view and actions", () => {
  const fail = async (given: Partial<OutgoingMail> = {}) => {
    await write(given);
    post.error = refused;
    await sendMails(services);
    post.error = null;
  };
  const listed = () => listUnsent(services, { limit: 10 });

  it("waiting and failed mails, the oldest first, without their content", async () => {
    await write({ to: "sent@example.com" });
    await sendMails(services);
    clock.pass(1);
    await fail({ to: "failed@example.com" });
    clock.pass(minute);
    await write({ to: "waits@example.com" });
    clock.pass(5 * second);
    const mailsListed = await listed();
    expect(mailsListed).toMatchObject([
      { recipient: "failed@example.com", status: "failed", error: "REFUSED", canBeSentAgain: true },
      { recipient: "waits@example.com", status: "pending", canBeSentAgain: false },
    ]);
    expect(JSON.stringify(mailsListed)).not.toContain("secret");
    expect(mailsListed[0]).not.toHaveProperty("content");
    expect(await listUnsent(services, { status: "pending", limit: 10 })).toHaveLength(1);
    expect(await countUnsent(services)).toEqual({ pendingCount: 1, failedCount: 1, oldestDueSeconds: 5 });
  });

  it("a failed mail is resent, a waiting one is sent now", async () => {
    await fail();
    await sendMailAgain(services, (await only()).id);
    await sendMails(services);
    expect(post.sent).toHaveLength(1);
    await expect(sendMailAgain(services, (await only()).id)).rejects.toMatchObject({ code: "CONFLICT" });

    await services.db.delete(mails);
    await write();
    post.error = away;
    await sendMails(services);
    post.error = null;
    await sendMailAgain(services, (await only()).id);
    await sendMails(services);
    expect(post.sent).toHaveLength(2);
  });

  it("404 an unknown mail; 409 one that is being sent or has expired", async () => {
    await write({ expiresInMs: minute });
    const { id } = await only();
    await services.db.update(mails).set({ attemptOpen: true });
    await expect(sendMailAgain(services, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await services.db.update(mails).set({ status: "failed", attemptOpen: false, endedAt: clock() });
    clock.pass(minute);
    await expect(sendMailAgain(services, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(sendMailAgain(services, workspace.id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("all at once, or those of one workspace", async () => {
    const other = await makeWorkspace(services);
    await fail();
    await fail({ workspaceId: other.id });
    await fail({ expiresInMs: minute });
    clock.pass(minute);
    expect(await sendAllAgain(services, { workspaceId: other.id })).toEqual({
      failedCount: 1,
      waitingCount: 0,
    });
    expect(await sendAllAgain(services, {})).toEqual({ failedCount: 1, waitingCount: 1 });
    await sendMails(services);
    expect(post.sent).toHaveLength(2);
    expect((await listed()).map(({ canBeSentAgain }) => canBeSentAgain)).toEqual([false]);
  });

  it("a failed mail's content is erased at its expiry, or after a week; the row is deleted after a month", async () => {
    await fail({ expiresInMs: hour });
    await fail({ to: "b@example.com" });
    const kept = async () => (await mailRows(services)).filter(({ content }) => content).length;
    await deleteOldMails(services);
    expect(await kept()).toBe(2);
    clock.pass(hour);
    await deleteOldMails(services);
    expect(await kept()).toBe(1);
    clock.pass(7 * day);
    await deleteOldMails(services);
    expect(await kept()).toBe(0);
    expect(await listed()).toHaveLength(2);
    clock.pass(30 * day);
    expect(await deleteOldMails(services)).toBe(2);
    expect(await mailRows(services)).toEqual([]);
  });
});

it("a workspace with many mails does not delay another's", async () => {
  for (let n = 0; n < 30; n++) await write({ to: `many-${n}@example.com` });
  const other = await makeWorkspace(services);
  clock.pass(1);
  await write({ workspaceId: other.id, to: "one@example.com" });
  await sendMails(services);
  expect(post.sent.slice(0, 11).map(({ to }: Mail) => to)).toContain("one@example.com");
  expect(await services.db.$count(mails, eq(mails.status, "sent"))).toBe(31);
});
