import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import { signInSteps } from "@/drizzle/schema/second-factors";
import { sessions } from "@/drizzle/schema/signin";
import type { UserStatus } from "@/drizzle/schema/values";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { minute, second } from "@/server/kernel/time/clock";
import { fromBase32 } from "@/server/test/base32";
import { ConnectionBrowser, makeConnection, makeDomain } from "@/server/test/connection-kit";
import { addApp, freshCtx, nextCodeMs, TestApp } from "@/server/test/factor-kit";
import { HostileProvider } from "@/server/test/hostile-provider";
import { sendMails } from "@/server/test/mail-kit";
import {
  heldClock,
  mailbox,
  password,
  signinPerson,
  signinServices,
  someBrowser,
} from "@/server/test/signin-fixture";
import { confirmLink } from "../connections/confirm-link";
import { sealDevices } from "../devices";
import { type Entered, enter, type PendingFactor } from "../enter";
import { findSession } from "../find-session";
import { handleNextAuth } from "../handle-next-auth";
import { listSessions } from "../list-sessions";
import { findPeopleByEmail } from "../people-by-email";
import { resetPassword } from "../reset-password";
import { openSession, sealSession } from "../session-cookie";
import { signInWithLink } from "../sign-in-with-link";
import { signInWithPassword } from "../sign-in-with-password";
import { startFirstSession } from "../start-first-session";
import { issueToken } from "../tokens";
import { chooseWorkspace } from "../workspace-choice";
import { completeStep } from "./complete-step";
import { confirmFactor } from "./confirm-factor";
import { endFactor } from "./end-factor";
import { startFactor } from "./start-factor";
import { openStep, sealStep } from "./step-cookie";

const post = mailbox();
let provider: HostileProvider;
let services: Services;
const clock = heldClock();
let domainCount = 0;

beforeAll(async () => {
  provider = await HostileProvider.open();
  services = await signinServices(
    { clock, mailer: post },
    { APP_URL: "http://app.test", WEBHOOK_ALLOW_HOSTS: provider.place },
  );
});
afterAll(async () => {
  await services.close();
  await provider.close();
});
beforeEach(() => {
  provider.behave();
  clock.set(new Date());
});

type Person = Awaited<ReturnType<typeof makePerson>>;

/** Someone in a workspace with an active connection, by default with an authenticator app. */
async function makePerson(given: { hasApp?: boolean; hasPassword?: boolean; status?: UserStatus } = {}) {
  const { hasApp = true, hasPassword = true, status = "ACTIVE" } = given;
  const domain = `step${++domainCount}.example`;
  const person = await signinPerson(services, {
    email: `ana@${domain}`,
    ...(hasPassword ? {} : { password: null }),
  });
  const { workspaceId } = person;
  await makeDomain(services, workspaceId, domain);
  const way = { workspaceId, connectionId: await makeConnection(services, workspaceId, provider) };
  const added = hasApp ? await addApp(services, person) : null;
  await services.db.update(users).set({ status }).where(eq(users.id, person.userId));
  await services.db.delete(sessions).where(eq(sessions.userId, person.userId));
  clock.pass(nextCodeMs);
  return {
    ...person,
    way,
    app: added?.app,
    ctx: added?.ctx,
    factorId: added?.id,
    codes: added?.recoveryCodes ?? [],
  };
}

const liveSessions = ({ userId }: { userId: string }) =>
  services.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));

const signinPersonOf = async ({ email }: { email: string }) => {
  const [found] = await findPeopleByEmail(services.db, email);
  if (!found) throw new Error("may not sign in");
  return found;
};

type Begun = Entered | PendingFactor | null;

/** Each way to begin a session: what it leads to. */
const ways: Record<string, (person: Person) => Promise<Begun>> = {
  password: async ({ email }) => {
    const result = await signInWithPassword(services, { email, password }, someBrowser());
    return result.ok || result.reason === "factor" ? result : null;
  },
  "mailed link": async (person) => {
    const token = await issueToken(services.db, person, "MAGIC_LINK", "/dashboard", clock());
    return signInWithLink(services, token, someBrowser());
  },
  "reset, then its password": async (person) => {
    const token = await issueToken(services.db, person, "PASSWORD_RESET", null, clock());
    const typed = "a new password of mine";
    if (!(await resetPassword(services, { token, password: typed }, []))) return null;
    const result = await signInWithPassword(
      services,
      { email: person.email, password: typed },
      someBrowser(),
    );
    return result.ok || result.reason === "factor" ? result : null;
  },
  "first session of a link": async (person) => startFirstSession(services, person, someBrowser()),
  "operator's provider": async (person) => {
    const account = { issuer: "https://accounts.google.com", subject: person.userId };
    const known = await signinPersonOf(person).catch(() => null);
    return known && enter(services, known, { method: "GOOGLE", account }, someBrowser());
  },
  "choice of workspace": async ({ workspaceId, userId }) => {
    const people = [{ workspaceId, userId }];
    const choice = { people, method: "PASSWORD" as const, at: clock().getTime(), returnTo: "/dashboard" };
    return chooseWorkspace(services, choice, workspaceId, someBrowser());
  },
  "first sign-in through a connection": async ({ way, email, userId }) => {
    provider.person = { sub: userId, email };
    const done = await new ConnectionBrowser(services).signIn(way, provider);
    if (done.kind === "entered") return done.entered;
    if (done.kind !== "confirm") return null;
    const confirmed = await confirmLink(services, done.link, password, someBrowser());
    return confirmed.ok ? confirmed : null;
  },
};

const states: Record<string, { status?: UserStatus; hasPassword?: boolean }> = {
  "with a password": {},
  "without a password": { hasPassword: false },
  deactivated: { status: "INACTIVE" },
  erased: { status: "DELETED", hasPassword: false },
};

describe("each way in × state of the person", () => {
  const all = Object.keys(ways).flatMap((way) => Object.keys(states).map((state) => [way, state] as const));
  const opens = (way: string, state: string): boolean => {
    // No identity is proven there; what precedes it refuses who may not sign in.
    if (way === "first session of a link") return true;
    if (state === "deactivated" || state === "erased") return false;
    return state === "with a password" || !["password", "choice of workspace"].includes(way);
  };

  it.each(all)("%s, %s: without a factor a session", async (name, state) => {
    const person = await makePerson({ ...states[state], hasApp: false });
    const begun = await ways[name]?.(person);
    expect(begun !== null && begun !== undefined && "session" in begun).toBe(opens(name, state));
  });

  it.each(all)("%s, %s: with a factor no session before the code, and one with it", async (name, state) => {
    // Their apps are added while they may sign in.
    const person = await makePerson(states[state]);
    const begun = (await ways[name]?.(person)) ?? null;
    expect(await liveSessions(person)).toEqual([]);
    expect(begun !== null && "step" in begun).toBe(opens(name, state));
    if (!begun || !("step" in begun)) return;
    const { app } = person;
    const done = await completeStep(services, begun.step, app?.code() ?? "", someBrowser());
    const mayEnter = state === "with a password" || state === "without a password";
    expect(done).toMatchObject(mayEnter ? { ok: true } : { ok: false, reason: "over" });
    expect(await liveSessions(person)).toHaveLength(mayEnter ? 1 : 0);
    if (done.ok) expect((await findSession(services, done.session))?.user.id).toBe(person.userId);
  });

  it("a connection that is theirs takes no code here", async () => {
    const person = await makePerson();
    provider.person = { sub: person.userId, email: person.email };
    const first = await ways["first sign-in through a connection"]?.(person);
    if (!first || !("step" in first)) throw new Error("no step");
    expect(await completeStep(services, first.step, person.app?.code() ?? "", someBrowser())).toMatchObject({
      ok: true,
    });
    const again = await new ConnectionBrowser(services).signIn(person.way, provider);
    expect(again).toMatchObject({
      kind: "entered",
      entered: { session: { workspaceId: person.workspaceId } },
    });
  });

  it("an account is not linked before the code: not by the password alone", async () => {
    const person = await makePerson();
    provider.person = { sub: person.userId, email: person.email };
    await ways["first sign-in through a connection"]?.(person);
    const again = await new ConnectionBrowser(services).signIn(person.way, provider);
    expect(again.kind).toBe("confirm");
  });

  it("next-auth's own form leads to the second step, and sets no session", async () => {
    const person = await makePerson();
    const cookies: Record<string, string> = {};
    const call = async (path: string, form?: Record<string, string>) => {
      const request = new Request(`http://localhost/api/auth/${path}`, {
        method: form ? "POST" : "GET",
        ...(form && { body: new URLSearchParams(form) }),
      });
      const answer = await handleNextAuth(services, request, path.split("/"), cookies);
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies[name] = decodeURIComponent(value);
      }
      return answer;
    };
    const { csrfToken = "" } = (await (await call("csrf")).json()) as { csrfToken?: string };
    const callbackUrl = "http://app.test/oauth/authorize?session=abc";
    const typed = { csrfToken, email: person.email, password, callbackUrl };
    const answer = await call("callback/credentials", typed);
    expect(answer.headers.get("location")).toBe("http://app.test/login/second-step");
    expect(await liveSessions(person)).toEqual([]);
    expect(await openSession(services.settings, cookies["next-auth.session-token"] ?? "")).toBeNull();
    const kept = await openStep(services.settings, cookies["timeaway-sign-in-step"]);
    expect(kept?.returnTo).toBe("/oauth/authorize?session=abc");
    const done = await completeStep(services, kept?.secret ?? "", person.app?.code() ?? "", someBrowser());
    expect(done).toMatchObject({ ok: true, person: { userId: person.userId } });
  });
});

async function stepOf(person: Person): Promise<string> {
  const begun = await ways.password?.(person);
  if (!begun || !("step" in begun)) throw new Error("no step");
  return begun.step;
}

describe("a code", () => {
  it("counts once, also at the next sign-in", async () => {
    const person = await makePerson();
    const code = person.app?.code() ?? "";
    expect(await completeStep(services, await stepOf(person), code, someBrowser())).toMatchObject({
      ok: true,
    });
    expect(await completeStep(services, await stepOf(person), code, someBrowser())).toEqual({
      ...{ ok: false, reason: "wrong" },
    });
    clock.pass(nextCodeMs);
    // The former code is within the drift, and used.
    expect(
      await completeStep(services, await stepOf(person), person.app?.code(-1) ?? "", someBrowser()),
    ).toEqual({
      ...{ ok: false, reason: "wrong" },
    });
    expect(
      await completeStep(services, await stepOf(person), person.app?.code() ?? "", someBrowser()),
    ).toMatchObject({ ok: true });
  });

  it("the same at once, in four sign-ins: one session begins", async () => {
    for (let round = 0; round < 4; round++) {
      const person = await makePerson();
      const steps = await Promise.all(Array.from({ length: 4 }, () => stepOf(person)));
      const code = person.app?.code() ?? "";
      const done = await Promise.all(steps.map((step) => completeStep(services, step, code, someBrowser())));
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await liveSessions(person)).toHaveLength(1);
    }
  });

  it("a recovery code works once, in any case and without hyphens, is mailed and in the audit log", async () => {
    const person = await makePerson();
    await sendMails(services);
    post.sent.splice(0);
    const [code = ""] = person.codes;
    const typed = code.toLowerCase().replaceAll("-", " ");
    const done = await completeStep(services, await stepOf(person), typed, someBrowser());
    if (!done.ok) throw new Error(done.reason);
    expect(await completeStep(services, await stepOf(person), code, someBrowser())).toMatchObject({
      ok: false,
    });
    await sendMails(services);
    expect(post.sent.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "A recovery code was used"],
    ]);
    expect(post.sent[0]?.text).toContain("9 are left.");
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.workspaceId, person.workspaceId), eq(auditEvents.actingUserId, person.userId)),
      );
    expect(lines.map(({ action }) => action)).toContain("second_factor.use_recovery_code");
    const created = lines.find(({ resourceId }) => resourceId === done.session.sessionId);
    expect(created?.changes).toMatchObject({
      method: { to: "PASSWORD" },
      secondFactor: { to: "RECOVERY_CODE" },
    });
  });

  it("the same recovery code at once: one session begins", async () => {
    const person = await makePerson();
    for (const code of person.codes.slice(0, 4)) {
      const steps = await Promise.all(Array.from({ length: 3 }, () => stepOf(person)));
      const done = await Promise.all(steps.map((step) => completeStep(services, step, code, someBrowser())));
      expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    }
    expect(await liveSessions(person)).toHaveLength(4);
  });

  it("one step at once with two right codes: one session begins", async () => {
    const person = await makePerson();
    const step = await stepOf(person);
    const done = await Promise.all(
      person.codes.slice(0, 3).map((code) => completeStep(services, step, code, someBrowser())),
    );
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await liveSessions(person)).toHaveLength(1);
    // A code whose sign-in did not begin is not used up.
    expect(done.filter((one) => !one.ok && one.reason === "over")).toHaveLength(2);
  });

  it("wrong ones are limited by person, whatever the source, and are in the audit log without an actor", async () => {
    const person = await makePerson();
    const step = await stepOf(person);
    const tries = [];
    for (let at = 0; at < 6; at++) tries.push(await completeStep(services, step, "000000", someBrowser()));
    expect(tries.map((one) => (one.ok ? "ok" : one.reason))).toEqual([
      ...Array(5).fill("wrong"),
      "throttled",
    ]);
    // Also with the right code, and with another proof.
    const another = await stepOf(person);
    expect(await completeStep(services, another, person.app?.code() ?? "", someBrowser())).toMatchObject({
      ...{ ok: false, reason: "throttled" },
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, person.workspaceId), eq(auditEvents.action, "session.refuse")));
    expect(lines).toHaveLength(5);
    expect(lines.every(({ actingUserId }) => actingUserId === null)).toBe(true);
  });

  it("a browser that the person has used before is not locked out by others' guesses", async () => {
    const person = await makePerson();
    const step = await stepOf(person);
    for (let at = 0; at < 6; at++) await completeStep(services, step, "000000", someBrowser());
    const { openDevices } = await import("../devices");
    const cookie = await sealDevices(services.settings, [], person, clock());
    const known = { ...someBrowser(), devices: await openDevices(services.settings, cookie) };
    expect(await completeStep(services, step, person.app?.code() ?? "", known)).toMatchObject({ ok: true });
  });
});

describe("going around the second step", () => {
  it("a step is no session, whichever cookie carries it", async () => {
    const person = await makePerson();
    const secret = await stepOf(person);
    const sealed = await sealStep(services.settings, { secret, returnTo: "/dashboard" });
    expect(await openSession(services.settings, sealed)).toBeNull();
    const [row] = await services.db.select().from(signInSteps).where(eq(signInSteps.userId, person.userId));
    const forged = { workspaceId: person.workspaceId, sessionId: row?.hash.toString("hex") ?? "" };
    expect(await openSession(services.settings, await sealSession(services.settings, forged))).toBeNull();
    const session = { workspaceId: person.workspaceId, sessionId: newId() };
    expect(await findSession(services, session)).toBeNull();
  });

  it("a session's cookie, a changed one and none are no step", async () => {
    const person = await makePerson();
    const session = await sealSession(services.settings, {
      workspaceId: person.workspaceId,
      sessionId: newId(),
    });
    const sealed = await sealStep(services.settings, {
      secret: await stepOf(person),
      returnTo: "/dashboard",
    });
    for (const value of [session, `${sealed.slice(0, -2)}xx`, "", undefined])
      expect(await openStep(services.settings, value)).toBeNull();
    for (const secret of ["", "x", person.workspaceId, `${"a".repeat(65)}`])
      expect(await completeStep(services, secret, person.app?.code() ?? "", someBrowser())).toEqual({
        ...{ ok: false, reason: "over" },
      });
  });

  it("someone's own step and code open their own account only", async () => {
    const [victim, attacker] = [await makePerson(), await makePerson()];
    const [theirs, own] = [await stepOf(victim), await stepOf(attacker)];
    expect(await completeStep(services, theirs, attacker.app?.code() ?? "", someBrowser())).toEqual({
      ...{ ok: false, reason: "wrong" },
    });
    expect(await completeStep(services, theirs, attacker.codes[0] ?? "", someBrowser())).toEqual({
      ...{ ok: false, reason: "wrong" },
    });
    const done = await completeStep(services, own, attacker.app?.code() ?? "", someBrowser());
    expect(done).toMatchObject({ ok: true, person: { userId: attacker.userId } });
    expect(await liveSessions(victim)).toEqual([]);
  });

  it("a step is used once, and expires after ten minutes", async () => {
    const person = await makePerson();
    const used = await stepOf(person);
    await completeStep(services, used, person.codes[0] ?? "", someBrowser());
    expect(await completeStep(services, used, person.codes[1] ?? "", someBrowser())).toMatchObject({
      ...{ ok: false, reason: "over" },
    });
    const late = await stepOf(person);
    clock.pass(10 * minute + second);
    expect(await completeStep(services, late, person.app?.code() ?? "", someBrowser())).toMatchObject({
      ...{ ok: false, reason: "over" },
    });
  });

  it("a new password, and the end of the last factor, end steps under way", async () => {
    const person = await makePerson();
    const before = await stepOf(person);
    const token = await issueToken(services.db, person, "PASSWORD_RESET", null, clock());
    await resetPassword(services, { token, password: "a new password of mine" }, []);
    expect(await completeStep(services, before, person.app?.code() ?? "", someBrowser())).toMatchObject({
      ...{ ok: false, reason: "over" },
    });
    const other = await makePerson();
    const waiting = await stepOf(other);
    const signedIn = await completeStep(
      services,
      await stepOf(other),
      other.app?.code() ?? "",
      someBrowser(),
    );
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const { ctxOfSession } = await import("@/server/test/factor-kit");
    await endFactor(await ctxOfSession(services, other, signedIn.session.sessionId), other.factorId ?? "");
    expect(await completeStep(services, waiting, other.codes[0] ?? "", someBrowser())).toMatchObject({
      ...{ ok: false, reason: "over" },
    });
    expect(await ways.password?.(other)).toMatchObject({ session: { workspaceId: other.workspaceId } });
  });

  it("a sign-in and a first factor at once: no session without the code is left", async () => {
    for (let round = 0; round < 8; round++) {
      const person = await makePerson({ hasApp: false });
      const proven = await signinPersonOf(person);
      const ctx = await freshCtx(services, person);
      const { id, secret } = await startFactor(ctx);
      const code = new TestApp(fromBase32(secret), services).code();
      const signIn = async (after: number) => {
        await new Promise((resolve) => setTimeout(resolve, after));
        await enter(services, proven, { method: "PASSWORD" }, someBrowser());
      };
      await Promise.all([
        confirmFactor(ctx, { id, name: "Phone", code }),
        signIn(0),
        signIn(round),
        signIn(round * 3),
      ]);
      const live = await liveSessions(person);
      expect(live.map(({ secondFactor }) => secondFactor)).toEqual(["APP"]);
    }
  });
});

it("sessions say the second factor with which they were begun", async () => {
  const person = await makePerson();
  const done = await completeStep(services, await stepOf(person), person.app?.code() ?? "", someBrowser());
  if (!done.ok) throw new Error(done.reason);
  const { ctxOfSession } = await import("@/server/test/factor-kit");
  const ctx = await ctxOfSession(services, person, done.session.sessionId);
  expect(await listSessions(ctx)).toMatchObject([
    { method: "PASSWORD", secondFactor: "APP", isCurrent: true },
  ]);
});
