import { and, eq, inArray, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import { credentials, invitations, sessions } from "@/drizzle/schema/signin";
import type { UserStatus } from "@/drizzle/schema/values";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { recordIdentities } from "@/server/access/workspaces-of-identity";
import { newId, newRequestId } from "@/server/kernel/ids";
import { hashPassword } from "@/server/kernel/password";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { previewUsersChange } from "@/server/modules/people/people/preview-users-change";
import { activateUser, deactivateUser } from "@/server/modules/people/people/set-status";
import { updateUser } from "@/server/modules/people/people/update-user";
import { updateUsers } from "@/server/modules/people/people/update-users";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import { claimPeople } from "@/server/modules/people/provisioning/claim-people";
import { createProvisioningToken } from "@/server/modules/people/provisioning/create-token";
import { setMapping } from "@/server/modules/people/provisioning/set-mapping";
import { activateConnection, pauseConnection } from "@/server/modules/workspace/connections/activate";
import { deleteConnection } from "@/server/modules/workspace/connections/delete";
import { updateConnection } from "@/server/modules/workspace/connections/update";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { canUsePassword } from "@/server/modules/workspace/sign-in-policy/find-policy";
import { SignInClosedError } from "@/server/modules/workspace/sign-in-policy/require-open-sign-in";
import { setEmergencyAccess } from "@/server/modules/workspace/sign-in-policy/set-emergency-access";
import { setPolicy } from "@/server/modules/workspace/sign-in-policy/set-policy";
import { ConnectionBrowser, ctxOf, makeConnection, makeDomain } from "@/server/test/connection-kit";
import { HostileProvider } from "@/server/test/hostile-provider";
import { sendMails } from "@/server/test/mail-kit";
import { scimClient } from "@/server/test/scim-client";
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
import { confirmLink } from "./connections/confirm-link";
import { enter } from "./enter";
import { findSession } from "./find-session";
import { findPeopleByEmail } from "./people-by-email";
import { requestMail } from "./request-mail";
import { resetPassword } from "./reset-password";
import { sendInvitation } from "./send-invitation";
import { signInWithLink } from "./sign-in-with-link";
import { signInWithPassword } from "./sign-in-with-password";
import { startFirstSession } from "./start-first-session";
import { issueToken } from "./tokens";
import { chooseWorkspace } from "./workspace-choice";

const post = mailbox();
let provider: HostileProvider;
let services: Services;
let hash: string;
const clock = heldClock();
let domainCount = 0;

beforeAll(async () => {
  provider = await HostileProvider.open();
  services = await signinServices(
    { clock, mailer: post },
    { APP_URL: "https://app.test", WEBHOOK_ALLOW_HOSTS: provider.place },
  );
  hash = await hashPassword(password);
});
afterAll(async () => {
  await services.close();
  await provider.close();
});
beforeEach(() => {
  provider.behave();
  clock.set(new Date());
});

interface Given {
  name?: string;
  status?: UserStatus;
  isAdmin?: boolean;
  hasPassword?: boolean;
}

/** Someone else in the workspace, with an address in its domain. */
async function addPerson(company: Company, { name = "bo", status, isAdmin, hasPassword = true }: Given = {}) {
  const { workspaceId, place, domain } = company;
  const userId = newId();
  const email = `${name}@${domain}`;
  const at = clock();
  await services.db.insert(users).values({
    ...{
      ...place,
      workspaceId,
      id: userId,
      name,
      email,
      status: status ?? "ACTIVE",
      isAdmin: isAdmin ?? false,
    },
    ...{ createdAt: at, updatedAt: at },
  });
  await recordIdentities(services.db, workspaceId, { emails: [email] });
  if (hasPassword) {
    await verifyEmail(services.db, { workspaceId, userId, email }, at);
    await services.db.insert(credentials).values({ workspaceId, userId, passwordHash: hash, updatedAt: at });
  }
  return { workspaceId, userId, email };
}

/** A company with an active connection, whose administrator has signed in through it and has emergency access. */
async function makeCompany() {
  const domain = `only${++domainCount}.example`;
  const ada = await signinPerson(services, { email: `ada@${domain}` });
  const { workspaceId, userId } = ada;
  await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, userId));
  const [row] = await services.db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new Error("no administrator");
  await makeDomain(services, workspaceId, domain);
  const connectionId = await makeConnection(services, workspaceId, provider);
  const way = { workspaceId, connectionId };
  provider.person = { sub: userId, email: ada.email };
  const confirm = await new ConnectionBrowser(services).signIn(way, provider);
  if (confirm.kind !== "confirm") throw new Error(confirm.kind);
  const entered = await confirmLink(services, confirm.link, password, someBrowser());
  if (!entered.ok) throw new Error(entered.reason);
  const session = sessionOf(entered);
  const ctx = await ctxOfSession(workspaceId, userId, session.sessionId);
  const place = { locationId: row.locationId, departmentId: row.departmentId };
  return { ...ada, domain, way, connectionId, ctx, place, session };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;

async function ctxOfSession(workspaceId: string, userId: string, sessionId: string): Promise<Ctx> {
  const actor = await loadActor(services.db, workspaceId, userId, { type: "session", sessionId });
  if (!actor) throw new Error("cannot sign in");
  return ctxFor(services, actor, newRequestId());
}

async function close(company: Company): Promise<void> {
  await setEmergencyAccess(company.ctx, company.userId, true);
  await setPolicy(company.ctx, true);
}
const open = (company: Company) => setPolicy(company.ctx, false);

const liveSessions = ({ userId }: { userId: string }) =>
  services.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));

const isOneOf = (...people: { userId: string }[]) =>
  inArray(
    users.id,
    people.map(({ userId }) => userId),
  );
async function demote(ctx: Ctx, id: string): Promise<void> {
  await updateUser(ctx, id, { role: "USER" });
}
const unname = (ctx: Ctx, id: string) => setEmergencyAccess(ctx, id, false);

type Person = Awaited<ReturnType<typeof addPerson>>;
const deep = "/dashboard/leaves?status=NEW";
const personOf = async ({ email, userId }: Person) => {
  const found = (await findPeopleByEmail(services.db, email)).find((one) => one.userId === userId);
  if (!found) throw new Error("may not sign in");
  return found;
};

/** The mails since the last call. */
async function mailed() {
  await sendMails(services);
  return post.sent.splice(0);
}

/** Each way to sign in: where it leads, or null when it does not. */
const ways: Record<string, (company: Company, person: Person) => Promise<string | null>> = {
  password: async (_, { email }) => {
    const result = await signInWithPassword(services, { email, password }, someBrowser());
    return result.ok ? deep : null;
  },
  "mailed link": async (_, person) => {
    const token = await issueToken(services.db, person, "MAGIC_LINK", deep, clock());
    return (await signInWithLink(services, token, someBrowser()))?.returnTo ?? null;
  },
  "reset or invitation": async (_, person) => {
    const token = await issueToken(services.db, person, "PASSWORD_RESET", null, clock());
    return (await resetPassword(services, { token, password: `${password} again` }, [])) ? deep : null;
  },
  "first session": async (_, person) =>
    startFirstSession(services, person, someBrowser()).then(
      () => deep,
      (error) => (error instanceof SignInClosedError ? null : Promise.reject(error)),
    ),
  "operator's provider": async (_, person) => {
    const account = { issuer: "https://accounts.google.com", subject: person.userId };
    try {
      return (
        (await enter(services, await personOf(person), { method: "GOOGLE", account }, someBrowser())) && deep
      );
    } catch (error) {
      if (error instanceof SignInClosedError || /may not/.test(String(error))) return null;
      throw error;
    }
  },
  "workspace choice": async (_, { workspaceId, userId }) => {
    const people = [{ workspaceId, userId }];
    const choice = { people, method: "PASSWORD" as const, at: clock().getTime(), returnTo: deep };
    return (await chooseWorkspace(services, choice, workspaceId, someBrowser()))?.returnTo ?? null;
  },
  connection: async ({ way }, { email, userId }) => {
    provider.person = { sub: userId, email };
    const done = await new ConnectionBrowser(services).signIn(way, provider, { returnTo: deep });
    if (done.kind === "confirm") {
      const confirmed = await confirmLink(services, done.link, password, someBrowser());
      return confirmed.ok ? confirmed.returnTo : null;
    }
    return done.kind === "entered" ? done.returnTo : null;
  },
};

const states: Record<string, Given> = {
  invited: { hasPassword: false },
  active: {},
  deactivated: { status: "INACTIVE" },
  erased: { status: "DELETED", hasPassword: false },
};

describe("each way in × policy × state of the person", () => {
  const all = Object.keys(ways).flatMap((way) => Object.keys(states).map((state) => [way, state] as const));
  /** What opens without the policy. */
  const opens = (way: string, state: string): boolean => {
    // No identity is proven there; what precedes it refuses who may not sign in.
    if (way === "first session") return true;
    if (state === "deactivated" || state === "erased") return false;
    return !["password", "workspace choice"].includes(way) || state === "active";
  };

  it.each(all)("%s, %s: every way, then connections only, then every way again", async (name, state) => {
    const company = await makeCompany();
    const person = await addPerson(company, states[state]);
    const way = ways[name];
    if (!way) throw new Error(name);
    await close(company);
    expect(await way(company, person)).toBe(name === "connection" && opens(name, state) ? deep : null);
    if (name !== "connection") expect(await liveSessions(person)).toEqual([]);
    await open(company);
    const expected = opens(name, state) ? deep : null;
    expect(await way(company, person)).toBe(expected);
  });

  it("a person who is not in the matrix: an administrator with emergency access has the password, and nothing else", async () => {
    const company = await makeCompany();
    await close(company);
    const found: Record<string, boolean> = {};
    for (const [name, way] of Object.entries(ways)) {
      if (name === "reset or invitation") continue;
      found[name] = (await way(company, company)) !== null;
    }
    expect(found).toEqual({
      ...{ password: true, "mailed link": false, "first session": false, "operator's provider": false },
      ...{ "workspace choice": true, connection: true },
    });
    expect(await ways["reset or invitation"]?.(company, company)).toBe(deep);
  });
});

describe("a closed workspace", () => {
  it("lets only those with emergency access use a password; an open one lets everyone", async () => {
    const company = await makeCompany();
    const person = await addPerson(company);
    const usable = () => Promise.all([company, person].map((one) => canUsePassword(services.db, one)));
    expect(await usable()).toEqual([true, true]);
    await close(company);
    expect(await usable()).toEqual([true, false]);
  });

  it("leaves the person's other workspaces open: the password leads there", async () => {
    const company = await makeCompany();
    const person = await addPerson(company);
    const other = await signinPerson(services, { email: person.email });
    const before = await signInWithPassword(services, { email: person.email, password }, someBrowser());
    expect(before).toMatchObject({ ok: false, reason: "choose" });
    await close(company);
    const after = await signInWithPassword(services, { email: person.email, password }, someBrowser());
    expect(after).toMatchObject({ ok: true, person: { workspaceId: other.workspaceId } });
  });

  it("says where to sign in to a person who has typed the right password, and nothing to others", async () => {
    const company = await makeCompany();
    const { email } = await addPerson(company);
    await close(company);
    expect(await signInWithPassword(services, { email, password }, someBrowser())).toMatchObject({
      ...{ ok: false, reason: "closed", person: { workspaceId: company.workspaceId } },
    });
    expect(await signInWithPassword(services, { email, password: "wrong" }, someBrowser())).toEqual({
      ...{ ok: false, reason: "credentials" },
    });
  });

  it("mails buttons of the connection in place of links, to the deep link; an invitation, too", async () => {
    const company = await makeCompany();
    const person = await addPerson(company);
    const invited = await addPerson(company, { name: "cy", hasPassword: false });
    await close(company);
    await mailed();
    const { later, settle } = laterQueue();
    const request = { ip: null, returnTo: deep, later };
    for (const purpose of ["MAGIC_LINK", "PASSWORD_RESET"] as const) {
      await requestMail(services, purpose, { ...request, email: person.email });
      await settle();
      clock.pass(minute);
    }
    await sendInvitation(company.ctx, invited.userId);
    const mails = await mailed();
    expect(mails.map(({ to }) => to)).toEqual([person.email, person.email, invited.email]);
    for (const { text } of mails) {
      expect(text).toContain("/api/auth/connection/start/");
      expect(text).not.toContain("token=");
    }
    expect(mails[0]?.text).toContain(new URLSearchParams({ next: deep }).toString());
    expect(mails[2]?.text).toContain(new URLSearchParams({ login_hint: invited.email }).toString());
    expect(
      await services.db.select().from(invitations).where(eq(invitations.userId, invited.userId)),
    ).toHaveLength(1);
  });

  it("links someone with a password at once; a confirmation that is under way is over", async () => {
    const company = await makeCompany();
    const person = await addPerson(company);
    provider.person = { sub: person.userId, email: person.email };
    const before = await new ConnectionBrowser(services).signIn(company.way, provider);
    if (before.kind !== "confirm") throw new Error(before.kind);
    await close(company);
    expect(await confirmLink(services, before.link, password, someBrowser())).toEqual({
      ok: false,
      reason: "over",
    });
    expect(await new ConnectionBrowser(services).signIn(company.way, provider)).toMatchObject({
      kind: "entered",
    });
  });
});

describe("switching it on", () => {
  it("409 unless the administrator has signed in through an active connection", async () => {
    const company = await makeCompany();
    await setEmergencyAccess(company.ctx, company.userId, true);
    const signedIn = await signInWithPassword(services, { email: company.email, password }, someBrowser());
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const byPassword = await ctxOfSession(company.workspaceId, company.userId, signedIn.session.sessionId);
    const operator = await loadOperator(services, company.workspaceId);
    for (const ctx of [byPassword, operator])
      await expect(setPolicy(ctx, true)).rejects.toMatchObject({ code: "CONFLICT" });
    await pauseConnection(company.ctx, company.connectionId);
    await expect(setPolicy(company.ctx, true)).rejects.toMatchObject({ code: "CONFLICT" });
    await activateConnection(company.ctx, company.connectionId);
    await expect(setPolicy(company.ctx, true)).resolves.toEqual({ endedCount: 1 });
  });

  it("409 without emergency access; 403 for others", async () => {
    const company = await makeCompany();
    await expect(setPolicy(company.ctx, true)).rejects.toMatchObject({ code: "CONFLICT" });
    const user = await ctxOf(services, await addPerson(company));
    await expect(setPolicy(user, true)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(setEmergencyAccess(user, company.userId, true)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { userId } = await addPerson(company, { name: "cy" });
    await expect(setEmergencyAccess(company.ctx, userId, true)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("ends sessions that were begun in another way at once, those of before too, and says so in the audit log", async () => {
    const company = await makeCompany();
    const person = await addPerson(company);
    const signedIn = await signInWithPassword(services, { email: person.email, password }, someBrowser());
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const ofBefore = await signInWithPassword(services, { email: person.email, password }, someBrowser());
    if (!ofBefore.ok) throw new Error(ofBefore.reason);
    await services.db
      .update(sessions)
      .set({ method: null })
      .where(eq(sessions.id, ofBefore.session.sessionId));
    await close(company);
    expect(await findSession(services, signedIn.session)).toBeNull();
    expect(await findSession(services, ofBefore.session)).toBeNull();
    expect(await findSession(services, company.session)).not.toBeNull();
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, company.workspaceId), eq(auditEvents.action, "session.end")));
    expect(lines.map(({ changes }) => changes?.reason?.to)).toEqual(["CONNECTIONS_ONLY", "CONNECTIONS_ONLY"]);
  });

  it("with sign-ins by password at once: no session by password is left", async () => {
    const company = await makeCompany();
    await setEmergencyAccess(company.ctx, company.userId, true);
    const people = await Promise.all(
      Array.from({ length: 4 }, (_, at) => addPerson(company, { name: `p${at}` })),
    );
    const proofs = await Promise.all(people.map(personOf));
    let [enteredCount, closedCount] = [0, 0];
    const signIn = async (person: (typeof proofs)[number], afterMs: number) => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      try {
        if (await enter(services, person, { method: "PASSWORD" }, someBrowser())) enteredCount++;
      } catch (error) {
        if (!(error instanceof SignInClosedError)) throw error;
        closedCount++;
      }
    };
    for (let round = 0; round < 12; round++) {
      // From at once to after it.
      const signIns = proofs.map((person, at) => signIn(person, round * at * 3));
      await Promise.all([setPolicy(company.ctx, true), ...signIns]);
      for (const person of people) expect(await liveSessions(person)).toEqual([]);
      await open(company);
    }
    expect(enteredCount).toBeGreaterThan(0);
    expect(closedCount).toBeGreaterThan(0);
  });
});

describe("the way out", () => {
  it("an emergency sign-in is mailed to all administrators, is in the audit log, and may switch it off", async () => {
    const company = await makeCompany();
    const other = await addPerson(company, { name: "cy", isAdmin: true });
    await close(company);
    const signedIn = await signInWithPassword(services, { email: company.email, password }, someBrowser());
    if (!signedIn.ok) throw new Error(signedIn.reason);
    expect(await findSession(services, signedIn.session)).not.toBeNull();
    const used = (await mailed()).filter(({ subject }) => subject.includes("emergency access"));
    expect(used.map(({ to }) => to).sort()).toEqual([company.email, other.email].sort());
    const [line] = await services.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.resourceId, signedIn.session.sessionId));
    expect(line?.changes).toMatchObject({ hasEmergencyAccess: { to: true }, method: { to: "PASSWORD" } });
    const ctx = await ctxOfSession(company.workspaceId, company.userId, signedIn.session.sessionId);
    await setPolicy(ctx, false);
    const again = await signInWithPassword(services, { email: other.email, password }, someBrowser());
    expect(again).toMatchObject({ ok: true });
  });

  it("the operator switches it off", async () => {
    const company = await makeCompany();
    const { email } = await addPerson(company);
    await close(company);
    await setPolicy(await loadOperator(services, company.workspaceId), false);
    expect(await signInWithPassword(services, { email, password }, someBrowser())).toMatchObject({
      ok: true,
    });
  });

  it("409: the last emergency access and the last connection stay, of two that go at once one does", async () => {
    const company = await makeCompany();
    await close(company);
    const { ctx, connectionId } = company;
    const conflict = { code: "CONFLICT" };
    await expect(setEmergencyAccess(ctx, company.userId, false)).rejects.toMatchObject(conflict);
    await expect(pauseConnection(ctx, connectionId)).rejects.toMatchObject(conflict);
    await expect(deleteConnection(ctx, connectionId)).rejects.toMatchObject(conflict);
    await expect(updateConnection(ctx, connectionId, { clientId: "another" })).rejects.toMatchObject(
      conflict,
    );
    const other = await addPerson(company, { name: "cy", isAdmin: true });
    await setEmergencyAccess(ctx, other.userId, true);
    const second = await makeConnection(services, company.workspaceId, provider);
    const settled = (outcomes: PromiseSettledResult<unknown>[]) =>
      outcomes.map(({ status }) => status).sort();
    expect(
      settled(
        await Promise.allSettled([
          setEmergencyAccess(ctx, company.userId, false),
          setEmergencyAccess(ctx, other.userId, false),
        ]),
      ),
    ).toEqual(["fulfilled", "rejected"]);
    expect(
      settled(await Promise.allSettled([pauseConnection(ctx, connectionId), pauseConnection(ctx, second)])),
    ).toEqual(["fulfilled", "rejected"]);
  });

  it("409: the last one with emergency access keeps a proven address", async () => {
    const company = await makeCompany();
    await close(company);
    const ctx = await loadOperator(services, company.workspaceId);
    const change = () => updateUser(ctx, company.userId, { email: "other@example.com" });
    await expect(change()).rejects.toMatchObject({ more: { reason: { key: "emergencyLast" } } });
    await updateUser(ctx, company.userId, { name: "Another name" });
    await open(company);
    await expect(change()).resolves.toMatchObject({ email: "other@example.com" });
  });

  it("409: the last one with emergency access is neither deactivated nor made a user, by hand, in bulk or by a directory", async () => {
    const company = await makeCompany();
    await close(company);
    const other = await addPerson(company, { name: "cy", isAdmin: true });
    const ctx = await loadOperator(services, company.workspaceId);
    const refused = { code: "CONFLICT", more: { reason: { key: "emergencyLast" } } };
    await expect(deactivateUser(ctx, company.userId)).rejects.toMatchObject(refused);
    await expect(updateUser(ctx, company.userId, { role: "USER" })).rejects.toMatchObject(refused);
    const bulk = { userIds: [company.userId, other.userId], change: { deactivate: true } as const };
    expect((await previewUsersChange(ctx, bulk)).users).toContainEqual(
      expect.objectContaining({ id: company.userId, code: "LAST_EMERGENCY_ACCESS" }),
    );
    expect(await updateUsers(ctx, bulk)).toMatchObject({ changedCount: 1, failedCount: 1 });
    await activateUser(ctx, other.userId);
    await claimPeople(ctx, company.connectionId);
    const scim = scimClient(services, await createProvisioningToken(ctx, company.connectionId));
    const path = `/Users/${encodeId("user", company.userId)}`;
    const operation = { op: "replace", path: "active", value: false };
    expect((await scim("PATCH", path, { Operations: [operation] })).status).toBe(409);
    expect((await scim("DELETE", path)).status).toBe(409);
    const member = { value: encodeId("user", company.userId) };
    const group = await scim("POST", "/Groups", { displayName: "Administrators", members: [member] });
    const mapsTo = { kind: "ADMINISTRATORS" } as const;
    await setMapping(ctx, { groupId: decodeId("group", group.body.id) ?? "", mapsTo });
    const empty = { op: "replace", value: { members: [] } };
    expect((await scim("PATCH", `/Groups/${group.body.id}`, { Operations: [empty] })).status).toBe(409);
    expect((await scim("DELETE", `/Groups/${group.body.id}`)).status).toBe(409);
    await open(company);
    expect((await scim("PATCH", `/Groups/${group.body.id}`, { Operations: [empty] })).status).toBe(200);
  });

  it.each([
    ["both are deactivated", deactivateUser, deactivateUser],
    ["both lose the role", demote, demote],
    ["one is deactivated, one loses the role", deactivateUser, demote],
    ["one is deactivated, one loses it by name", deactivateUser, unname],
    ["one loses the role, one loses it by name", demote, unname],
  ])("409: of the last two with emergency access who go at once one stays: %s", async (_, first, second) => {
    const company = await makeCompany();
    await close(company);
    await addPerson(company, { name: "eve", isAdmin: true });
    const other = await addPerson(company, { name: "cy", isAdmin: true });
    const ctx = await loadOperator(services, company.workspaceId);
    for (let round = 0; round < 5; round += 1) {
      await services.db.update(users).set({ isAdmin: true, status: "ACTIVE" }).where(isOneOf(company, other));
      for (const { userId } of [company, other])
        await services.db
          .update(credentials)
          .set({ hasEmergencyAccess: true })
          .where(eq(credentials.userId, userId));
      const outcomes = await Promise.allSettled([first(ctx, company.userId), second(ctx, other.userId)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { more: { reason: { key: "emergencyLast" } } },
      });
    }
  });

  it("whose emergency access ends, or who is no administrator any more, is signed out", async () => {
    const company = await makeCompany();
    const other = await addPerson(company, { name: "cy", isAdmin: true });
    await setEmergencyAccess(company.ctx, other.userId, true);
    await close(company);
    const signIn = async () => {
      const signedIn = await signInWithPassword(services, { email: other.email, password }, someBrowser());
      if (!signedIn.ok) throw new Error(signedIn.reason);
      return signedIn.session;
    };
    const first = await signIn();
    await setEmergencyAccess(company.ctx, other.userId, false);
    expect(await findSession(services, first)).toBeNull();
    await setEmergencyAccess(company.ctx, other.userId, true);
    clock.pass(minute);
    const second = await signIn();
    await services.db.update(users).set({ isAdmin: false }).where(eq(users.id, other.userId));
    expect(await findSession(services, second)).toBeNull();
    await expect(signIn()).rejects.toThrow("closed");
  });
});
