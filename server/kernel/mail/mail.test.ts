import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadSettings, type Settings } from "@/server/kernel/env";
import { type SmtpStandIn, startSmtp } from "@/server/test/smtp-stand-in";
import { emailAddress } from "./email-address";
import { createMailer, deleteOldOutbox, type Mail, outboxFolder } from "./mail";

const mail: Mail = { to: "somebody@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };

let settings: Settings;
let smtp: SmtpStandIn;
beforeAll(() => {
  const secret = Buffer.alloc(32, 1).toString("base64");
  settings = loadSettings({
    ...{ SESSION_SECRET: secret, ENCRYPTION_KEY: secret, CRON_SECRET: secret },
    DATABASE_URL: "postgres://nobody@127.0.0.1/none",
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await smtp?.close();
});

/** Sends `count` mails concurrently through the server. @returns the outcome of each: null, or the error */
async function sendThrough(url: string, count = 1): Promise<({ code?: string } | null)[]> {
  const mailer = createMailer({ ...settings, smtpUrl: url }, () => new Date());
  const sent = await Promise.allSettled(Array.from({ length: count }, () => mailer.send(mail)));
  mailer.close();
  return sent.map((one) => (one.status === "fulfilled" ? null : one.reason));
}

describe.each(["none", "from the start", "STARTTLS"] as const)("encryption: %s", (encryption) => {
  it("the server accepts the mail, and no connection uses Nagle's algorithm", async () => {
    smtp = await startSmtp(encryption);
    const connected = new Set<Socket>();
    const prompt = new Set<Socket>();
    const note = (name: "connect" | "setNoDelay", to: Set<Socket>) => {
      const original = Socket.prototype[name] as (...given: unknown[]) => Socket;
      vi.spyOn(Socket.prototype, name).mockImplementation(function (this: Socket, ...given: unknown[]) {
        if (name === "connect" || given[0] !== false) to.add(this);
        return original.apply(this, given);
      });
    };
    note("connect", connected);
    note("setNoDelay", prompt);
    expect(await sendThrough(trusting(smtp.url), 12)).toEqual(Array(12).fill(null));
    expect(smtp.received).toHaveLength(12);
    expect(connected.size).toBeGreaterThan(0);
    for (const socket of connected) expect(prompt).toContain(socket);
  });
});

it.each([
  ["r&d@example.com", "r&d@example.com"],
  ["ann@xn--mnchen-3ya.example", "ann@xn--mnchen-3ya.example"],
  // As an old notification may store it.
  ["ann@münchen.example", "ann@xn--mnchen-3ya.example"],
])("a mail goes out to %s", async (to, sent) => {
  smtp = await startSmtp();
  const mailer = createMailer({ ...settings, smtpUrl: smtp.url }, () => new Date());
  await mailer.send({ ...mail, to });
  mailer.close();
  const [received] = smtp.received;
  expect(received?.raw).toMatch(new RegExp(`^To: <?${sent.replaceAll(".", "\\.")}>?\r?$`, "m"));
  // The SMTP stand-in shows the address it received in Unicode.
  expect(received?.to.map(emailAddress)).toEqual([sent]);
});

const trusting = (url: string): string => `${url}&tls.rejectUnauthorized=false`;

it.each(["from the start", "STARTTLS"] as const)(
  "an untrusted certificate: %s, no mail",
  async (encryption) => {
    smtp = await startSmtp(encryption);
    expect(await sendThrough(smtp.url)).toMatchObject([{ code: expect.stringMatching(/^E/) }]);
    expect(smtp.received).toEqual([]);
  },
);

it("an unavailable server fails every mail, and mails are delivered once it is back", async () => {
  smtp = await startSmtp();
  const { url } = smtp;
  const mailer = createMailer({ ...settings, smtpUrl: url }, () => new Date());
  await smtp.close();
  const failures = await Promise.allSettled(Array.from({ length: 15 }, () => mailer.send(mail)));
  expect(failures.map(({ status }) => status)).toEqual(Array(15).fill("rejected"));
  smtp = await startSmtp("none", Number(new URL(url).port));
  await mailer.send(mail);
  mailer.close();
  expect(smtp.received).toHaveLength(1);
});

it("deletes old mail files, including half-written ones, and nothing else", async () => {
  const own = { ...settings, dataDir: mkdtempSync(path.join(tmpdir(), "outbox-test-")) };
  const send = (at: string) => createMailer(own, () => new Date(at)).send(mail);
  expect(await deleteOldOutbox(own, new Date())).toBe(0);
  await send("2026-01-01T11:59:59.999Z");
  await send("2026-01-01T12:00:00.000Z");
  const folder = outboxFolder(own);
  for (const name of [".2025-12-01T00-00-00.000Z-x.tmp", "2025-notes.txt", "a.eml"])
    writeFileSync(path.join(folder, name), "");
  expect(await deleteOldOutbox(own, new Date("2026-01-01T12:00:00.000Z"))).toBe(2);
  expect(readdirSync(folder).sort()).toEqual([
    expect.stringMatching(/^2025-notes/),
    expect.stringMatching(/^2026-01-01T12-00-00\.000Z-.*\.eml$/),
    "a.eml",
  ]);
  rmSync(own.dataDir, { recursive: true });
});
