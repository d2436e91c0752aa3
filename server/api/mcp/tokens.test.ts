import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { hour } from "@/server/kernel/time/clock";
import { handleOauth } from "@/server/oauth/routes";
import { type AccessTokenSubject, issueAccessToken } from "@/server/oauth/tokens/access-token";
import { makeKeys, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { callOf, makeGrant, mcpScopes, postMcp, readScopes, type TestGrant } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { parseRequest } from "@/server/transport/parsed-request";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let other: TestWorkspace;
let grant: TestGrant;

beforeAll(async () => {
  services = await testServices({ clock });
  [workspace, other] = [await makeWorkspace(services), await makeWorkspace(services)];
  grant = await makeGrant(services, workspace.people.user);
});
afterAll(() => services.close());

const ask = (token: string) => postMcp(services, { token, body: callOf("get_workspace_info") });

const subject = (more: Partial<AccessTokenSubject> = {}): AccessTokenSubject => ({
  ...{ workspaceId: workspace.id, userId: workspace.people.user.id, grantId: grant.id },
  ...{ clientId: encodeId("client", grant.clientId), scopes: readScopes, ...more },
});

/** A token of services that share our database, and therefore our keys. */
async function issuedBy(env: Record<string, string>): Promise<string> {
  const elsewhere = await testServices({ clock }, env);
  try {
    return await issueAccessToken(elsewhere, subject());
  } finally {
    await elsewhere.close();
  }
}

const parts = () => grant.token.split(".");
const decoded = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("401 to a token", () => {
  const tokens: [string, () => Promise<string> | string][] = [
    ["of another issuer", () => issuedBy({ ISSUER_URL: "http://other.test/identity" })],
    ["for another MCP server", () => issuedBy({ MCP_URL: "http://localhost:3000/other" })],
    ["for the API alone", () => issueAccessToken(services, subject({ scopes: ["openid"] }))],
    [
      "of a person of another workspace with a grant of this one",
      () => issueAccessToken(services, subject({ userId: other.people.admin.id })),
    ],
    [
      "of another person of the workspace",
      () => issueAccessToken(services, subject({ userId: workspace.people.admin.id })),
    ],
    [
      "of a grant that never was",
      () => issueAccessToken(services, subject({ grantId: other.people.user.id })),
    ],
    [
      "signed by somebody else",
      async () => {
        const { privateKey } = await generateKeyPair("ES256");
        const [header, payload] = parts();
        return new SignJWT(decoded(payload)).setProtectedHeader(decoded(header)).sign(privateKey);
      },
    ],
    [
      "that says it needs no signature",
      () => `${encoded({ ...decoded(parts()[0]), alg: "none" })}.${parts()[1]}.`,
    ],
    [
      "with more scopes written into it",
      () => {
        const [header, payload, signature] = parts();
        return [header, encoded({ ...decoded(payload), scope: mcpScopes.join(" ") }), signature].join(".");
      },
    ],
    ["of another kind", () => parts().slice(0, 2).join(".")],
  ];
  it.each(tokens)("%s", async (_, make) => {
    const { status, headers, json } = await ask(await make());
    expect([status, json.error]).toEqual([401, "invalid_token"]);
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("in the address, and to an API key", async () => {
    const { user } = await makeKeys(services, workspace);
    expect((await ask(user.plain)).status).toBe(401);
    const inAddress = await postMcp(services, {
      body: callOf("get_workspace_info"),
      after: `?access_token=${grant.token}`,
    });
    expect(inAddress.status).toBe(401);
  });

  it("for the API only, although it was accepted there a moment before", async () => {
    const token = await issueAccessToken(services, subject({ scopes: ["openid"] }));
    const me = new Request(`${services.settings.baseUrl}/oauth/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const parsed = parseRequest(me, { ip: null, host: "localhost:3000" });
    expect((await handleOauth(parsed, services, parsed.path)).status).toBe(200);
    expect((await ask(token)).status).toBe(401);
  });

  it("an hour old, although it was valid a moment before", async () => {
    const token = await issueAccessToken(services, subject());
    clock.pass(hour - 1000);
    expect((await ask(token)).status).toBe(200);
    clock.pass(1000);
    expect((await ask(token)).status).toBe(401);
  });
});

it("403 for scopes beyond the grant, whatever the token says", async () => {
  const narrow = await makeGrant(services, workspace.people.user, ["mcp:workspace:read"]);
  const token = await issueAccessToken(services, subject({ grantId: narrow.id }));
  const { status, headers } = await postMcp(services, { token, body: callOf("get_balances") });
  expect([status, headers.get("www-authenticate")]).toEqual([
    403,
    expect.stringContaining('scope="mcp:workspace:read mcp:leaves:read"'),
  ]);
});
