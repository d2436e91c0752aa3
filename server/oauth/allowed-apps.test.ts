import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { type Ctx, ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { startDocuments } from "@/server/test/document-stand-in";
import { oneBehindTheOther } from "@/server/test/lock-table";
import {
  approved,
  askConsent,
  askToken,
  confidentialClient,
  heldClock,
  oauthServices,
  openConsent,
  redirectUri,
  refreshWith,
  registerClient,
  signedInPerson,
  tokensOf,
  viewConsent,
  whoIs,
} from "@/server/test/oauth-kit";
import { allowApp } from "./apps/allow-app";
import { disallowApp } from "./apps/disallow-app";
import { workspaceAppView } from "./apps/present-app";
import { searchWorkspaceApps } from "./apps/search-workspace-apps";
import { setAppsPolicy } from "./apps/set-apps-policy";
import { cleanUpOauth, unusedMs } from "./clean-up";
import { createClient } from "./clients/create-client";
import { administrator } from "./clients/keeper";
import { clientRecord } from "./clients/present-client";

// Decision 13.9: administrators may allow only listed apps.

const clock = heldClock();
const services = await oauthServices(clock);
const site = await startDocuments(services);
afterAll(async () => {
  await services.close();
  await site.close();
});

let user: SignedIn;
const ctxOf = ({ actor }: SignedIn) => ctxFor(services, actor, "req_test");
const ctx = () => ctxOf(user);
const listedOnly = () => setAppsPolicy(ctx(), "LISTED");

beforeEach(async () => {
  user = await signedInPerson(services);
});

const shown = async (clientId: string, who = user): Promise<string> =>
  (await viewConsent(services, await askConsent(services, { clientId }), who)).state;

const appsOf = async (of: Ctx) => {
  const { items } = await searchWorkspaceApps(of, { sort: "name" }, { limit: 100, after: null });
  return items.map((row) => workspaceAppView(row, of.actor.workspaceId));
};

/** An open consent page, whose form is sent now. */
const pending = async (clientId: string) =>
  openConsent(services, await askConsent(services, { clientId }), user);

const standing = async (): Promise<number> => {
  const grants = await services.db
    .select()
    .from(oauthGrants)
    .where(eq(oauthGrants.workspaceId, user.actor.workspaceId));
  return grants.filter(({ revokedAt }) => revokedAt === null).length;
};

const linesOf = async (action: string) =>
  services.db
    .select({ actingUserId: auditEvents.actingUserId, changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.workspaceId, user.actor.workspaceId), eq(auditEvents.action, action)));

describe("by default", () => {
  it("any app can be connected, and the list shows which are", async () => {
    const clientId = await registerClient(services);
    await tokensOf(services, user, { clientId });
    expect(await appsOf(ctx())).toEqual([
      expect.objectContaining({ clientId, allowedAt: null, peopleCount: 1 }),
    ]);
  });

  it("removing an app from the list ends nothing", async () => {
    const clientId = await registerClient(services);
    await allowApp(ctx(), clientId);
    await tokensOf(services, user, { clientId });
    expect(await disallowApp(ctx(), clientId)).toEqual({ endedCount: 0 });
    expect(await standing()).toBe(1);
  });
});

describe("where only listed apps are allowed", () => {
  it("another app's consent page says so, and its form grants nothing", async () => {
    const clientId = await registerClient(services);
    const answer = await pending(clientId);
    await listedOnly();
    expect(await shown(clientId)).toBe("app-not-allowed");
    expect(await answer()).toEqual({ state: "app-not-allowed" });
    expect(await standing()).toBe(0);
    await allowApp(ctx(), clientId);
    expect((await answer()).state).toBe("redirect");
    expect(await shown(clientId)).toBe("ready");
  });

  it("existing connections end at once, except listed apps, the workspace's own, and other workspaces", async () => {
    const [other, listed, operators] = [
      await registerClient(services),
      await registerClient(services),
      await confidentialClient(services),
    ];
    const made = await createClient(administrator(ctx()), {
      name: "Payroll",
      redirectUris: [redirectUri],
      scopes: ["openid"],
    });
    const own = clientRecord(made.client).client_id;
    const elsewhere = await signedInPerson(services);
    const theirs = await tokensOf(services, elsewhere, { clientId: other });
    const ended = await tokensOf(services, user, { clientId: other });
    const unspent = await approved(services, user, { clientId: other });
    const kept = await tokensOf(services, user, { clientId: listed });
    for (const clientId of [own, operators.id]) await approved(services, user, { clientId });
    await allowApp(ctx(), listed);

    expect(await listedOnly()).toEqual({ endedCount: 3 });
    expect((await refreshWith(services, ended.refresh, other)).json.error).toBe("invalid_grant");
    expect((await whoIs(services, ended.access)).status).toBe(401);
    expect((await askToken(services, unspent.exchange)).json.error).toBe("invalid_grant");
    expect((await refreshWith(services, kept.refresh, listed)).status).toBe(200);
    expect((await refreshWith(services, theirs.refresh, other)).status).toBe(200);
    expect([await shown(own), await shown(operators.id)]).toEqual(["ready", "app-not-allowed"]);
    expect(await shown(other, elsewhere)).toBe("ready");
    expect(await standing()).toBe(2);
    expect(await linesOf("workspace.update")).toEqual([
      { actingUserId: user.user.id, changes: { appsPolicy: { from: "ANY", to: "LISTED" } } },
    ]);
    expect(await linesOf("oauth_grant.revoke")).toEqual(
      Array.from({ length: 3 }, () => ({
        actingUserId: user.user.id,
        changes: { reason: { to: "APP_NOT_ALLOWED" } },
      })),
    );
  });

  it("an app that is removed from the list is disconnected at once", async () => {
    const clientId = await registerClient(services);
    await allowApp(ctx(), clientId);
    await listedOnly();
    const { refresh } = await tokensOf(services, user, { clientId });
    expect(await disallowApp(ctx(), clientId)).toEqual({ endedCount: 1 });
    expect((await refreshWith(services, refresh, clientId)).json.error).toBe("invalid_grant");
    expect(await linesOf("oauth_client.disallow")).toHaveLength(1);
    await expect(disallowApp(ctx(), clientId)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("an app with a document is listed before its first use, and is not cleaned up", async () => {
    const url = site.describe("/known.json", { redirect_uris: [redirectUri] });
    await listedOnly();
    await allowApp(ctx(), url);
    clock.pass(3 * unusedMs);
    await cleanUpOauth(services);
    expect(await appsOf(ctx())).toMatchObject([{ clientId: url, name: "Assistant" }]);
    expect(await shown(url)).toBe("ready");
  });
});

describe("refused", () => {
  it("FORBIDDEN to anyone but administrators", async () => {
    const actor = { ...user.actor, role: "USER" as const };
    const person = ctxFor(services, actor, "req_test");
    const clientId = await registerClient(services);
    for (const attempt of [
      async () => setAppsPolicy(person, "LISTED"),
      async () => allowApp(person, clientId),
      async () => disallowApp(person, clientId),
      async () => appsOf(person),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("RESOURCE_NOT_FOUND: an unknown client, or another workspace's", async () => {
    const stranger = await signedInPerson(services);
    const { client } = await createClient(administrator(ctxOf(stranger)), {
      name: "Theirs",
      redirectUris: [redirectUri],
      scopes: ["openid"],
    });
    for (const clientId of ["nobody", clientRecord(client).client_id])
      await expect(allowApp(ctx(), clientId)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("VALIDATION_ERROR: an unusable document", async () => {
    for (const url of [`${site.origin}/missing.json`, "https://10.0.0.7/c"])
      await expect(allowApp(ctx(), url)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("concurrent changes", () => {
  it("an approval after the change of policy is refused", async () => {
    const answer = await pending(await registerClient(services));
    const [, answered] = await oneBehindTheOther("audit_events", listedOnly, answer);
    expect(answered).toEqual({ state: "app-not-allowed" });
    expect(await standing()).toBe(0);
  });

  it("an approval before it is ended by it", async () => {
    const answer = await pending(await registerClient(services));
    const [answered, changed] = await oneBehindTheOther("audit_events", answer, listedOnly);
    expect([answered.state, changed]).toEqual(["redirect", { endedCount: 1 }]);
    expect(await standing()).toBe(0);
  });

  it("an approval after the app's removal from the list is refused, one before it is ended", async () => {
    const clientId = await registerClient(services);
    await allowApp(ctx(), clientId);
    await listedOnly();
    const [first, second] = [await pending(clientId), await pending(clientId)];
    const remove = () => disallowApp(ctx(), clientId);
    const [, refused] = await oneBehindTheOther("audit_events", remove, first);
    expect(refused).toEqual({ state: "app-not-allowed" });
    await allowApp(ctx(), clientId);
    const [, removed] = await oneBehindTheOther("audit_events", second, remove);
    expect(removed).toEqual({ endedCount: 1 });
    expect(await standing()).toBe(0);
  });

  it("two administrators: the app is listed once, with one audit line; it is removed once", async () => {
    const clientId = await registerClient(services);
    const allow = () => allowApp(ctx(), clientId);
    await oneBehindTheOther("audit_events", allow, allow);
    expect(await linesOf("oauth_client.allow")).toHaveLength(1);
    const removals = await Promise.allSettled([disallowApp(ctx(), clientId), disallowApp(ctx(), clientId)]);
    expect(removals.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await linesOf("oauth_client.disallow")).toHaveLength(1);
  });
});
