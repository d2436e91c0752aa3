import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { dispatchWith } from "@/server/api/dispatch";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { issueAccessToken } from "@/server/oauth/tokens/access-token";
import type { TestPerson } from "./factories";

export const readScopes = ["mcp:workspace:read", "mcp:users:read", "mcp:leaves:read"];
export const mcpScopes = [...readScopes, "mcp:leaves:write", "mcp:approvals:write"];

/** A person's grant to an app. */
export interface TestGrant {
  id: string;
  clientId: string;
  token: string;
}

/** A connected app with a token of one person. */
export async function makeGrant(
  services: Services,
  person: TestPerson,
  scopes: readonly string[] = readScopes,
): Promise<TestGrant> {
  const { db, clock } = services;
  const [clientId, id] = [newId(), newId()];
  const createdAt = clock();
  await db.insert(oauthClients).values({
    id: clientId,
    isConfidential: false,
    name: "Assistant",
    redirectUris: ["http://127.0.0.1/callback"],
    grantTypes: ["authorization_code", "refresh_token"],
    responseTypes: ["code"],
    tokenEndpointAuthMethod: "none",
    createdAt,
    authorizedAt: createdAt,
  });
  const { workspaceId, id: userId } = person;
  const expiresAt = plus(createdAt, 365 * day);
  await db
    .insert(oauthGrants)
    .values({ workspaceId, id, userId, clientId, scopes: [...scopes], createdAt, expiresAt });
  const token = await issueAccessToken(services, {
    ...{ workspaceId, userId, grantId: id, scopes },
    clientId: encodeId("client", clientId),
  });
  return { id, clientId, token };
}

/** Sends requests through our own dispatcher, without a port. */
const fetchOf =
  (services: Services) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const answer = dispatchWith(services, request, { ip: "203.0.113.7", host: new URL(url).host });
    return (await answer) ?? new Response("a page", { status: 404 });
  };

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const identity = { name: "test", version: "1" };

type Mode = NonNullable<NonNullable<ConstructorParameters<typeof Client>[1]>["versionNegotiation"]>["mode"];

/** A client of the new SDK. */
export async function mcpClient(
  services: Services,
  { token }: { token: string },
  mode: Mode = "auto",
  capabilities: ClientCapabilities = {},
) {
  const client = new Client(identity, { versionNegotiation: { mode }, capabilities });
  const transport = new StreamableHTTPClientTransport(new URL(services.settings.mcpUrl), {
    fetch: fetchOf(services),
    requestInit: withToken(token),
  });
  await client.connect(transport);
  return client;
}

/** A client of the previous SDK. */
export async function legacyMcpClient(services: Services, { token }: { token: string }) {
  const client = new LegacyClient(identity);
  const transport = new LegacyTransport(new URL(services.settings.mcpUrl), {
    fetch: fetchOf(services),
    requestInit: withToken(token),
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

/** The answer to a raw message. */
export interface McpReply {
  status: number;
  headers: Headers;
  /** The whole body. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

/** Sends one message, by default as a client of 2025-06-18 does. `after` is appended to the address. */
export async function postMcp(
  services: Services,
  {
    token,
    body,
    headers = {},
    host,
    after = "",
  }: { token?: string; body?: unknown; headers?: Record<string, string>; host?: string; after?: string },
): Promise<McpReply> {
  const url = services.settings.mcpUrl + after;
  const request = new Request(url, {
    method: "POST",
    headers: {
      ...{ accept: "application/json, text/event-stream", "content-type": "application/json" },
      ...(token === undefined ? {} : withToken(token).headers),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer = dispatchWith(services, request, { ip: "203.0.113.7", host: host ?? new URL(url).host });
  const response = (await answer) ?? new Response(null, { status: 404 });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const json = data === "" ? null : JSON.parse(data);
  return { status: response.status, headers: response.headers, text, json };
}

/** The message that calls a tool. */
export const callOf = (name: string, given: unknown = {}, id = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: given },
});
