import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { auth as legacyAuth } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { decodeJwt } from "jose";
import * as oauth4 from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { SignedIn } from "@/server/access/signed-in";
import { type DocumentStandIn, startDocuments } from "@/server/test/document-stand-in";
import { callOf } from "@/server/test/mcp-kit";
import { AppMemory } from "@/server/test/mcp-oauth-kit";
import { allowInBrowser, signedInPerson } from "@/server/test/oauth-kit";
import { type Served, serve } from "@/server/test/served";

// Unmodified clients that know only the server's address, over real HTTP.

let served: Served;
let site: DocumentStandIn;
let user: SignedIn;

beforeAll(async () => {
  served = await serve();
  site = await startDocuments(served.services);
});
afterAll(async () => {
  await served.close();
  await site.close();
});
beforeEach(async () => {
  user = await signedInPerson(served.services);
});

const identity = { name: "test", version: "1" };
const address = () => new URL(served.services.settings.mcpUrl);

/** What the user does after the app's redirect. @returns the parameters that they come back with */
async function allowed({ asked }: AppMemory): Promise<URLSearchParams> {
  const { searchParams } = await allowInBrowser(served.services, user, asked ?? "");
  expect(searchParams.get("state")).toBe("a state of the client");
  return searchParams;
}

const codeFrom = async (app: AppMemory) => (await allowed(app)).get("code") ?? "";

/** Connects as an app without a token. */
async function connected(app: AppMemory, mode: "auto" | "legacy" | { pin: string } = "auto") {
  const transport = () => new StreamableHTTPClientTransport(address(), { authProvider: app });
  const client = () => new Client(identity, { versionNegotiation: { mode } });
  const first = transport();
  await expect(client().connect(first)).rejects.toThrow("Unauthorized");
  await first.finishAuth(await allowed(app));
  const second = transport();
  const made = client();
  await made.connect(second);
  return { client: made, transport: second };
}

async function legacyConnected(app: AppMemory) {
  const transport = () => new LegacyTransport(address(), { authProvider: app });
  const connect = async (via: LegacyTransport) => {
    const client = new LegacyClient(identity);
    await client.connect(via as Parameters<typeof client.connect>[0]);
    return client;
  };
  const first = transport();
  await expect(connect(first)).rejects.toThrow("Unauthorized");
  await first.finishAuth(await codeFrom(app));
  return connect(transport());
}

const claimsOf = (app: AppMemory) => decodeJwt(app.tokens()?.access_token ?? "");
const info = { name: "get_workspace_info", arguments: {} };
const expected = { structuredContent: { me: { name: "Ana Ilić" } } };

describe("from 401 to a call", () => {
  it.each(["auto", "legacy", { pin: "2026-07-28" }] as const)("the new client, %j", async (mode) => {
    const app = new AppMemory();
    const { client } = await connected(app, mode);
    expect(await client.callTool(info)).toMatchObject(expected);
    const { aud, scope } = claimsOf(app);
    expect([aud, scope]).toEqual([address().href, "mcp:workspace:read mcp:users:read mcp:leaves:read"]);
    expect(app.asked?.searchParams.get("resource")).toBe(address().href);
    await client.close();
  });

  it("the previous client, which registers, too", async () => {
    const app = new AppMemory();
    const client = await legacyConnected(app);
    expect(await client.callTool(info)).toMatchObject(expected);
    expect(claimsOf(app).aud).toBe(address().href);
    await client.close();
  });

  it.each([
    ["new", connected],
    ["old", async (app: AppMemory) => ({ client: await legacyConnected(app) })],
  ])("the %s client with a document in place of a registration", async (_, connect) => {
    const url = site.describe("/client.json", { redirect_uris: [new AppMemory().redirectUrl] });
    const app = new AppMemory(undefined, url);
    const { client } = await connect(app);
    expect(await client.callTool(info)).toMatchObject(expected);
    expect(claimsOf(app).client_id).toBe(url);
    await client.close();
  });

  it("goes on with a refreshed token, which the server does not rotate", async () => {
    const app = new AppMemory();
    const { client } = await connected(app);
    const before = app.tokens();
    app.saveTokens({ ...before, access_token: "spent" });
    expect(await client.callTool(info)).toMatchObject(expected);
    expect(app.tokens()?.refresh_token).toBe(before?.refresh_token);
    await client.close();
  });
});

describe("403 insufficient_scope: step-up", () => {
  const request = {
    name: "request_leave",
    arguments: { leaveType: "vacation", startDate: "2026-12-07", endDate: "2026-12-07", plan: "x" },
  };
  const refused = { isError: true, content: [{ text: expect.stringContaining("leaveType: ") }] };

  beforeEach(() => served.services.db.update(workspaces).set({ aiAppsMayChangeLeave: true }));

  it("the new client sends its user to allow more, and keeps its scopes", async () => {
    const app = new AppMemory();
    const { client, transport } = await connected(app);
    await expect(client.callTool(request)).rejects.toThrow("Unauthorized");
    const wanted = app.asked?.searchParams.get("scope")?.split(" ").sort();
    expect(wanted).toEqual([
      ...["mcp:leaves:read", "mcp:leaves:write", "mcp:users:read", "mcp:workspace:read"],
    ]);
    await transport.finishAuth(await allowed(app));
    // Authorized: what fails now is that the workspace has no such leave type.
    expect(await client.callTool(request)).toMatchObject(refused);
    await client.close();
  });

  it("the previous client refreshes first, and steps up once it has discarded its token", async () => {
    const app = new AppMemory();
    const client = await legacyConnected(app);
    await expect(client.callTool(request)).rejects.toThrow("403 after trying upscoping");
    app.forgetTokens();
    const scope = "mcp:workspace:read mcp:users:read mcp:leaves:read mcp:leaves:write";
    const serverUrl = address().href;
    expect(await legacyAuth(app, { serverUrl, scope })).toBe("REDIRECT");
    const authorizationCode = await codeFrom(app);
    expect(await legacyAuth(app, { serverUrl, authorizationCode })).toBe("AUTHORIZED");
    expect(await client.callTool(request)).toMatchObject(refused);
    await client.close();
  });
});

describe("openid-client, starting from the protected resource's metadata", () => {
  const allowHttp = { [oauth4.allowInsecureRequests]: true };

  it.each([
    ["the challenge's address", (challenge: string) => new URL(challenge)],
    ["the path's well-known address", () => null],
  ])("by %s", async (_, place) => {
    const url = address();
    const unauthorized = await fetch(url, { method: "POST", body: "{}" });
    expect(unauthorized.status).toBe(401);
    const challenge =
      /resource_metadata="([^"]+)"/.exec(unauthorized.headers.get("www-authenticate") ?? "")?.[1] ?? "";
    const where = place(challenge);
    const found = where ? await fetch(where) : await oauth4.resourceDiscoveryRequest(url, allowHttp);
    const resource = await oauth4.processResourceDiscoveryResponse(url, found);
    const [issuer = ""] = resource.authorization_servers ?? [];

    const redirectUri = new AppMemory().redirectUrl;
    const config = await openid.dynamicClientRegistration(
      new URL(issuer),
      { client_name: "A real client", redirect_uris: [redirectUri], token_endpoint_auth_method: "none" },
      openid.None(),
      { algorithm: "oauth2", execute: [openid.allowInsecureRequests] },
    );
    const verifier = openid.randomPKCECodeVerifier();
    const asked = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: (resource.scopes_supported ?? []).join(" "),
      resource: resource.resource,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state: "s",
    });
    const tokens = await openid.authorizationCodeGrant(
      config,
      await allowInBrowser(served.services, user, asked),
      { pkceCodeVerifier: verifier, expectedState: "s" },
      { resource: resource.resource },
    );
    const answer = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      url,
      "POST",
      JSON.stringify(callOf("get_workspace_info")),
      new Headers({ accept: "application/json, text/event-stream", "content-type": "application/json" }),
    );
    expect(await answer.json()).toMatchObject({ result: expected });
  });
});
