import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { workspaces } from "@/drizzle/schema/workspaces";
import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { updateWorkspaceSettings } from "@/server/modules/workspace/settings/update-settings";
import { oneBehindTheOther } from "@/server/test/lock-table";
import {
  approved,
  askConsent,
  askToken,
  basic,
  call,
  confidentialClient,
  heldClock,
  oauthServices,
  readyConsent,
  refreshWith,
  registerClient,
  signedInPerson,
  tokensOf,
} from "@/server/test/oauth-kit";
import { operator } from "./clients/keeper";
import { updateClient } from "./clients/update-client";
import { continueAuthorization } from "./consent/answer";
import { bindAuthorizationToBrowser, newBrowserBinding } from "./consent/bind";
import type { OauthScope } from "./scopes";

// Decision 13.4: the scopes that change leave.

const services = await oauthServices(heldClock());
afterAll(() => services.close());

let user: SignedIn;
const ctx = () => ctxFor(services, user.actor, "req_test");
const turn = (on: boolean) => updateWorkspaceSettings(ctx(), { aiAppsMayChangeLeave: on });

beforeEach(async () => {
  user = await signedInPerson(services);
});

const both = "mcp:leaves:read mcp:leaves:write mcp:approvals:write";

const shown = async (scope: string, clientId: string) =>
  readyConsent(services, await askConsent(services, { scope, clientId }), user);

const grantedScopes = async (): Promise<string[][]> => {
  const rows = await services.db.select().from(oauthGrants).where(eq(oauthGrants.userId, user.user.id));
  return rows.map(({ scopes }) => scopes);
};

it("the metadata lists no scope that writes, and every client may ask for one", async () => {
  const { json } = await call(services, "GET", "/.well-known/oauth-authorization-server");
  expect(json.scopes_supported.filter((scope: string) => scope.endsWith(":write"))).toEqual([]);
  expect(await askConsent(services, { scope: both })).toMatch(/^session-/);
});

it("400 invalid_scope for a confidential client without that scope", async () => {
  const { id } = await confidentialClient(services);
  await expect(askConsent(services, { scope: "mcp:leaves:write", clientId: id })).rejects.toThrow(
    "invalid_scope",
  );
});

describe("where the workspace's switch is on", () => {
  beforeEach(() => turn(true));

  it("all of it is granted, and the response does not repeat it", async () => {
    const { exchange } = await approved(services, user, { scope: both });
    const { json } = await askToken(services, exchange);
    expect(decodeJwt(json.access_token).scope).toBe(both);
    expect(json).not.toHaveProperty("scope");
  });

  it("the full page for new scopes, and the short one only for the same again", async () => {
    const clientId = await registerClient(services);
    await tokensOf(services, user, { clientId, scope: "mcp:leaves:read" });
    const stepUp = await shown("mcp:leaves:read mcp:leaves:write", clientId);
    expect(stepUp.form).toBe("full");
    expect(stepUp.scopes.map(({ name, isNew }) => [name, isNew])).toEqual([
      ["mcp:leaves:read", false],
      ["mcp:leaves:write", true],
    ]);
    await tokensOf(services, user, { clientId, scope: "mcp:leaves:read mcp:leaves:write" });
    expect((await shown("mcp:leaves:read mcp:leaves:write", clientId)).form).toBe("short");
  });

  it("the write scopes of an older grant are shown, too", async () => {
    const clientId = await registerClient(services);
    await tokensOf(services, user, { clientId, scope: "mcp:leaves:write" });
    expect((await shown("profile", clientId)).writes).toEqual(["mcp:leaves:write"]);
    expect((await shown("profile", await registerClient(services))).writes).toEqual([]);
    await turn(false);
    expect((await shown("profile", clientId)).writes).toEqual([]);
  });
});

describe("where it is off, the default", () => {
  it("the page says what is not available", async () => {
    const request = await shown(both, await registerClient(services));
    expect(request.scopes.map(({ name, isAvailable }) => [name, isAvailable])).toEqual([
      ["mcp:leaves:read", true],
      ["mcp:leaves:write", false],
      ["mcp:approvals:write", false],
    ]);
    expect([request.form, request.writes]).toEqual(["full", []]);
  });

  it("200 the rest is granted, and scope says so", async () => {
    const { exchange, clientId } = await approved(services, user, { scope: both });
    const { status, json } = await askToken(services, exchange);
    expect([status, json.scope]).toEqual([200, "mcp:leaves:read"]);
    expect(decodeJwt(json.access_token).scope).toBe("mcp:leaves:read");
    expect(await grantedScopes()).toEqual([["mcp:leaves:read"]]);
    const refreshed = await refreshWith(services, json.refresh_token, clientId);
    expect(decodeJwt(refreshed.json.access_token).scope).toBe("mcp:leaves:read");
  });

  it("access_denied when nothing else was requested, also on Allow", async () => {
    const { callback } = await approved(services, user, { scope: "mcp:leaves:write mcp:approvals:write" });
    expect([...callback.searchParams.keys()]).toEqual(["error", "state", "iss"]);
    expect(callback.searchParams.get("error")).toBe("access_denied");
    expect(await grantedScopes()).toEqual([]);
  });

  it("the full page even when it was granted before the switch was turned off", async () => {
    await turn(true);
    const clientId = await registerClient(services);
    await tokensOf(services, user, { clientId, scope: both });
    await turn(false);
    expect((await shown(both, clientId)).form).toBe("full");
  });

  it("a confidential client sees the page then, too, instead of silently getting less", async () => {
    const uri = "https://app.example.com/cb";
    const scopes: OauthScope[] = ["openid", "mcp:leaves:write"];
    const { id } = await confidentialClient(services, { redirectUris: [uri], scopes });
    const arrive = async () => {
      const asked = { scope: scopes.join(" "), clientId: id, redirectUri: uri };
      const [session, browser] = [await askConsent(services, asked), newBrowserBinding()];
      await bindAuthorizationToBrowser(services, session, browser);
      return continueAuthorization(services, { session, browser, user, requestId: "req_test" });
    };
    await turn(true);
    await approved(services, user, { clientId: id, redirectUri: uri, scope: scopes.join(" ") });
    expect(await arrive()).toContain("code=");
    await turn(false);
    expect(await arrive()).toBeNull();
  });
});

it("200 scope shows what the client itself has lost since", async () => {
  const { id, secret } = await confidentialClient(services, { scopes: ["openid", "email"] });
  const { exchange } = await approved(services, user, { clientId: id, scope: "openid email" });
  const { client_id: _, ...fields } = exchange;
  await updateClient(operator(services), id, { scopes: ["openid"] });
  const { json } = await askToken(services, fields, basic(id, secret));
  expect(json.scope).toBe("openid");
  const refresh = { grant_type: "refresh_token", refresh_token: json.refresh_token };
  expect((await askToken(services, refresh, basic(id, secret))).json.scope).toBe("openid");
});

it("an approval while the switch is being turned off waits for it, and grants no more than what remains", async () => {
  await turn(true);
  const allow = () => approved(services, user, { scope: both });
  await oneBehindTheOther("audit_events", () => turn(false), allow);
  expect(await grantedScopes()).toEqual([["mcp:leaves:read"]]);
});

it("two administrators at once: each audit line names the value that its own change replaced", async () => {
  const on = () => updateWorkspaceSettings(ctx(), { aiAppsMayChangeLeave: true });
  await oneBehindTheOther("audit_events", on, on);
  const [workspace] = await services.db
    .select({ on: workspaces.aiAppsMayChangeLeave })
    .from(workspaces)
    .where(eq(workspaces.id, user.actor.workspaceId));
  expect(workspace?.on).toBe(true);
  const lines = await services.db
    .select({ changes: auditEvents.changes })
    .from(auditEvents)
    .where(eq(auditEvents.workspaceId, user.actor.workspaceId));
  expect(lines).toEqual([{ changes: { aiAppsMayChangeLeave: { from: false, to: true } } }]);
});
