import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import { secondFactors } from "@/drizzle/schema/second-factors";
import { sessions } from "@/drizzle/schema/signin";
import type { FactorAudience } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { handleTrpc } from "@/server/api/handle-trpc";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { day, minute } from "@/server/kernel/time/clock";
import { updateUser } from "@/server/modules/people/people/update-user";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import {
  findFactorEffect,
  findFactorPolicy,
} from "@/server/modules/workspace/sign-in-policy/find-factor-policy";
import { listPeopleWithoutFactor } from "@/server/modules/workspace/sign-in-policy/list-people-without-factor";
import { setFactorPolicy } from "@/server/modules/workspace/sign-in-policy/set-factor-policy";
import { ConnectionBrowser, makeConnection, makeDomain } from "@/server/test/connection-kit";
import { addApp, addPasskey, ctxOfSession, freshCtx, nextCodeMs } from "@/server/test/factor-kit";
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
import { confirmLink } from "./connections/confirm-link";
import { type Entered, enter, type PendingFactor } from "./enter";
import { endFactor, endFactorsByOperator } from "./factors/end-factor";
import { findAnySession, findSession } from "./find-session";
import { findPeopleByEmail } from "./people-by-email";
import { resetPassword } from "./reset-password";
import type { SessionRef } from "./session-cookie";
import { signInWithLink } from "./sign-in-with-link";
import { signInWithPassword } from "./sign-in-with-password";
import { startFirstSession } from "./start-first-session";
import { issueToken } from "./tokens";
import { chooseWorkspace } from "./workspace-choice";

const post = mailbox();
let provider: HostileProvider;
let services: Services;
const clock = heldClock();
let domainCount = 0;

beforeAll(async () => {
  provider = await HostileProvider.open();
  services = await signinServices(
    { clock, mailer: post },
    { APP_URL: "https://app.test", WEBHOOK_ALLOW_HOSTS: provider.place },
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

/** The operator in the person's workspace, who may do what an administrator may. */
const operatorOf = ({ workspaceId }: { workspaceId: string }) => loadOperator(services, workspaceId);

async function setPolicy(person: { workspaceId: string }, audience: FactorAudience, graceDays = 0) {
  return setFactorPolicy(await operatorOf(person), { audience, graceDays });
}

const factors = {
  none: async () => undefined,
  app: async (person: Person) => void (await addApp(services, person)),
  passkey: async (person: Person) => void (await addPasskey(services, person)),
  /** What the product leaves to no one: codes that replace a factor, without the factor. */
  "recovery codes only": async (person: Person) => {
    await addApp(services, person);
    await services.db.delete(secondFactors).where(eq(secondFactors.userId, person.userId));
  },
};
type Factor = keyof typeof factors;

type Person = Awaited<ReturnType<typeof signinPerson>>;

/** Someone in a workspace with an active connection. */
async function makePerson(factor: Factor = "none") {
  const domain = `policy${++domainCount}.example`;
  const person = await signinPerson(services, { email: `ana@${domain}` });
  const { workspaceId } = person;
  await makeDomain(services, workspaceId, domain);
  const way = { workspaceId, connectionId: await makeConnection(services, workspaceId, provider) };
  await factors[factor](person);
  await services.db.delete(sessions).where(eq(sessions.userId, person.userId));
  clock.pass(nextCodeMs);
  return { ...person, way };
}
type Holder = Awaited<ReturnType<typeof makePerson>>;

/** A colleague, without anything to sign in with. */
async function addColleague(
  { workspaceId, userId }: Person,
  given: { name?: string; isAdmin?: boolean } = {},
) {
  const [row] = await services.db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new Error("no such person");
  const { locationId, departmentId } = row;
  const [id, at] = [newId(), clock()];
  await services.db.insert(users).values({
    ...{ workspaceId, id, locationId, departmentId, name: given.name ?? "Bo", email: `${id}@example.com` },
    ...{ isAdmin: given.isAdmin ?? false, createdAt: at, updatedAt: at },
  });
  return { workspaceId, userId: id, email: `${id}@example.com` };
}

type Begun = Entered | PendingFactor | null;

/** Each way to begin a session. */
const ways: Record<string, (person: Holder) => Promise<Begun>> = {
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
    const { email } = person;
    const result = await signInWithPassword(services, { email, password: typed }, someBrowser());
    return result.ok || result.reason === "factor" ? result : null;
  },
  invitation: async (person) => startFirstSession(services, person, someBrowser()),
  "operator's provider": async ({ email, userId }) => {
    const account = { issuer: "https://accounts.google.com", subject: userId };
    const [known] = await findPeopleByEmail(services.db, email);
    return known ? enter(services, known, { method: "GOOGLE", account }, someBrowser()) : null;
  },
  "choice of workspace": async ({ workspaceId, userId }) => {
    const people = [{ workspaceId, userId }];
    const choice = { people, method: "PASSWORD" as const, at: clock().getTime(), returnTo: "/dashboard" };
    return chooseWorkspace(services, choice, workspaceId, someBrowser());
  },
  connection: async ({ way, email, userId }) => {
    provider.person = { sub: userId, email };
    const done = await new ConnectionBrowser(services).signIn(way, provider);
    if (done.kind === "entered") return done.entered;
    if (done.kind !== "confirm") return null;
    const confirmed = await confirmLink(services, done.link, password, someBrowser());
    return confirmed.ok ? confirmed : null;
  },
};

type Led = "refused" | "second step" | "opens" | "adds a factor";

/** What a session opens now. */
async function opened(session: SessionRef): Promise<Led> {
  if (await findSession(services, session)) return "opens";
  return (await findAnySession(services, session)) ? "adds a factor" : "refused";
}

const ledBy = async (begun: Begun): Promise<Led> => {
  if (!begun) return "refused";
  return "step" in begun ? "second step" : opened(begun.session);
};

const policies = {
  off: (person: Person) => setPolicy(person, "NO_ONE"),
  administrators: (person: Person) => setPolicy(person, "ADMINISTRATORS"),
  "everyone, within the grace": (person: Person) => setPolicy(person, "EVERYONE", 1),
  "everyone, past the grace": (person: Person) => setPolicy(person, "EVERYONE"),
};
type Policy = keyof typeof policies;

describe("each way in × policy × factor", () => {
  const all = Object.keys(ways).flatMap((way) =>
    (Object.keys(policies) as Policy[]).flatMap((policy) =>
      (Object.keys(factors) as Factor[]).map((factor) => [way, policy, factor] as const),
    ),
  );
  const expected = (way: string, policy: Policy, factor: Factor): Led => {
    if (factor === "app" || factor === "passkey") return "second step";
    return policy === "everyone, past the grace" && way !== "connection" ? "adds a factor" : "opens";
  };

  it.each(all)("%s, %s, %s", async (way, policy, factor) => {
    const person = await makePerson(factor);
    await policies[policy](person);
    const begun = (await ways[way]?.(person)) ?? null;
    expect(await ledBy(begun)).toBe(expected(way, policy, factor));
  });

  it.each(Object.keys(ways).filter((way) => way !== "invitation"))(
    "%s, past the grace, deactivated: refused",
    async (way) => {
      const person = await makePerson();
      await policies["everyone, past the grace"](person);
      await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, person.userId));
      expect(await ledBy((await ways[way]?.(person)) ?? null)).toBe("refused");
    },
  );
});

describe("a session without a factor past the grace", () => {
  it("opens with the factor that it adds, in the same session; others without one end", async () => {
    const person = await makePerson();
    const [one, other] = [await ways.password?.(person), await ways.password?.(person)];
    if (!one || !other || !("session" in one) || !("session" in other)) throw new Error("no session");
    expect(await opened(one.session)).toBe("opens");
    await setPolicy(person, "EVERYONE");
    expect([await opened(one.session), await opened(other.session)]).toEqual([
      "adds a factor",
      "adds a factor",
    ]);
    await addApp(services, person, await ctxOfSession(services, person, one.session.sessionId));
    expect([await opened(one.session), await opened(other.session)]).toEqual(["opens", "refused"]);
  });

  it("403 for adding one more than ten minutes after the sign-in", async () => {
    const person = await makePerson();
    await setPolicy(person, "EVERYONE");
    const begun = await ways.password?.(person);
    if (!begun || !("session" in begun)) throw new Error("no session");
    const ctx = await ctxOfSession(services, person, begun.session.sessionId);
    clock.pass(11 * minute);
    await expect(addApp(services, person, ctx)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("401 factorNeeded for every call but those that add one", async () => {
    const person = await makePerson();
    await setPolicy(person, "EVERYONE");
    const begun = await ways.password?.(person);
    if (!begun || !("session" in begun)) throw new Error("no session");
    const { session } = begun;
    const call = async (name: string, body?: object) => {
      const request = new Request(`https://app.test/api/trpc/${name}`, {
        method: body ? "POST" : "GET",
        headers: { origin: "https://app.test", "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const response = await handleTrpc(services, request, () => findSession(services, session), {
        signedInAtAll: () => findAnySession(services, session),
      });
      return { status: response.status, text: await response.text() };
    };
    for (const name of ["people.list", "sessions.list"])
      expect(await call(name)).toMatchObject({ status: 401, text: expect.stringContaining("factorNeeded") });
    for (const name of ["secondFactors.renewRecoveryCodes", "sessions.revokeOthers"])
      expect((await call(name, {})).status).toBe(401);
    expect((await call("secondFactors.list")).status).toBe(200);
    expect((await call("secondFactors.start", {})).status).toBe(200);
  });

  it("is none that opens anything, however many begin while the policy is switched on", async () => {
    const person = await makePerson();
    const begun = await Promise.all([
      ...Array.from({ length: 6 }, () => ways["choice of workspace"]?.(person)),
      setPolicy(person, "EVERYONE").then(() => null),
      ...Array.from({ length: 6 }, () => ways["choice of workspace"]?.(person)),
    ]);
    const led = await Promise.all(begun.filter(Boolean).map((one) => ledBy(one ?? null)));
    expect(led).toHaveLength(12);
    expect(new Set(led)).toEqual(new Set(["adds a factor"]));
  });
});

describe("the grace", () => {
  /** From when on the person of this session may do nothing else. */
  async function dueOf({ actor: { workspaceId, via } }: Ctx): Promise<Date | null> {
    if (via.type !== "session") throw new Error("no session");
    const found = await findAnySession(services, { workspaceId, sessionId: via.sessionId });
    if (!found) throw new Error("the session has ended");
    return found.factorDueAt;
  }

  it("begins when the policy is switched on, and not again when more people are asked", async () => {
    const person = await makePerson();
    await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, person.userId));
    await setPolicy(person, "ADMINISTRATORS", 10);
    const switchedOn = clock();
    const due = async () => dueOf(await freshCtx(services, person));
    expect(await due()).toEqual(new Date(switchedOn.getTime() + 10 * day));
    clock.pass(4 * day);
    await setPolicy(person, "EVERYONE", 10);
    expect(await due()).toEqual(new Date(switchedOn.getTime() + 10 * day));
    const colleague = await addColleague(person);
    expect(await dueOf(await freshCtx(services, colleague))).toEqual(new Date(clock().getTime() + 10 * day));
  });

  it("begins for a new administrator with the role, and for a new person with their account", async () => {
    const person = await makePerson();
    await setPolicy(person, "ADMINISTRATORS", 3);
    clock.pass(30 * day);
    const dueNow = async () => dueOf(await freshCtx(services, person));
    expect(await dueNow()).toBeNull();
    const operator = await operatorOf(person);
    await updateUser(operator, person.userId, { role: "ADMIN" });
    const due = new Date(clock().getTime() + 3 * day);
    expect(await dueNow()).toEqual(due);
    clock.pass(day);
    // Still the same administrator.
    await updateUser(operator, person.userId, { role: "ADMIN", name: "Ana" });
    expect(await dueNow()).toEqual(due);
    const other = await addColleague(person, { isAdmin: true });
    expect(await dueOf(await freshCtx(services, other))).toEqual(new Date(clock().getTime() + 3 * day));
  });

  it("is nothing to someone whom a connection has signed in, or who has a factor", async () => {
    const person = await makePerson();
    await setPolicy(person, "EVERYONE", 5);
    const byConnection = await ways.connection?.(person);
    if (!byConnection || !("session" in byConnection)) throw new Error("no session");
    const ctx = await ctxOfSession(services, person, byConnection.session.sessionId);
    expect(await dueOf(ctx)).toBeNull();
    const own = await freshCtx(services, person);
    expect(await dueOf(own)).not.toBeNull();
    await addPasskey(services, person, own);
    expect(await dueOf(own)).toBeNull();
  });
});

describe("the last factor", () => {
  const refusal = { code: "CONFLICT", more: { reason: { key: "factorLast" } } };

  it("409 past the grace; within it, and beside another, it goes", async () => {
    const person = await makePerson();
    await setPolicy(person, "EVERYONE", 1);
    const { ctx, id } = await addApp(services, person);
    clock.pass(nextCodeMs);
    const second = await addApp(services, person, ctx);
    await endFactor(ctx, id);
    await endFactor(ctx, second.id);
    clock.pass(nextCodeMs);
    const own = await freshCtx(services, person);
    const third = await addApp(services, person, own);
    await setPolicy(person, "EVERYONE", 0);
    await expect(endFactor(own, third.id)).rejects.toMatchObject(refusal);
    clock.pass(nextCodeMs);
    const fourth = await addApp(services, person, own);
    await endFactor(own, third.id);
    await expect(endFactor(own, fourth.id)).rejects.toMatchObject(refusal);
  });

  it("is ended by the operator all the same, and the next sign-in adds one", async () => {
    const person = await makePerson("app");
    await setPolicy(person, "EVERYONE");
    expect(await endFactorsByOperator(await operatorOf(person), person.userId)).toBe(1);
    expect(await ledBy((await ways.password?.(person)) ?? null)).toBe("adds a factor");
  });
});

describe("setting the policy", () => {
  /** An administrator with an app, and three people without. */
  async function makeCompany() {
    const ada = await makePerson("app");
    await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, ada.userId));
    for (const name of ["Cy", "Bo", "Di"]) await addColleague(ada, { name });
    const gone = await addColleague(ada, { name: "Ed" });
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, gone.userId));
    const ctx = await freshCtx(services, ada);
    await services.db
      .update(sessions)
      .set({ factorProvenAt: clock() })
      .where(eq(sessions.userId, ada.userId));
    return { ada, ctx };
  }

  it("403 for a user, and for everything about it", async () => {
    const person = await makePerson();
    const ctx = await freshCtx(services, person);
    const choice = { audience: "EVERYONE", graceDays: 0 } as const;
    const start = { limit: 20, after: null };
    for (const refused of [
      setFactorPolicy(ctx, choice),
      findFactorPolicy(ctx),
      findFactorEffect(ctx, choice),
      listPeopleWithoutFactor(ctx, start),
    ])
      await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is previewed by the rule itself, and the preview changes nothing", async () => {
    const { ada, ctx } = await makeCompany();
    expect(await findFactorEffect(ctx, { audience: "EVERYONE", graceDays: 0 })).toEqual({
      ...{ concernedCount: 4, lackingCount: 3, dueCount: 3, isOwnDue: false },
    });
    expect(await findFactorEffect(ctx, { audience: "EVERYONE", graceDays: 1 })).toMatchObject({
      dueCount: 0,
    });
    expect(await findFactorEffect(ctx, { audience: "ADMINISTRATORS", graceDays: 0 })).toMatchObject({
      ...{ concernedCount: 1, lackingCount: 0 },
    });
    expect(await findFactorPolicy(ctx)).toEqual({
      ...{
        audience: "NO_ONE",
        graceDays: 0,
        concernedCount: 0,
        lackingCount: 0,
        dueCount: 0,
        isOwnDue: false,
      },
    });
    await setFactorPolicy(ctx, { audience: "EVERYONE", graceDays: 0 });
    expect(await findFactorPolicy(ctx)).toEqual({
      ...{
        audience: "EVERYONE",
        graceDays: 0,
        concernedCount: 4,
        lackingCount: 3,
        dueCount: 3,
        isOwnDue: false,
      },
    });
    await endFactorsByOperator(await operatorOf(ctx.actor), ctx.actor.userId ?? "");
    expect(await findFactorEffect(ctx, { audience: "ADMINISTRATORS", graceDays: 0 })).toEqual({
      ...{ concernedCount: 1, lackingCount: 1, dueCount: 1, isOwnDue: true },
    });
    const begun = await ways.connection?.(ada);
    if (!begun || !("session" in begun)) throw new Error("no session");
    const byConnection = await ctxOfSession(services, ada, begun.session.sessionId);
    expect(await findFactorEffect(byConnection, { audience: "ADMINISTRATORS", graceDays: 0 })).toMatchObject({
      ...{ dueCount: 1, isOwnDue: false },
    });
  });

  it("lists who has no factor by name, page by page", async () => {
    const { ctx } = await makeCompany();
    await setFactorPolicy(ctx, { audience: "EVERYONE", graceDays: 2 });
    const first = await listPeopleWithoutFactor(ctx, { limit: 2, after: null });
    const second = await listPeopleWithoutFactor(ctx, { limit: 2, after: first.next });
    expect([...first.items, ...second.items].map(({ name, isDue }) => [name, isDue])).toEqual([
      ["Bo", false],
      ["Cy", false],
      ["Di", false],
    ]);
    expect(first.items[0]?.dueAt).toEqual(new Date(clock().getTime() + 2 * day));
    expect(second.next).toBeNull();
  });

  it("mails those whom it begins to concern and who have no factor, each once", async () => {
    const { ctx } = await makeCompany();
    await sendMails(services);
    post.sent.splice(0);
    expect(await setFactorPolicy(ctx, { audience: "ADMINISTRATORS", graceDays: 7 })).toEqual({
      notifiedCount: 0,
    });
    expect(await setFactorPolicy(ctx, { audience: "EVERYONE", graceDays: 7 })).toEqual({ notifiedCount: 3 });
    expect(await setFactorPolicy(ctx, { audience: "EVERYONE", graceDays: 8 })).toEqual({ notifiedCount: 0 });
    await sendMails(services);
    expect(post.sent.map(({ subject }) => subject)).toEqual(Array(3).fill("Acme asks for two-step sign-in"));
    expect(post.sent[0]?.text).toContain("You have 7 days to add an authenticator app or a passkey.");
  });

  it("writes one audit line for a change, and none for none; of the same change at once one counts", async () => {
    const { ada, ctx } = await makeCompany();
    await sendMails(services);
    const set = () => setFactorPolicy(ctx, { audience: "EVERYONE", graceDays: 7 });
    const results = await Promise.all([set(), set(), set(), set()]);
    expect(results.filter(({ notifiedCount }) => notifiedCount > 0)).toHaveLength(1);
    await setFactorPolicy(ctx, { audience: "NO_ONE", graceDays: 7 });
    const lines = await services.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, ada.workspaceId), eq(auditEvents.action, "workspace.update")))
      .orderBy(auditEvents.id);
    expect(lines.map(({ changes }) => changes)).toEqual([
      { factorAudience: { from: "NO_ONE", to: "EVERYONE" }, factorGraceDays: { from: 0, to: 7 } },
      { factorAudience: { from: "EVERYONE", to: "NO_ONE" } },
    ]);
  });

  it("by the operator opens a workspace whose people cannot add one", async () => {
    const person = await makePerson();
    await setPolicy(person, "EVERYONE");
    const begun = await ways.password?.(person);
    expect(await ledBy(begun ?? null)).toBe("adds a factor");
    await setPolicy(person, "NO_ONE");
    expect(await ledBy(begun ?? null)).toBe("opens");
    const live = await services.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, person.userId), isNull(sessions.revokedAt)));
    expect(live).toHaveLength(1);
  });
});
