import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { createMailer } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { oneBehindTheOther } from "@/server/test/lock-table";
import { forgetMails, sendMails } from "@/server/test/mail-kit";
import {
  heldClock,
  laterQueue,
  mailbox,
  password,
  sessionOf,
  signinPerson,
  signinServices,
  someBrowser,
} from "@/server/test/signin-fixture";
import { startSmtp } from "@/server/test/smtp-stand-in";
import { findSession } from "./find-session";
import { requestMail } from "./request-mail";
import { resetPassword } from "./reset-password";
import { signInWithLink } from "./sign-in-with-link";
import { signInWithPassword } from "./sign-in-with-password";
import { peekToken, type TokenPurpose } from "./tokens";

const clock = heldClock();
const post = mailbox();
let services: Services;
beforeAll(async () => {
  services = await signinServices({ clock, mailer: post }, { APP_URL: "https://app.test" });
});
afterAll(() => services.close());

const tokensIn = (text: string) => [...text.matchAll(/token=(\w+)/g)].map((match) => match[1] ?? "");

async function ask(purpose: TokenPurpose, email: string, returnTo: string | null = null) {
  post.sent.length = 0;
  await forgetMails(services);
  const { later, settle } = laterQueue();
  const answer = await requestMail(services, purpose, { email, ip: someBrowser().ip, returnTo, later });
  await settle();
  await sendMails(services);
  return { answer, tokens: tokensIn(post.sent[0]?.text ?? "") };
}

async function tokenFor(purpose: TokenPurpose, email: string, returnTo: string | null = null) {
  const [token] = (await ask(purpose, email, returnTo)).tokens;
  if (!token) throw new Error("no mail was sent");
  return token;
}

const reset = (token: string, typed: string) => resetPassword(services, { token, password: typed }, []);

it("a link signs in, once, and returns to the requested page", async () => {
  const person = await signinPerson(services);
  const token = await tokenFor("MAGIC_LINK", person.email, "/oauth/authorize?session=abc");
  const entered = await signInWithLink(services, token, someBrowser());
  expect(entered?.returnTo).toBe("/oauth/authorize?session=abc");
  expect((await findSession(services, sessionOf(entered)))?.user.id).toBe(person.userId);
  expect(await signInWithLink(services, token, someBrowser())).toBeNull();
});

it("one of 20 parallel uses of a link signs in", async () => {
  const { email } = await signinPerson(services);
  const token = await tokenFor("MAGIC_LINK", email);
  const uses = await Promise.all(
    Array.from({ length: 20 }, () => signInWithLink(services, token, someBrowser())),
  );
  expect(uses.filter(Boolean)).toHaveLength(1);
});

it("viewing a link does not use it up", async () => {
  const { email, workspaceId, userId } = await signinPerson(services);
  const token = await tokenFor("MAGIC_LINK", email);
  expect(await peekToken(services, token, "MAGIC_LINK")).toEqual({
    ...{ workspaceId, userId, email },
    workspaceName: "Acme",
    isNew: false,
    isClosed: false,
  });
  expect(await signInWithLink(services, token, someBrowser())).not.toBeNull();
});

it("a link expires after 15 minutes, one for a new password after 60", async () => {
  const { email } = await signinPerson(services);
  const link = await tokenFor("MAGIC_LINK", email);
  const renewal = await tokenFor("PASSWORD_RESET", email);
  clock.pass(15 * minute);
  expect(await signInWithLink(services, link, someBrowser())).toBeNull();
  clock.pass(45 * minute);
  expect(await reset(renewal, "a brand new password")).toBe(false);
});

it("a link works only for its own purpose, and garbage for none", async () => {
  const { email } = await signinPerson(services);
  expect(await reset(await tokenFor("MAGIC_LINK", email), "a brand new password")).toBe(false);
  expect(await signInWithLink(services, await tokenFor("PASSWORD_RESET", email), someBrowser())).toBeNull();
  for (const garbage of ["", "x", "a".repeat(100_000), "\u0000", "' or 1=1"])
    expect(await signInWithLink(services, garbage, someBrowser())).toBeNull();
});

it("an unknown and an inactive address get the same response, and no mail", async () => {
  const { email } = await signinPerson(services, { status: "INACTIVE" });
  expect(await ask("MAGIC_LINK", email)).toEqual({ answer: { ok: true }, tokens: [] });
  expect(await ask("PASSWORD_RESET", "nobody@example.com")).toEqual({ answer: { ok: true }, tokens: [] });
});

it("a link of a user deactivated since does nothing", async () => {
  const { email, workspaceId, userId } = await signinPerson(services);
  const token = await tokenFor("MAGIC_LINK", email);
  await services.db
    .update(users)
    .set({ status: "INACTIVE" })
    .where(and(eq(users.workspaceId, workspaceId), eq(users.id, userId)));
  expect(await signInWithLink(services, token, someBrowser())).toBeNull();
});

it("an address in two workspaces gets one mail with a link for each", async () => {
  const email = "both@example.com";
  await signinPerson(services, { email, workspaceName: "Acme <b>&" });
  await signinPerson(services, { email, workspaceName: "Globex" });
  const { tokens } = await ask("MAGIC_LINK", email);
  expect(post.sent).toHaveLength(1);
  expect(tokens).toHaveLength(2);
  expect(post.sent[0]?.html).toContain("Acme &lt;b&gt;&amp;");
  expect(post.sent[0]?.html).not.toContain("<b>");
});

it("too many requests are refused, with the waiting time", async () => {
  const { email } = await signinPerson(services);
  for (let i = 0; i < 5; i++) expect((await ask("MAGIC_LINK", email)).answer.ok).toBe(true);
  expect((await ask("MAGIC_LINK", email)).answer).toEqual({ ok: false, retryAfterSeconds: 300 });
});

it("a new password ends sessions and other links, and runs the effects in the same transaction", async () => {
  const { email, workspaceId, userId } = await signinPerson(services);
  const before = await signInWithPassword(services, { email, password }, someBrowser());
  const link = await tokenFor("MAGIC_LINK", email);
  const token = await tokenFor("PASSWORD_RESET", email);
  const failing = resetPassword(services, { token, password: "a brand new password" }, [
    () => Promise.reject(new Error("no")),
  ]);
  await expect(failing).rejects.toThrow("no");
  expect(before.ok && (await findSession(services, before.session))).toBeTruthy();

  const ended: unknown[] = [];
  const effect = async (_tx: unknown, change: unknown) => void ended.push(change);
  const input = { token, password: "a brand new password" };
  expect(await resetPassword(services, input, [effect])).toBe(true);
  expect(ended).toEqual([{ workspaceId, userId, at: clock() }]);
  expect(before.ok && (await findSession(services, before.session))).toBeNull();
  expect(await signInWithLink(services, link, someBrowser())).toBeNull();
  expect((await signInWithPassword(services, { email, password }, someBrowser())).ok).toBe(false);
  expect((await signInWithPassword(services, { email, password: input.password }, someBrowser())).ok).toBe(
    true,
  );
});

it("a sign-in in progress does not outlive a new password", async () => {
  const { email } = await signinPerson(services);
  const byPassword = () => signInWithPassword(services, { email, password }, someBrowser());
  const change = await tokenFor("PASSWORD_RESET", email);
  const [entered] = await oneBehindTheOther("sessions", byPassword, () =>
    reset(change, "a brand new password"),
  );
  expect(entered.ok && (await findSession(services, entered.session))).toBeNull();

  const other = await signinPerson(services);
  const [link, again] = [
    await tokenFor("MAGIC_LINK", other.email),
    await tokenFor("PASSWORD_RESET", other.email),
  ];
  const byLink = () => signInWithLink(services, link, someBrowser());
  const [followed] = await oneBehindTheOther("sessions", byLink, () => reset(again, "a brand new password"));
  expect(followed && (await findSession(services, sessionOf(followed)))).toBeNull();
});

it("a sign-in with the old password is refused while the new one is being stored", async () => {
  const { email } = await signinPerson(services);
  const token = await tokenFor("PASSWORD_RESET", email);
  const [, entered] = await oneBehindTheOther(
    "audit_events",
    () => reset(token, "a brand new password"),
    () => signInWithPassword(services, { email, password }, someBrowser()),
  );
  expect(entered).toEqual({ ok: false, reason: "credentials" });
});

it("a password that is too short or too long is refused, and the link stays valid", async () => {
  const token = await tokenFor("PASSWORD_RESET", (await signinPerson(services)).email);
  for (const wrong of ["", "eleven char", "😀".repeat(11), "x".repeat(257)])
    await expect(reset(token, wrong)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await reset(token, "twelve chars")).toBe(true);
});

it("a user without a password can choose one", async () => {
  const { email } = await signinPerson(services, { password: null });
  expect(await reset(await tokenFor("PASSWORD_RESET", email), "their first password")).toBe(true);
  expect(
    (await signInWithPassword(services, { email, password: "their first password" }, someBrowser())).ok,
  ).toBe(true);
});

it("mails state a link's lifetime, and what to do if someone else requested it", async () => {
  const { email } = await signinPerson(services);
  await ask("MAGIC_LINK", email);
  expect(post.sent.at(-1)?.text).toContain("This link works once and expires in 15 minutes.");
  expect(post.sent.at(-1)?.text).toContain("If you didn’t ask to sign in, you can ignore this email.");
  const secret = await tokenFor("PASSWORD_RESET", email);
  expect(await resetPassword(services, { token: secret, password: "a new password" }, [])).toBe(true);
  await sendMails(services);
  expect(post.sent.at(-1)?.text).toContain("https://app.test/forgot-password");
});

it("a link sent through a mail server signs in", async () => {
  const smtp = await startSmtp();
  const mailer = createMailer(
    { ...services.settings, smtpUrl: smtp.url, emailFrom: "Timeaway <hello@timeaway.test>" },
    clock,
  );
  const { email } = await signinPerson(services);
  const { later, settle } = laterQueue();
  await requestMail(services, "MAGIC_LINK", { email, ip: someBrowser().ip, returnTo: null, later });
  await settle();
  await sendMails({ ...services, mailer });
  mailer.close();
  await smtp.close();
  expect(smtp.received.map(({ to }) => to)).toEqual([[email]]);
  const parsed = smtp.received[0]?.mail;
  expect(parsed?.subject).toBe("Your sign-in link for Timeaway");
  expect(parsed?.from).toMatchObject({ name: "Timeaway", address: "hello@timeaway.test" });
  const [token] = tokensIn(parsed?.text ?? "");
  expect(parsed?.html).toContain(`https://app.test/login/link?token=${token}`);
  expect(await signInWithLink(services, token ?? "", someBrowser())).not.toBeNull();
});

it("a link is sent once the mail server is back, unless it has expired", async () => {
  const request = async () => {
    await forgetMails(services);
    const { email } = await signinPerson(services);
    const { later, settle } = laterQueue();
    await requestMail(services, "MAGIC_LINK", { email, ip: someBrowser().ip, returnTo: null, later });
    await settle();
    await sendMails({ ...services, mailer: { send: () => Promise.reject(new Error("no")), close() {} } });
    post.sent.length = 0;
    return email;
  };
  const email = await request();
  clock.pass(minute);
  await sendMails(services);
  expect(post.sent).toMatchObject([{ to: email }]);
  await request();
  clock.pass(15 * minute);
  await sendMails(services);
  expect(post.sent).toEqual([]);
});

it("without a mail server, complete mails go to the outbox, readable only by its owner", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "outbox-"));
  const mailer = createMailer({ ...services.settings, dataDir }, clock);
  await Promise.all(
    [1, 2, 3].map((n) => mailer.send({ to: "a@b.test", subject: `Mail ${n}`, text: "x", html: "<p>x</p>" })),
  );
  clock.pass(1000);
  await mailer.send({ to: "a@b.test", subject: "Ana Ilić: last", text: "žluťoučký", html: "<p>x</p>" });
  const folder = path.join(dataDir, "outbox");
  const names = (await readdir(folder)).sort();
  expect(names).toHaveLength(4);
  expect(names.every((name) => name.endsWith(".eml"))).toBe(true);
  const file = path.join(folder, names[3] ?? "");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const parsed = await PostalMime.parse(await readFile(file));
  expect(parsed).toMatchObject({
    subject: "Ana Ilić: last",
    date: clock()
      .toISOString()
      .replace(/\.\d+Z/, ".000Z"),
  });
  expect(parsed.text?.trim()).toBe("žluťoučký");
  await rm(dataDir, { recursive: true });
});

it("no value in a mail can add a header or a recipient", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "outbox-"));
  const mailer = createMailer({ ...services.settings, dataDir }, clock);
  const mail = { subject: "Hi\r\nBcc: evil@evil.test\r\n\r\nbody", text: "x", html: "x" };
  for (const to of [
    "a@b.test, evil@evil.test",
    "a@b.test\r\nBcc: e@e.test",
    "<a@b.test>",
    "A B <a@b.test>",
    "a@b@c",
    "",
  ])
    await expect(mailer.send({ ...mail, to })).rejects.toThrow("recipient");
  await mailer.send({ ...mail, to: "a@b.test" });
  const [name] = await readdir(path.join(dataDir, "outbox"));
  const parsed = await PostalMime.parse(await readFile(path.join(dataDir, "outbox", name ?? "")));
  expect(parsed.bcc ?? []).toEqual([]);
  expect(parsed.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(parsed.subject).toBe("Hi Bcc: evil@evil.test body");
  await rm(dataDir, { recursive: true });
});
