import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import { passkeys, secondFactors, usedPasskeyChallenges } from "@/drizzle/schema/second-factors";
import { credentials, sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { decodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { minute, second } from "@/server/kernel/time/clock";
import { addApp, addPasskey, ctxOfSession, freshCtx, nextCodeMs } from "@/server/test/factor-kit";
import { sendMails } from "@/server/test/mail-kit";
import {
  heldClock,
  mailbox,
  password,
  signinPerson,
  signinServices,
  someBrowser,
  type TestPerson,
} from "@/server/test/signin-fixture";
import { type Behaviour, TestPasskey } from "@/server/test/test-passkey";
import { newBrowserSecret } from "../connections/browser-secret";
import { deleteExpiredSignin } from "../delete-expired";
import { completeStep } from "../factors/complete-step";
import { endFactor } from "../factors/end-factor";
import { listFactors } from "../factors/list-factors";
import { findSession } from "../find-session";
import { listSessions } from "../list-sessions";
import { signInWithPassword } from "../sign-in-with-password";
import { boundTo } from "./challenge";
import { confirmPasskey } from "./confirm-passkey";
import { relyingPartyOf } from "./relying-party";
import { requestPasskey } from "./request-passkey";
import { signInWithPasskey } from "./sign-in-with-passkey";
import { startPasskey } from "./start-passkey";
import { requestOwnPasskey, verifyOwnPasskey } from "./verify-own-passkey";
import { requestStepPasskey } from "./verify-step-passkey";

const origin = "https://app.test";
const post = mailbox();
let services: Services;
const clock = heldClock();

beforeAll(async () => {
  services = await signinServices({ clock, mailer: post }, { APP_URL: origin });
});
afterAll(() => services.close());
beforeEach(() => clock.set(new Date()));

const browserSecret = newBrowserSecret();
const asked = () => requestPasskey(services, boundTo.signIn(browserSecret));

/** Asks, answers and signs in, in one browser. */
const signIn = async (passkey: TestPasskey, how?: Behaviour) =>
  signInWithPasskey(services, passkey.get(await asked(), how), browserSecret, someBrowser());

const refused = { ok: false, reason: "refused" };
const over = { ok: false, reason: "over" };
const refusal = (code: string, key: string) => ({ code, more: { reason: { key } } });

/** Someone with a passkey, signed in nowhere. */
async function makeHolder() {
  const person = await signinPerson(services);
  const added = await addPasskey(services, person);
  await services.db.delete(sessions).where(eq(sessions.userId, person.userId));
  return { ...person, ...added };
}

const liveSessions = ({ userId }: TestPerson) =>
  services.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));

const linesOf = ({ workspaceId }: TestPerson, action: string) =>
  services.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.workspaceId, workspaceId), eq(auditEvents.action, action)));

async function stepOf({ email }: TestPerson): Promise<string> {
  const begun = await signInWithPassword(services, { email, password }, someBrowser());
  if (begun.ok || begun.reason !== "factor") throw new Error("no step");
  return begun.step;
}

describe("adding a passkey", () => {
  it("counts from then on, with ten recovery codes, a mail and an audit line; the answer works once", async () => {
    const person = await signinPerson(services);
    const ctx = await freshCtx(services, person);
    const started = await startPasskey(ctx);
    expect(started.options).toMatchObject({
      rp: { id: "app.test", name: "Timeaway" },
      user: { name: `Acme (${person.email})`, displayName: "Ana Ilić" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [],
    });
    const answer = { name: "Laptop", ...new TestPasskey(origin).create(started) };
    const sent = await Promise.allSettled(Array.from({ length: 5 }, () => confirmPasskey(ctx, answer)));
    const done = sent.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(done).toHaveLength(1);
    expect(done[0]?.recoveryCodes).toHaveLength(10);
    await expect(confirmPasskey(ctx, answer)).rejects.toMatchObject(refusal("FORBIDDEN", "passkeyRefused"));
    expect(await listFactors(ctx)).toMatchObject({
      ...{ factors: [{ kind: "PASSKEY", name: "Laptop" }], recoveryCodesLeft: 10, needed: null },
    });
    await sendMails(services);
    expect(post.sent.splice(0).map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "Two-step sign-in: a passkey was added"],
    ]);
    expect(await linesOf(person, "second_factor.create")).toHaveLength(1);
    // The device that has it is not asked for another; the person's handle stays, and is not their ID.
    const again = await startPasskey(ctx);
    expect(again.options.excludeCredentials).toMatchObject([
      { id: answer.response.id, transports: ["internal"] },
    ]);
    expect(again.options.user.id).toBe(started.options.user.id);
    const handle = Buffer.from(started.options.user.id, "base64url");
    expect(handle.toString("hex")).not.toContain(person.userId.replaceAll("-", ""));
    expect(handle.length).toBeLessThanOrEqual(64);
  });

  it.each<[string, Behaviour]>([
    ["a user who is not verified", { isVerified: false }],
    ["another origin", { origin: "https://evil.test" }],
    ["another relying party", { rpId: "evil.test" }],
    ["another challenge", { challenge: "AAAA" }],
  ])("403 for %s", async (_, how) => {
    const ctx = await freshCtx(services, await signinPerson(services));
    const made = new TestPasskey(origin).create(await startPasskey(ctx), how);
    await expect(confirmPasskey(ctx, { name: "Laptop", ...made })).rejects.toMatchObject(
      refusal("FORBIDDEN", "passkeyRefused"),
    );
    expect((await listFactors(ctx)).factors).toEqual([]);
  });

  it("403 in another session, of another person, after ten minutes, and without a recent proof", async () => {
    const person = await signinPerson(services);
    const ctx = await freshCtx(services, person);
    const made = { name: "Laptop", ...new TestPasskey(origin).create(await startPasskey(ctx)) };
    const others = [await freshCtx(services, person), await freshCtx(services, await signinPerson(services))];
    for (const other of others)
      await expect(confirmPasskey(other, made)).rejects.toMatchObject(refusal("FORBIDDEN", "passkeyRefused"));
    clock.pass(10 * minute + second);
    await expect(confirmPasskey(ctx, made)).rejects.toMatchObject(refusal("FORBIDDEN", "passkeyRefused"));
    await expect(startPasskey(ctx)).rejects.toMatchObject(refusal("FORBIDDEN", "signInOld"));
  });

  it("ends the person's other sessions without a factor, and sign-ins under way", async () => {
    const person = await signinPerson(services);
    const elsewhere = await freshCtx(services, person);
    const { ctx } = await addPasskey(services, person);
    expect((await liveSessions(person)).map(({ secondFactor }) => secondFactor)).toEqual(["PASSKEY"]);
    await expect(startPasskey(elsewhere)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await listFactors(ctx)).needed).toBeNull();
  });
});

describe("a passkey alone", () => {
  it("signs in: the session says so, has proven a factor, and the audit log has it", async () => {
    const holder = await makeHolder();
    const done = await signIn(holder.passkey);
    if (!done.ok) throw new Error(done.reason);
    expect((await findSession(services, done.session))?.user.id).toBe(holder.userId);
    const ctx = await ctxOfSession(services, holder, done.session.sessionId);
    expect(await listSessions(ctx)).toMatchObject([{ method: "PASSKEY", secondFactor: "PASSKEY" }]);
    expect((await listFactors(ctx)).needed).toBeNull();
    const line = (await linesOf(holder, "session.create")).find(
      ({ resourceId }) => resourceId === done.session.sessionId,
    );
    expect(line?.changes).toMatchObject({ method: { to: "PASSKEY" } });
  });

  it("names no one when it is asked for", async () => {
    const { options } = await asked();
    expect(options).toMatchObject({ rpId: "app.test", userVerification: "required", allowCredentials: [] });
  });

  it.each<[string, Behaviour]>([
    ["a user who is not verified", { isVerified: false }],
    ["another origin", { origin: "https://evil.test" }],
    ["a subdomain's origin", { origin: "https://www.app.test" }],
    ["another relying party", { rpId: "evil.test" }],
    ["another challenge", { challenge: "AAAA" }],
    ["no user handle", { userHandle: undefined }],
    ["a user handle that is none", { userHandle: "AAAA" }],
  ])("no session for %s", async (_, how) => {
    const holder = await makeHolder();
    expect(await signIn(holder.passkey, how)).toEqual(refused);
    expect(await liveSessions(holder)).toEqual([]);
  });

  it("no session with someone else's handle, nor with a key that is not the credential's", async () => {
    const [victim, attacker] = [await makeHolder(), await makeHolder()];
    const [row] = await services.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.workspaceId, victim.workspaceId));
    const userHandle = row?.userHandle.toString("base64url");
    expect(await signIn(attacker.passkey, { userHandle })).toEqual(refused);
    const forged = attacker.passkey.get(await asked(), { userHandle });
    forged.response.id = forged.response.rawId = victim.passkey.credentialId.toString("base64url");
    expect(await signInWithPasskey(services, forged, browserSecret, someBrowser())).toEqual(refused);
    expect(await liveSessions(victim)).toEqual([]);
  });

  it("an answer counts once, also at once", async () => {
    for (let round = 0; round < 4; round++) {
      const holder = await makeHolder();
      const answer = holder.passkey.get(await asked());
      const send = () => signInWithPasskey(services, answer, browserSecret, someBrowser());
      const done = await Promise.all(Array.from({ length: 4 }, send));
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await send()).toEqual(refused);
      expect(await liveSessions(holder)).toHaveLength(1);
    }
  });

  it("an answer counts once for a passkey that does not count, also at once", async () => {
    const holder = await makeHolder();
    const answer = holder.passkey.get(await asked(), { count: 0 });
    const send = () => signInWithPasskey(services, answer, browserSecret, someBrowser());
    const done = await Promise.all(Array.from({ length: 4 }, send));
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await signIn(holder.passkey, { count: 0 })).toMatchObject({ ok: true });
  });

  it("a challenge is of one browser, expires after ten minutes, and is for signing in only", async () => {
    const holder = await makeHolder();
    const send = (answer: ReturnType<TestPasskey["get"]>, secret = browserSecret) =>
      signInWithPasskey(services, answer, secret, someBrowser());
    expect(await send(holder.passkey.get(await asked()), newBrowserSecret())).toEqual(over);
    expect(await send({ ...holder.passkey.get(await asked()), token: "x" })).toEqual(over);
    const step = await stepOf(holder);
    expect(await send(holder.passkey.get(await requestStepPasskey(services, holder, step)))).toEqual(over);
    const late = holder.passkey.get(await asked());
    clock.pass(10 * minute + second);
    expect(await send(late)).toEqual(over);
    expect(await signIn(holder.passkey)).toMatchObject({ ok: true });
  });

  it("a counter that goes back or stays is refused, and counts no further", async () => {
    const holder = await makeHolder();
    expect(await signIn(holder.passkey, { count: 7 })).toMatchObject({ ok: true });
    for (const count of [7, 6, 0]) expect(await signIn(holder.passkey, { count })).toEqual(refused);
    expect(await signIn(holder.passkey, { count: 8 })).toMatchObject({ ok: true });
  });

  it("two answers with the same counter at once: one session begins", async () => {
    const holder = await makeHolder();
    const answers = [
      holder.passkey.get(await asked(), { count: 3 }),
      holder.passkey.get(await asked(), { count: 3 }),
    ];
    const done = await Promise.all(
      answers.map((one) => signInWithPasskey(services, one, browserSecret, someBrowser())),
    );
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it.each(["INACTIVE", "DELETED"] as const)("no session for someone who is %s", async (status) => {
    const holder = await makeHolder();
    await services.db.update(users).set({ status }).where(eq(users.id, holder.userId));
    expect(await signIn(holder.passkey)).toEqual(refused);
  });

  it("no session with a passkey that was removed, also while it answers", async () => {
    const person = await signinPerson(services);
    const { ctx, passkey } = await addPasskey(services, person);
    const [factor] = (await listFactors(ctx)).factors;
    const answer = passkey.get(await asked());
    await endFactor(ctx, decodeId("factor", factor?.id ?? "") ?? "");
    expect(await signInWithPasskey(services, answer, browserSecret, someBrowser())).toEqual(refused);
    expect(
      await services.db.select().from(passkeys).where(eq(passkeys.workspaceId, person.workspaceId)),
    ).toEqual([]);
    await sendMails(services);
    expect(post.sent.splice(0).map(({ subject }) => subject)).toContain(
      "Two-step sign-in: a passkey was removed",
    );
  });

  it("where people sign in through connections only, it opens nothing but with emergency access", async () => {
    const holder = await makeHolder();
    await services.db
      .update(workspaces)
      .set({ connectionsOnly: true })
      .where(eq(workspaces.id, holder.workspaceId));
    expect(await signIn(holder.passkey)).toMatchObject({ ok: false, reason: "closed" });
    expect(await liveSessions(holder)).toEqual([]);
    await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, holder.userId));
    expect(await signIn(holder.passkey)).toMatchObject({ ok: false, reason: "closed" });
    await services.db
      .update(credentials)
      .set({ hasEmergencyAccess: true })
      .where(eq(credentials.userId, holder.userId));
    const done = await signIn(holder.passkey);
    if (!done.ok) throw new Error(done.reason);
    expect(await findSession(services, done.session)).not.toBeNull();
    await sendMails(services);
    expect(post.sent.splice(0).map(({ subject }) => subject)).toContain("Ana Ilić used emergency access");
  });

  it("refused ones are in the audit log without an actor, and limited by person and source", async () => {
    const holder = await makeHolder();
    const tries: unknown[] = [];
    for (let at = 0; at < 11; at++) {
      const done = await signIn(holder.passkey, { isVerified: false });
      tries.push(done.ok || done.reason);
    }
    expect(tries).toEqual([...Array(10).fill("refused"), "throttled"]);
    await expect
      .poll(async () => (await linesOf(holder, "session.refuse")).map(({ actingUserId }) => actingUserId))
      .toEqual(Array(10).fill(null));
    const from = someBrowser();
    const unknown = new TestPasskey(origin);
    const outcomes = new Set<unknown>();
    for (let at = 0; at < 51; at++) {
      const done = await signInWithPasskey(services, unknown.get(await asked()), browserSecret, from);
      outcomes.add(done.ok || done.reason);
    }
    expect([...outcomes]).toEqual(["refused", "throttled"]);
  });
});

describe("a passkey as second step", () => {
  it("someone with a passkey gets the step after a password, and completes it with the passkey", async () => {
    const holder = await makeHolder();
    const step = await stepOf(holder);
    const request = await requestStepPasskey(services, holder, step);
    expect(request.options.allowCredentials).toMatchObject([
      { id: holder.passkey.credentialId.toString("base64url") },
    ]);
    const answer = holder.passkey.get(request, { userHandle: undefined });
    const done = await Promise.all(
      Array.from({ length: 3 }, () => completeStep(services, step, answer, someBrowser())),
    );
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await liveSessions(holder)).toMatchObject([{ method: "PASSWORD", secondFactor: "PASSKEY" }]);
  });

  it("a recovery code works in its place, once", async () => {
    const holder = await makeHolder();
    const [code = ""] = holder.recoveryCodes;
    expect(await completeStep(services, await stepOf(holder), code, someBrowser())).toMatchObject({
      ok: true,
    });
    expect(await completeStep(services, await stepOf(holder), code, someBrowser())).toMatchObject({
      ok: false,
    });
  });

  it.each<[string, Behaviour]>([
    ["a user who is not verified", { isVerified: false }],
    ["another origin", { origin: "https://evil.test" }],
    ["another relying party", { rpId: "evil.test" }],
  ])("no session for %s; the step stays", async (_, how) => {
    const holder = await makeHolder();
    const step = await stepOf(holder);
    const request = await requestStepPasskey(services, holder, step);
    const wrong = { ok: false, reason: "wrong" };
    expect(await completeStep(services, step, holder.passkey.get(request, how), someBrowser())).toEqual(
      wrong,
    );
    expect(await completeStep(services, step, holder.passkey.get(request), someBrowser())).toMatchObject({
      ok: true,
    });
  });

  it("no session with another's passkey, another step's challenge, or one for signing in", async () => {
    const [victim, attacker] = [await makeHolder(), await makeHolder()];
    const step = await stepOf(victim);
    const request = await requestStepPasskey(services, victim, step);
    const answers = [
      attacker.passkey.get(request),
      victim.passkey.get(await requestStepPasskey(services, victim, await stepOf(victim))),
      victim.passkey.get(await asked()),
    ];
    for (const answer of answers)
      expect(await completeStep(services, step, answer, someBrowser())).toMatchObject({ ok: false });
    expect(await liveSessions(victim)).toEqual([]);
  });
});

describe("a passkey in one's own session", () => {
  it("proves a factor again for ten minutes, once for each challenge, in that session", async () => {
    const person = await signinPerson(services);
    const { ctx, passkey } = await addPasskey(services, person);
    clock.pass(10 * minute + second);
    expect((await listFactors(ctx)).needed).toBe("FACTOR");
    const request = await requestOwnPasskey(ctx);
    const wrong = passkey.get(request, { isVerified: false });
    await expect(verifyOwnPasskey(ctx, wrong)).rejects.toMatchObject(refusal("FORBIDDEN", "passkeyRefused"));
    const answer = passkey.get(request);
    const other = await freshCtx(services, person);
    await expect(verifyOwnPasskey(other, answer)).rejects.toMatchObject(
      refusal("FORBIDDEN", "passkeyRefused"),
    );
    await verifyOwnPasskey(ctx, answer);
    expect((await listFactors(ctx)).needed).toBeNull();
    await expect(verifyOwnPasskey(ctx, answer)).rejects.toMatchObject(refusal("FORBIDDEN", "passkeyRefused"));
  });

  it("an app and a passkey stand beside each other; either may be removed", async () => {
    const person = await signinPerson(services);
    const { ctx, app } = await addApp(services, person);
    await addPasskey(services, person, ctx);
    const [first, latest] = (await listFactors(ctx)).factors;
    expect([first?.kind, latest?.kind]).toEqual(["APP", "PASSKEY"]);
    await endFactor(ctx, decodeId("factor", latest?.id ?? "") ?? "");
    clock.pass(nextCodeMs);
    expect(await completeStep(services, await stepOf(person), app.code(), someBrowser())).toMatchObject({
      ok: true,
    });
    expect(
      await services.db.select().from(secondFactors).where(eq(secondFactors.userId, person.userId)),
    ).toHaveLength(1);
  });
});

it("used challenges are deleted once they have expired", async () => {
  const holder = await makeHolder();
  await signIn(holder.passkey);
  const left = () =>
    services.db
      .select()
      .from(usedPasskeyChallenges)
      .where(eq(usedPasskeyChallenges.workspaceId, holder.workspaceId));
  await deleteExpiredSignin(services);
  expect(await left()).toHaveLength(2);
  clock.pass(10 * minute + second);
  await deleteExpiredSignin(services);
  expect(await left()).toEqual([]);
});

it("the relying party is the host of the configured address, whatever its port", () => {
  expect(relyingPartyOf({ appUrl: "http://localhost:3000" })).toMatchObject({
    ...{ id: "localhost", origin: "http://localhost:3000" },
  });
});
