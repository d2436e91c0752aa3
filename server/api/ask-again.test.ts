import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Via } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { systemContext } from "@/server/access/ctx";
import { requireFreshProof } from "@/server/access/require-fresh-proof";
import type { SignedIn } from "@/server/access/signed-in";
import { newId, newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { hour, second } from "@/server/kernel/time/clock";
import { startSession } from "@/server/signin/start-session";
import { addApp, addPasskey, ctxOfSession, freshCtx, nextCodeMs } from "@/server/test/factor-kit";
import { insensitive, insensitiveRouters, sensitive } from "@/server/test/sensitive-verbs";
import { heldClock, signinPerson, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { createCallerFactory } from "@/server/transport/trpc";
import { lacksProof } from "./answer-file";
import { handlePersonalData } from "./handle-personal-data";
import { appRouter } from "./trpc";

let services: Services;
const clock = heldClock();
const factory = createCallerFactory(appRouter);

beforeAll(async () => {
  services = await signinServices({ clock }, { APP_URL: "https://app.test" });
});
afterAll(() => services.close());
beforeEach(() => clock.set(new Date()));

const lapsed = { cause: { code: "FORBIDDEN", more: { reason: { key: "proofLapsed" } } } };

/** An administrator of a workspace with the add-on. */
async function makeAdmin() {
  const person = await signinPerson(services);
  await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, person.userId));
  await services.db
    .update(workspaces)
    .set({ openApiEnabled: true })
    .where(eq(workspaces.id, person.workspaceId));
  return person;
}

const signedInOf = ({ actor }: Ctx): SignedIn => {
  if (actor.via.type !== "session" || actor.userId === null) throw new Error("no session");
  return {
    actor: { ...actor, userId: actor.userId },
    user: { id: actor.userId, name: "Ana", email: "" },
    workspace: { name: "Acme", plan: actor.plan, openApiEnabled: true },
    sessionId: actor.via.sessionId,
  };
};

/** Calls a mutation of the pages in this session. */
async function call(ctx: Ctx, name: string): Promise<unknown> {
  const caller = factory({
    services,
    requestId: newRequestId(),
    signedIn: async () => signedInOf(ctx),
  });
  const verb = name
    .split(".")
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], caller) as (
    input: unknown,
  ) => Promise<unknown>;
  return verb(sensitive[name]?.());
}

/** Whether it was refused for want of a proof; any other answer passed. */
const isAsked = (ctx: Ctx, name: string): Promise<boolean> =>
  call(ctx, name).then(
    () => false,
    (error: { cause?: { more?: { reason?: { key?: string } } } }) =>
      error.cause?.more?.reason?.key === "proofLapsed",
  );

const mutations = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => (procedure as unknown as { _def: { type: string } })._def.type === "mutation")
  .map(([name]) => name);

describe("every mutation of the pages", () => {
  const routerOf = (name: string) => name.split(".")[0] ?? "";

  it("is sensitive, or says why it is not", () => {
    const mixed = new Set([...Object.keys(sensitive), ...Object.keys(insensitive)].map(routerOf));
    expect([...mixed, ...Object.keys(insensitiveRouters)].sort()).toEqual(
      [...new Set(mutations.map(routerOf))].sort(),
    );
    expect([...Object.keys(sensitive), ...Object.keys(insensitive)].sort()).toEqual(
      mutations.filter((name) => mixed.has(routerOf(name))).sort(),
    );
  });
});

describe.each(Object.keys(sensitive))("%s", (name) => {
  it("403 an hour after the proof, and in a session that has proven none; else not asked", async () => {
    const person = await makeAdmin();
    const without = await freshCtx(services, person);
    clock.pass(2 * hour);
    expect(await isAsked(without, name)).toBe(false);

    const { ctx: proven } = await addApp(services, person, await freshCtx(services, person));
    const other = await freshCtx(services, person);
    expect(await isAsked(proven, name)).toBe(false);
    expect(await isAsked(other, name)).toBe(true);
    clock.pass(hour);
    expect(await isAsked(proven, name)).toBe(false);
    clock.pass(second);
    await expect(call(proven, name)).rejects.toMatchObject(lapsed);
  });
});

describe("a proof", () => {
  const keysOf = ({ workspaceId }: { workspaceId: string }) =>
    services.db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId));

  it("403 makes no key; the same call after a code does; a key that only reads needs none", async () => {
    const person = await makeAdmin();
    const { ctx, app } = await addApp(services, person);
    clock.pass(hour + second);
    await expect(call(ctx, "apiKeys.create")).rejects.toMatchObject(lapsed);
    expect(await keysOf(person)).toHaveLength(0);
    const pages = factory({ services, requestId: newRequestId(), signedIn: async () => signedInOf(ctx) });
    await pages.apiKeys.create({ name: "Reader", scopes: ["leaves:read"] });
    await pages.secondFactors.verify({ code: app.code() });
    await call(ctx, "apiKeys.create");
    expect(await keysOf(person)).toHaveLength(2);
  });

  it("403 also for a key that may act on behalf of others", async () => {
    const { ctx } = await addApp(services, await makeAdmin());
    clock.pass(hour + second);
    const pages = factory({ services, requestId: newRequestId(), signedIn: async () => signedInOf(ctx) });
    const scopes = ["users:act-on-behalf" as const];
    await expect(pages.apiKeys.create({ name: "Sync", scopes })).rejects.toMatchObject(lapsed);
  });

  it("the same code in two sessions at once proves one of them, which alone may act", async () => {
    const person = await makeAdmin();
    const { ctx, app } = await addApp(services, person);
    const both = [ctx, await freshCtx(services, person)];
    clock.pass(hour + nextCodeMs);
    const code = app.code();
    const pages = both.map((one) =>
      factory({ services, requestId: newRequestId(), signedIn: async () => signedInOf(one) }),
    );
    const sent = await Promise.allSettled(pages.map((one) => one.secondFactors.verify({ code })));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const made = await Promise.allSettled(both.map((one) => call(one, "apiKeys.create")));
    expect(made.map(({ status }) => status)).toEqual(sent.map(({ status }) => status));
    expect(await keysOf(person)).toHaveLength(1);
  });

  it("a passkey with which someone signed in counts for an hour", async () => {
    const person = await makeAdmin();
    await addPasskey(services, person);
    const begun = await services.db.transaction((db) =>
      startSession(
        { ...systemContext(services), db },
        person,
        { method: "PASSKEY", factor: "PASSKEY", browser: { ...someBrowser(), devices: [] } },
        clock(),
      ),
    );
    if (!("session" in begun)) throw new Error("waits for a step");
    const ctx = await ctxOfSession(services, person, begun.session.sessionId);
    expect(await isAsked(ctx, "signInPolicy.set")).toBe(false);
    clock.pass(hour + second);
    expect(await isAsked(ctx, "signInPolicy.set")).toBe(true);
  });

  it("403 through a connection, too, for someone who has a factor here; and in a session that has ended", async () => {
    const person = await makeAdmin();
    const { ctx } = await addApp(services, person);
    const connected = await freshCtx(services, person);
    const sessionOf = (one: Ctx) => signedInOf(one).sessionId;
    await services.db
      .update(sessions)
      .set({ method: "CONNECTION" })
      .where(eq(sessions.id, sessionOf(connected)));
    expect(await isAsked(connected, "connections.delete")).toBe(true);
    await services.db
      .update(sessions)
      .set({ revokedAt: clock() })
      .where(eq(sessions.id, sessionOf(ctx)));
    expect(await isAsked(ctx, "connections.delete")).toBe(true);
  });

  it.each<Via>([
    { type: "apiKey", keyId: newId(), scopes: [] },
    { type: "legacyKey", keyId: newId() },
    { type: "grant", grantId: newId(), clientId: newId(), scopes: [] },
    { type: "mail" },
    { type: "directory", connectionId: newId() },
    { type: "operator" },
  ])("is asked of sessions only: not of $type", async (via) => {
    const { ctx } = await addApp(services, await makeAdmin());
    clock.pass(hour + second);
    await expect(requireFreshProof(ctx)).rejects.toMatchObject(lapsed.cause);
    await requireFreshProof({ ...ctx, actor: { ...ctx.actor, via } });
  });
});

describe("the file of a person's data", () => {
  it("403 without a fresh proof, and nothing is exported; 200 with it", async () => {
    const person = await makeAdmin();
    const { ctx } = await addApp(services, person);
    const fetched = () => handlePersonalData(services, encodeId("user", person.userId), signedInOf(ctx));
    const exported = () =>
      services.db
        .select({ id: auditEvents.id })
        .from(auditEvents)
        .where(and(eq(auditEvents.workspaceId, person.workspaceId), eq(auditEvents.action, "user.export")));
    const given = await fetched();
    expect([given.status, await lacksProof(given)]).toEqual([200, false]);
    clock.pass(hour + second);
    const refused = await fetched();
    expect([refused.status, await lacksProof(refused)]).toEqual([403, true]);
    expect(await exported()).toHaveLength(1);
  });
});
