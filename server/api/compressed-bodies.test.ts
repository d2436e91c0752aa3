import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused } from "@/server/test/api-client";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { callOf, makeGrant, postMcp } from "@/server/test/mcp-kit";
import { standingClock, testServices } from "@/server/test/services";
import { checkPagePost } from "@/server/transport/check-page-post";
import { dispatchWith } from "./dispatch";

// RFC 9110, 12.5.3 and 15.5.16: a body with a Content-Encoding is not read, and the response says what is accepted.

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeWorkspace(services);
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
});
afterAll(() => services.close());

const label = { name: "Zipped", color: "112233" };
const write = (headers: Record<string, string>) => {
  clock.pass(1000);
  const more = { "content-type": "application/json", "idempotency-key": newId(), ...headers };
  return apiClient(services).v2<Refused>("POST", "/v2/labels", {
    key,
    body: JSON.stringify(label),
    headers: more,
  });
};

async function post(path: string, type: string, text: string, coding = "gzip"): Promise<Response> {
  const request = new Request(services.settings.authUrl + path, {
    method: "POST",
    headers: { "content-type": type, "content-encoding": coding },
    body: new Uint8Array(gzipSync(text)),
  });
  const answer = dispatchWith(services, request, { ip: "203.0.113.9", host: "localhost:3000" });
  return (await answer) ?? new Response("a page");
}

describe("415", () => {
  it.each(["gzip", "br", "deflate", "x-gzip", "identity, gzip", "nonsense"])("v2: %s", async (coding) => {
    const { status, body, headers } = await write({ "content-encoding": coding });
    expect([status, body.error?.code]).toEqual([415, "UNSUPPORTED_CONTENT_ENCODING"]);
    expect(headers.get("accept-encoding")).toBe("identity");
  });

  it.each<[string, string, string]>([
    ["/oauth/token", "application/x-www-form-urlencoded", "grant_type=refresh_token"],
    ["/oauth/revoke", "application/x-www-form-urlencoded", "token=x"],
    ["/oauth/me", "application/x-www-form-urlencoded", "access_token=x"],
    ["/oauth/register", "application/json", '{"client_name":"x"}'],
  ])("%s, in the protocol's format", async (path, type, text) => {
    const answer = await post(path, type, text);
    expect([answer.status, answer.headers.get("accept-encoding")]).toEqual([415, "identity"]);
    expect(await answer.json()).toMatchObject({ error: "unsupported_content_encoding" });
  });

  it("the MCP server", async () => {
    const { token } = await makeGrant(services, workspace.people.user);
    const { status, json, headers } = await postMcp(services, {
      ...{ token, body: callOf("get_workspace_info"), headers: { "content-encoding": "gzip" } },
    });
    expect([status, json.error]).toEqual([415, "unsupported_content_encoding"]);
    expect(headers.get("accept-encoding")).toBe("identity");
  });

  it("a page's form", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x", "content-encoding": "gzip" };
    const request = new Request("http://localhost:3000/login", { method: "POST", headers, body: "x" });
    expect(await checkPagePost(request)).toMatchObject({
      ...{ status: 415, headers: { "accept-encoding": "identity" } },
    });
  });
});

it.each(["identity", "Identity", "", "identity, "])("201 for an identity coding: %j", async (coding) => {
  label.name = `Plain ${newId()}`;
  expect((await write({ "content-encoding": coding })).status).toBe(201);
});
