import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { connections, emailDomains } from "@/drizzle/schema/connections";
import { users } from "@/drizzle/schema/people";
import { domainWorkspaces } from "@/drizzle/schema/workspace-directory";
import type { Ctx } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { ctxOf, makeDomain } from "@/server/test/connection-kit";
import { mailRows } from "@/server/test/mail-kit";
import { standingClock } from "@/server/test/services";
import { signinPerson, signinServices } from "@/server/test/signin-fixture";
import { activateConnection, pauseConnection } from "./activate";
import { checkDomains } from "./check-domains";
import { claimDomain } from "./claim-domain";
import { createConnection } from "./create";
import { deleteConnection } from "./delete";
import { findOffered } from "./find-offered";
import { getConnection, listConnections, listDomains } from "./list";
import { domainName, domainOf } from "./policy";
import { connectionDetailsView, domainView } from "./present";
import { releaseDomain } from "./release-domain";
import { resolveTxtOf } from "./resolve-txt";
import { ConnectionCreate } from "./schema";
import { isOidc, openClientSecret } from "./store";
import { updateConnection } from "./update";
import { verifyByOperator } from "./verify-by-operator";
import { verifyDomain } from "./verify-domain";
import { warnOfExpiry } from "./warn-of-expiry";

let services: Services;
const clock = standingClock();
/** TXT records by name; `null` is a name server that does not answer. */
const records = new Map<string, string[] | null>();
let count = 0;
const newDomain = () => `v${++count}.example`;

beforeAll(async () => {
  services = await signinServices({ clock });
  resolveTxtOf(services, async (host) => {
    const found = records.get(host);
    if (found === null) throw Object.assign(new Error("timeout"), { code: "ETIMEOUT" });
    if (!found) throw Object.assign(new Error("none"), { code: "ENOTFOUND" });
    return found;
  });
});
afterAll(() => services.close());

/** An administrator of a new workspace. */
async function makeAdmin() {
  const person = await signinPerson(services, { password: null });
  await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, person.userId));
  return { ...person, ctx: await ctxOf(services, person) };
}

const input = (more: object = {}) =>
  ConnectionCreate.parse({
    ...{ name: "Acme SSO", provider: "OKTA", issuer: "https://acme.okta.com" },
    ...{ clientId: "timeaway", clientSecret: "a very secret text" },
    ...more,
  });

const audited = async ({ actor: { workspaceId } }: Ctx) =>
  (await services.db.select().from(auditEvents).where(eq(auditEvents.workspaceId, workspaceId)))
    .map(({ action }) => action)
    .filter((action) => /^(connection|email_domain)\./.test(action));

/** Publishes the record of a claimed domain. */
async function publish(ctx: Ctx, id: string): Promise<string> {
  const row = (await listDomains(ctx)).find((one) => one.id === id);
  if (!row) throw new Error("no domain");
  const { recordHost, recordText } = domainView(row);
  records.set(recordHost, ["v=spf1 -all", recordText]);
  return recordHost;
}

const rowOf = async (id: string) =>
  (await services.db.select().from(connections).where(eq(connections.id, id)))[0];
const domainRow = async (id: string) =>
  (await services.db.select().from(emailDomains).where(eq(emailDomains.id, id)))[0];

describe("403", () => {
  it("for everyone but administrators, at each verb", async () => {
    const { ctx } = await makeAdmin();
    const id = await createConnection(ctx, input());
    const domainId = await claimDomain(ctx, newDomain());
    const person = { ...ctx, actor: { ...ctx.actor, role: "LOCATION_ADMIN" as const } };
    const all: (() => unknown)[] = [
      () => listConnections(person),
      () => listDomains(person),
      () => getConnection(person, id),
      () => createConnection(person, input()),
      () => updateConnection(person, id, { name: "Other" }),
      () => activateConnection(person, id),
      () => pauseConnection(person, id),
      () => deleteConnection(person, id),
      () => claimDomain(person, newDomain()),
      () => verifyDomain(person, domainId),
      () => releaseDomain(person, domainId),
      () => verifyByOperator(person, domainId),
    ];
    for (const call of all) await expect((async () => call())()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("404", () => {
  it("for what is another workspace's", async () => {
    const [{ ctx }, other] = [await makeAdmin(), await makeAdmin()];
    const id = await createConnection(ctx, input());
    const domainId = await claimDomain(ctx, newDomain());
    const all: (() => Promise<unknown>)[] = [
      () => getConnection(other.ctx, id),
      () => updateConnection(other.ctx, id, { name: "Other" }),
      () => activateConnection(other.ctx, id),
      () => pauseConnection(other.ctx, id),
      () => deleteConnection(other.ctx, id),
      () => verifyDomain(other.ctx, domainId),
      () => releaseDomain(other.ctx, domainId),
    ];
    for (const call of all) await expect(call()).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    expect(await listConnections(other.ctx)).toEqual([]);
    expect(await listDomains(other.ctx)).toEqual([]);
  });
});

describe("400", () => {
  it("for an issuer that is not public, and places of another workspace", async () => {
    const [{ ctx }, other] = [await makeAdmin(), await makeAdmin()];
    const [place] = await services.db.select().from(users).where(eq(users.id, other.userId));
    for (const issuer of [
      "http://acme.okta.com",
      "https://127.0.0.1",
      "https://10.0.0.1",
      "https://localhost",
    ])
      await expect(createConnection(ctx, input({ issuer }))).rejects.toMatchObject({
        more: { details: { fields: [{ path: "issuer" }] } },
      });
    const foreign = { locationId: place?.locationId ?? "", departmentId: place?.departmentId ?? "" };
    await expect(createConnection(ctx, { ...input(), ...foreign })).rejects.toMatchObject({
      more: { details: { fields: [{ path: "locationId" }, { path: "departmentId" }] } },
    });
  });

  it("for what is no domain", async () => {
    const { ctx } = await makeAdmin();
    for (const name of ["example", "ex ample.com", "127.0.0.1", "-a.com", "", "a..com"])
      await expect(claimDomain(ctx, name)).rejects.toMatchObject({
        more: { details: { fields: [{ path: "name" }] } },
      });
  });
});

describe("a domain's name", () => {
  it("is stored in lower case and A-labels, as addresses are compared", () => {
    expect(domainName("@Bücher.Example.")).toBe("xn--bcher-kva.example");
    expect(domainOf("Ana@BÜCHER.example")).toBe("xn--bcher-kva.example");
    expect(domainOf("ana")).toBeNull();
  });
});

describe("a connection", () => {
  it("takes the issuer or the address of its discovery document", () => {
    const issuer = "https://acme.okta.com/.well-known/openid-configuration";
    expect(input({ issuer }).issuer).toBe("https://acme.okta.com");
  });

  it("keeps its secret sealed, and shows it to no one", async () => {
    const { ctx } = await makeAdmin();
    const id = await createConnection(ctx, input());
    const row = await rowOf(id);
    if (!row || !isOidc(row)) throw new Error("no row");
    expect(row.clientSecret.toString("latin1")).not.toContain("secret");
    expect(openClientSecret(services, row)).toBe("a very secret text");
    expect(JSON.stringify(connectionDetailsView(await getConnection(ctx, id), clock()))).not.toContain(
      "ecret text",
    );
    await updateConnection(ctx, id, { clientSecret: "another hidden text" });
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, ctx.actor.workspaceId), eq(auditEvents.resourceId, id)));
    expect(lines.map(({ action }) => action).sort()).toEqual(["connection.create", "connection.update"]);
    expect(JSON.stringify(lines)).not.toMatch(/secret text|hidden text/);
  });

  it("is activated only once tested and with a verified domain, once of calls at once, and paused", async () => {
    const { ctx } = await makeAdmin();
    const id = await createConnection(ctx, input());
    const activate = () => activateConnection(ctx, id);
    await expect(activate()).rejects.toMatchObject({ code: "CONFLICT", message: /tested/ });
    await services.db.update(connections).set({ state: "TESTED" }).where(eq(connections.id, id));
    await expect(activate()).rejects.toMatchObject({ code: "CONFLICT", message: /domain/ });
    await makeDomain(services, ctx.actor.workspaceId, newDomain());
    const all = await Promise.allSettled(Array.from({ length: 5 }, activate));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await pauseConnection(ctx, id);
    expect(await rowOf(id)).toMatchObject({ state: "TESTED" });
    await expect(pauseConnection(ctx, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await audited(ctx)).toEqual([
      "connection.create",
      "email_domain.claim",
      "email_domain.verify",
      "connection.activate",
      "connection.pause",
    ]);
  });

  it("is a draft again with another issuer or client, and stays active with a new name or secret", async () => {
    const { ctx } = await makeAdmin();
    for (const [patch, state] of [
      [{ name: "New" }, "ACTIVE"],
      [{ clientSecret: "new" }, "ACTIVE"],
      [{ secretExpiresOn: "2027-01-01" }, "ACTIVE"],
      [{ issuer: "https://acme.okta.com" }, "ACTIVE"],
      [{ clientId: "another" }, "DRAFT"],
      [{ issuer: "https://other.okta.com" }, "DRAFT"],
    ] as const) {
      const id = await createConnection(ctx, input());
      await services.db.update(connections).set({ state: "ACTIVE" }).where(eq(connections.id, id));
      await updateConnection(ctx, id, patch);
      expect(await rowOf(id), JSON.stringify(patch)).toMatchObject({ state });
    }
  });

  it("warns the administrators 30 days before its secret expires, once for each date", async () => {
    const { ctx, email } = await makeAdmin();
    const id = await createConnection(ctx, input({ secretExpiresOn: "2026-12-20" }));
    const mails = async () =>
      (await mailRows(services)).filter(
        ({ recipient, kind }) => recipient === email && kind === "connection_expires",
      );
    await warnOfExpiry(services);
    expect(await mails()).toEqual([]);
    await services.db.update(connections).set({ state: "ACTIVE" }).where(eq(connections.id, id));
    await Promise.all([warnOfExpiry(services), warnOfExpiry(services), warnOfExpiry(services)]);
    expect(await mails()).toHaveLength(1);
    await updateConnection(ctx, id, { secretExpiresOn: "2026-12-21" });
    await warnOfExpiry(services);
    expect(await mails()).toHaveLength(1);
    clock.pass(day);
    await warnOfExpiry(services);
    await warnOfExpiry(services);
    expect(await mails()).toHaveLength(2);
    clock.pass(-day);
  });
});

describe("a domain", () => {
  it("is verified by its TXT record, and only by it", async () => {
    const { ctx } = await makeAdmin();
    const name = newDomain();
    const id = await claimDomain(ctx, name.toUpperCase());
    await expect(claimDomain(ctx, name)).rejects.toMatchObject({ code: "CONFLICT" });
    const verify = () => verifyDomain(ctx, id);
    await expect(verify()).rejects.toMatchObject({ code: "CONFLICT", message: /no such TXT record/ });
    records.set(`_timeaway.${name}`, null);
    await expect(verify()).rejects.toMatchObject({ code: "CONFLICT", message: /doesn't answer/ });
    records.set(`_timeaway.${name}`, ["timeaway-verification=another"]);
    await expect(verify()).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await domainRow(id)).toMatchObject({ verifiedAt: null });
    await publish(ctx, id);
    await verify();
    expect(await domainRow(id)).toMatchObject({ verifiedAt: clock(), lostAt: null });
  });

  it("is verified in one workspace, of any number at once, and again once it is removed there", async () => {
    const name = newDomain();
    const admins = await Promise.all(Array.from({ length: 4 }, makeAdmin));
    const claimed = await Promise.all(
      admins.map(async ({ ctx }) => ({ ctx, id: await claimDomain(ctx, name) })),
    );
    const texts = await Promise.all(
      claimed.map(async ({ ctx }) => (await listDomains(ctx)).map((row) => domainView(row).recordText)),
    );
    records.set(`_timeaway.${name}`, texts.flat());
    const all = await Promise.allSettled(claimed.map(({ ctx, id }) => verifyDomain(ctx, id)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = claimed[all.findIndex(({ status }) => status === "fulfilled")];
    const loser = claimed[all.findIndex(({ status }) => status === "rejected")];
    if (!winner || !loser) throw new Error("no winner");
    expect(await domainRow(loser.id)).toMatchObject({ verifiedAt: null });
    // A loser removes its claim, and takes nothing from the winner.
    const other = claimed.find((one) => one !== winner && one !== loser);
    if (other) await releaseDomain(other.ctx, other.id);
    const held = await services.db.select().from(domainWorkspaces).where(eq(domainWorkspaces.name, name));
    expect(held).toEqual([{ name, leadsTo: winner.ctx.actor.workspaceId }]);
    await releaseDomain(winner.ctx, winner.id);
    await verifyDomain(loser.ctx, loser.id);
  });

  it("leads the sign-in page to the active connections of its workspace", async () => {
    const { ctx } = await makeAdmin();
    const name = newDomain();
    await makeDomain(services, ctx.actor.workspaceId, name);
    const [active] = [await createConnection(ctx, input()), await createConnection(ctx, input())];
    await services.db.update(connections).set({ state: "ACTIVE" }).where(eq(connections.id, active));
    const offered = [{ workspaceId: ctx.actor.workspaceId, id: active, name: "Acme SSO" }];
    expect(await findOffered(services.db, `no-one@${name.toUpperCase()}`)).toEqual(offered);
    for (const email of [`ana@sub.${name}`, "ana@elsewhere.example", "ana", ""])
      expect(await findOffered(services.db, email)).toEqual([]);
  });

  it("is checked again after a week: a lost record warns once and takes nothing, a found one ends that", async () => {
    const { ctx, email } = await makeAdmin();
    const id = await claimDomain(ctx, newDomain());
    const host = await publish(ctx, id);
    await verifyDomain(ctx, id);
    records.delete(host);
    const mails = async () =>
      (await mailRows(services)).filter(
        ({ recipient, kind }) => recipient === email && kind === "email_domain_lost",
      );
    await checkDomains(services);
    expect(await domainRow(id)).toMatchObject({ lostAt: null });
    clock.pass(7 * day);
    await Promise.all([checkDomains(services), checkDomains(services)]);
    expect(await domainRow(id)).toMatchObject({ lostAt: clock() });
    expect(await mails()).toHaveLength(1);
    const [row] = await listDomains(ctx);
    expect(row && domainView(row).state).toBe("LOST");
    // It still leads to its connections.
    expect(
      await services.db
        .select()
        .from(domainWorkspaces)
        .where(eq(domainWorkspaces.leadsTo, ctx.actor.workspaceId)),
    ).toHaveLength(1);
    clock.pass(7 * day);
    records.set(host, null);
    await checkDomains(services);
    expect(await domainRow(id)).toMatchObject({ lastCheckedAt: clock() });
    expect(await mails()).toHaveLength(1);
    clock.pass(7 * day);
    await publish(ctx, id);
    await checkDomains(services);
    expect(await domainRow(id)).toMatchObject({ lostAt: null });
    expect(await audited(ctx)).toEqual([
      "email_domain.claim",
      "email_domain.verify",
      "email_domain.lose",
      "email_domain.find",
    ]);
  });
});
