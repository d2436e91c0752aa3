import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import { ctxFor } from "@/server/access/ctx";
import { passwordChangeEffects } from "@/server/api/password-change";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { deactivateUser } from "@/server/modules/people/people/set-status";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import { listAudit } from "@/server/modules/workspace/audit/list";
import { searchAuditPeople } from "@/server/modules/workspace/audit/search-people";
import { makeWorkspace } from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
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
  type TestPerson,
} from "@/server/test/signin-fixture";
import { changePassword } from "./change-password";
import { findSession } from "./find-session";
import { resetPassword } from "./reset-password";
import { revokeOtherSessions } from "./revoke-other-sessions";
import { signInWithLink } from "./sign-in-with-link";
import { signInWithPassword } from "./sign-in-with-password";
import { signOut } from "./sign-out";
import { issueToken } from "./tokens";

const clock = heldClock();
const post = mailbox();
let services: Services;
beforeAll(async () => {
  services = await signinServices({ clock, mailer: post });
});
afterAll(() => services.close());

const linesOf = ({ workspaceId }: TestPerson) =>
  services.db
    .select({
      action: auditEvents.action,
      resourceId: auditEvents.resourceId,
      actingUserId: auditEvents.actingUserId,
      changes: auditEvents.changes,
    })
    .from(auditEvents)
    .where(eq(auditEvents.workspaceId, workspaceId))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id));
const actionsOf = async (person: TestPerson) => (await linesOf(person)).map(({ action }) => action);

async function signedIn(person: TestPerson, typed = password) {
  const result = await signInWithPassword(services, { email: person.email, password: typed }, someBrowser());
  if (!result.ok) throw new Error(result.reason);
  const found = await findSession(services, result.session);
  if (!found) throw new Error("nobody is signed in");
  return { ref: result.session, ctx: ctxFor(services, found.actor, "req_test") };
}

it("a sign-in records its method, its source and the session it started", async () => {
  const person = await signinPerson(services);
  const browser = someBrowser();
  await signInWithPassword(services, { email: person.email, password }, browser);
  const token = await issueToken(services.db, person, "MAGIC_LINK", null, clock());
  clock.pass(1);
  const linked = await signInWithLink(services, token, browser);
  const place = { ip: { to: browser.ip }, userAgent: { to: "Test/1" } };
  expect(await linesOf(person)).toMatchObject([
    {
      action: "session.create",
      actingUserId: person.userId,
      changes: { method: { to: "PASSWORD" }, ...place },
    },
    {
      action: "session.create",
      resourceId: sessionOf(linked).sessionId,
      changes: { method: { to: "LINK" }, ...place },
    },
  ]);
});

it("a failed sign-in of a known person names them, and no actor; for an unknown address nothing is stored", async () => {
  const email = `known-${clock().getTime()}@example.com`;
  const [person, elsewhere] = [
    await signinPerson(services, { email }),
    await signinPerson(services, { email }),
  ];
  const browser = someBrowser();
  const { later, settle } = laterQueue();
  await signInWithPassword(services, { email, password: "wrong" }, browser, later);
  await signInWithPassword(services, { email: "nobody@example.com", password }, browser, later);
  await settle();
  for (const one of [person, elsewhere])
    expect(await linesOf(one)).toEqual([
      {
        action: "session.refuse",
        resourceId: one.userId,
        actingUserId: null,
        changes: { name: { to: "Ana Ilić" }, ip: { to: browser.ip }, userAgent: { to: "Test/1" } },
      },
    ]);
});

it("a failed sign-in is found by its person", async () => {
  const workspace = await makeWorkspace(services);
  const admin = await as(services, workspace.people.admin);
  const { user } = workspace.people;
  const [row] = await services.db.select({ email: users.email }).from(users).where(eq(users.id, user.id));
  const email = row?.email ?? "";
  await verifyEmail(services.db, { workspaceId: workspace.id, userId: user.id, email }, services.clock());
  const { later, settle } = laterQueue();
  await signInWithPassword(services, { email, password: "wrong" }, someBrowser(), later);
  await settle();
  const { items } = await listAudit(admin, { actor: user.id }, { limit: 10, after: null });
  expect(items.map(({ action }) => action)).toEqual(["session.refuse"]);
  expect((await searchAuditPeople(admin, { limit: 50 })).items.map(({ id }) => id)).toEqual([user.id]);
});

it("ended sessions record the reason, one line each, and a session that has already ended is not recorded again", async () => {
  const person = await signinPerson(services);
  const [one, two, three] = [await signedIn(person), await signedIn(person), await signedIn(person)];
  await signOut(services, one.ref);
  await signOut(services, one.ref);
  expect(await revokeOtherSessions(two.ctx)).toEqual({ revokedCount: 1 });
  const ended = (await linesOf(person)).filter(({ action }) => action === "session.end");
  expect(ended).toMatchObject([
    { resourceId: one.ref.sessionId, changes: { reason: { to: "SIGNED_OUT" } }, actingUserId: person.userId },
    { resourceId: three.ref.sessionId, changes: { reason: { to: "SIGNED_OUT_ELSEWHERE" } } },
  ]);
  const token = await issueToken(services.db, person, "PASSWORD_RESET", null, clock());
  await resetPassword(services, { token, password: "a brand new password" }, []);
  const lines = (await linesOf(person)).slice(-2);
  expect(lines.map(({ action }) => action).sort()).toEqual(["password.reset", "session.end"]);
});

it("a deactivated user's sessions end in the log, too", async () => {
  const workspace = await makeWorkspace(services);
  const { user, admin } = workspace.people;
  const createdAt = clock();
  const sessionId = "01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f";
  await services.db.insert(sessions).values({
    workspaceId: workspace.id,
    id: sessionId,
    userId: user.id,
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: new Date(createdAt.getTime() + minute),
  });
  await deactivateUser(await as(services, admin), user.id);
  const [line] = await services.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "session.end")));
  expect(line).toMatchObject({
    resourceId: sessionId,
    actingUserId: admin.id,
    changes: { reason: { to: "USER_DEACTIVATED" } },
  });
});

it("a changed password ends every other session and mailed links, and sends a mail", async () => {
  const person = await signinPerson(services);
  const [here, there] = [await signedIn(person), await signedIn(person)];
  const link = await issueToken(services.db, person, "MAGIC_LINK", null, clock());
  post.sent.length = 0;
  await forgetMails(services);
  const input = { current: password, password: "a brand new password" };
  expect(await changePassword(here.ctx, input, passwordChangeEffects)).toEqual({ ok: true, at: clock() });
  await sendMails(services);
  expect(await findSession(services, here.ref)).not.toBeNull();
  expect(await findSession(services, there.ref)).toBeNull();
  expect(await signInWithLink(services, link, someBrowser())).toBeNull();
  expect((await actionsOf(person)).slice(2).sort()).toEqual(["password.change", "session.end"]);
  expect(post.sent).toMatchObject([{ to: person.email, subject: "Your Timeaway password was changed" }]);
  expect(await signedIn(person, input.password)).toBeTruthy();
});

it("a wrong current password changes nothing; the eleventh try is refused, and signing in is not affected", async () => {
  const person = await signinPerson(services);
  const { ctx } = await signedIn(person);
  const change = (current: string) => changePassword(ctx, { current, password: "a brand new password" }, []);
  for (let tries = 0; tries < 10; tries++)
    expect(await change("wrong")).toEqual({ ok: false, reason: "wrong" });
  expect(await change(password)).toMatchObject({ reason: "throttled" });
  expect(await signedIn(person)).toBeTruthy();
  expect(await actionsOf(person)).not.toContain("password.change");
});

it("one of two concurrent changes wins", async () => {
  const person = await signinPerson(services);
  const { ctx } = await signedIn(person);
  const change = (to: string) => changePassword(ctx, { current: password, password: to }, []);
  const results = await Promise.all([change("the first new password"), change("the second new password")]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

it("400 a new password that is too short or too long; 403 for a key", async () => {
  const person = await signinPerson(services);
  const { ctx } = await signedIn(person);
  for (const wrong of ["", "eleven char", "x".repeat(257)])
    await expect(changePassword(ctx, { current: password, password: wrong }, [])).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  const operator = ctxFor(services, { ...ctx.actor, via: { type: "operator" } }, "req_test");
  await expect(
    changePassword(operator, { current: password, password: "a brand new password" }, []),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
});
