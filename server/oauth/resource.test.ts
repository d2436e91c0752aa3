import { afterAll, describe, expect, it } from "vitest";
import {
  approved,
  askToken,
  call,
  heldClock,
  hosts,
  jsonBody,
  oauthServices,
  pkce,
  type Reply,
  redirectUri,
  registerClient,
  signedInPerson,
  tokensOf,
} from "@/server/test/oauth-kit";

// RFC 8707: resource at the authorization and the token endpoint.

const services = await oauthServices(heldClock());
afterAll(() => services.close());
const user = await signedInPerson(services);
const clientId = await registerClient(services);

const mcp = `${hosts.api}/mcp`;

const ours: [string, string[]][] = [
  ["none", []],
  ["an empty one", [""]],
  ["the MCP server", [mcp]],
  ["its address with a slash", [`${mcp}/`]],
  ["its origin", [hosts.api]],
  ["its origin with a slash", [`${hosts.api}/`]],
  ["another case of scheme and host", [mcp.replace(hosts.api, hosts.api.toUpperCase())]],
  ["several", [mcp, hosts.api]],
];
const foreign: [string, string[]][] = [
  ["another host", ["https://evil.test/mcp"]],
  ["our host as the start of another", [`${hosts.api}.evil.test/mcp`]],
  ["another path", [`${hosts.api}/v2`]],
  ["another case of the path", [`${hosts.api}/MCP`]],
  ["two slashes", [`${mcp}//`]],
  ["another scheme", [mcp.replace("https", "http")]],
  ["another port", [mcp.replace("/mcp", ":8443/mcp")]],
  ["userinfo", [mcp.replace("//", "//us@")]],
  ["a query", [`${mcp}?x=1`]],
  ["a fragment", [`${mcp}#x`]],
  ["no URL", ["mcp"]],
  ["a space", [` ${mcp}`]],
  ["one of several", [mcp, "https://evil.test"]],
];

const refused = ({ status, json }: Reply) => {
  expect(json).toEqual({
    error: "invalid_target",
    error_description: expect.stringMatching(/^[\x20-\x7e]+$/),
  });
  expect(status).toBe(400);
};

function authorize(resources: string[], more: Record<string, string> = {}): Promise<Reply> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    state: "s",
    code_challenge: pkce().challenge,
    code_challenge_method: "S256",
    ...more,
  });
  for (const resource of resources) query.append("resource", resource);
  return call(services, "GET", `/oauth/authorize?${query}`);
}

function token(fields: Record<string, string>, resources: string[]): Promise<Reply> {
  const body = new URLSearchParams(fields);
  for (const resource of resources) body.append("resource", resource);
  return call(services, "POST", "/oauth/token", { body });
}

const refreshing = async () => {
  const { refresh, clientId: client } = await tokensOf(services, user);
  return { grant_type: "refresh_token", refresh_token: refresh, client_id: client };
};

describe("at the authorization endpoint", () => {
  it.each(ours)("302 %s", async (_, resources) => expect((await authorize(resources)).status).toBe(302));

  it.each(foreign)("400 invalid_target: %s", async (_, resources) => refused(await authorize(resources)));

  it("400 any other fault is reported first", async () => {
    const faults: Record<string, string>[] = [
      { scope: "admin" },
      { code_challenge_method: "plain" },
      { nonce: "a\0b" },
    ];
    for (const wrong of faults)
      expect((await authorize(["https://evil.test"], wrong)).json.error).not.toBe("invalid_target");
  });
});

describe("at the token endpoint", () => {
  it.each(ours)("200 %s", async (_, resources) => {
    const { exchange } = await approved(services, user);
    expect((await token(exchange, resources)).status).toBe(200);
    expect((await token(await refreshing(), resources)).status).toBe(200);
  });

  it("200 a JSON body names one, or lists them", async () => {
    for (const resource of [mcp, [mcp, hosts.api]]) {
      const { exchange } = await approved(services, user);
      const { status } = await call(services, "POST", "/oauth/token", jsonBody({ ...exchange, resource }));
      expect(status).toBe(200);
    }
  });

  it("400 invalid_target: a JSON body with something else", async () => {
    const { exchange } = await approved(services, user);
    for (const resource of [7, { url: mcp }, [mcp, null], [[mcp]]])
      refused(await call(services, "POST", "/oauth/token", jsonBody({ ...exchange, resource })));
  });

  it.each(foreign)("400 invalid_target: %s", async (_, resources) =>
    refused(await token(await refreshing(), resources)),
  );

  it("400 invalid_target burns no code, and any other fault is reported first", async () => {
    const { exchange } = await approved(services, user);
    const elsewhere = ["https://evil.test"];
    expect((await token({ ...exchange, code: "x" }, elsewhere)).json.error).toBe("invalid_grant");
    refused(await token(exchange, elsewhere));
    expect((await askToken(services, exchange)).status).toBe(200);
  });
});
