import { and, eq } from "drizzle-orm";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { createServices } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { readScopes } from "@/server/oauth/scopes";
import { issueAccessToken } from "@/server/oauth/tokens/access-token";
import { type OauthLoadResult, oauthLoad } from "./oauth-load";
import { type Figure, median } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const connections = 16;
const rounds = 3;
const seconds = 3;
/** As few as the rate limits allow: the first call of each grant costs more, and is not measured. */
const grantCount = 400;

const dateText = (at: number) => new Date(at).toISOString().slice(0, 10);
const span = { startDate: dateText(Date.now()), endDate: dateText(Date.now() + 30 * day) };
const away = `/v2/away?${new URLSearchParams({ ...span, limit: "100" })}`;

const message = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const bodies = {
  call: message("tools/call", { name: "who_is_away", arguments: { ...span, limit: 100 } }),
  list: message("tools/list", {}),
  initialize: message("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  }),
};
type Measured = keyof typeof bodies | "v2";

/** Access tokens of people of the stage, for a server whose issuer includes its port. */
async function tokensFor({ settings }: Stage, server: Server): Promise<string[]> {
  const { origin } = new URL(server.url.replace("127.0.0.1", "localhost"));
  const own = { issuerUrl: `${origin}/identity`, baseUrl: origin, mcpUrl: `${origin}/mcp` };
  const services = createServices({ ...settings, ...own });
  const { db, clock } = services;
  try {
    const people = await db
      .select({ workspaceId: users.workspaceId, userId: users.id })
      .from(users)
      .where(and(eq(users.status, "ACTIVE"), eq(users.isAdmin, true)));
    const client = newId();
    const createdAt = clock();
    await db.insert(oauthClients).values({
      id: client,
      isConfidential: false,
      name: "Benchmark",
      redirectUris: ["https://client.bench.invalid/callback"],
      grantTypes: ["authorization_code", "refresh_token"],
      responseTypes: ["code"],
      tokenEndpointAuthMethod: "none",
      createdAt,
      authorizedAt: createdAt,
    });
    const grants = Array.from({ length: grantCount }, (_, at) => ({
      ...(people[at % people.length] ?? { workspaceId: "", userId: "" }),
      id: newId(),
      clientId: client,
      scopes: [...readScopes],
      createdAt,
      expiresAt: plus(createdAt, 366 * day),
    }));
    await db.insert(oauthGrants).values(grants);
    const tokens: string[] = [];
    for (const { id, workspaceId, userId } of grants)
      tokens.push(
        await issueAccessToken(services, {
          ...{ workspaceId, userId, grantId: id, scopes: readScopes },
          clientId: encodeId("client", client),
        }),
      );
    return tokens;
  } finally {
    await services.close();
  }
}

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
});

/** Server CPU in milliseconds for each request. */
const cost = (results: readonly OauthLoadResult[]): number =>
  median(results.map(({ total, cpuSeconds }) => (1000 * cpuSeconds) / total));

/** The MCP server compared with v2: the same read by a tool and by a key, and the requests that clients make before it. */
export async function mcp(stage: Stage): Promise<Figure[]> {
  const server = await leanServer(stage.environment);
  try {
    const tokens = await tokensFor(stage, server);
    const run = (what: Measured): Promise<OauthLoadResult> =>
      what === "v2"
        ? oauthLoad(server, {
            ...{ method: "GET", path: away, connections, seconds },
            inputs: stage.keys.map((key) => ({ headers: { authorization: `Bearer ${key}` } })),
          })
        : oauthLoad(server, {
            ...{ method: "POST", path: "/mcp", connections, seconds },
            inputs: tokens.map((token) => ({ headers: headersOf(token), body: bodies[what] })),
          });
    const results: Record<Measured, OauthLoadResult[]> = { call: [], v2: [], list: [], initialize: [] };
    const names = ["call", "v2", "list", "initialize"] as const;
    // The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const name of names) {
        const result = await run(name);
        if (round > 0) results[name].push(result);
      }
    const [call, v2] = [cost(results.call), cost(results.v2)];
    const alone = (name: "list" | "initialize", title: string, atMost: number): Figure => ({
      name: title,
      ratio: cost(results[name]),
      target: { atMost },
      readings: { "over a v2 read": cost(results[name]) / v2 },
    });
    return [
      {
        name: "tools/call of who_is_away: CPU over GET /v2/away",
        ratio: call / v2,
        target: { atMost: 1.5 },
        readings: { "tools/call ms": call, "v2 ms": v2 },
      },
      alone("list", "tools/list: CPU ms", 3),
      alone("initialize", "initialize: CPU ms", 3),
    ];
  } finally {
    await server.stop();
  }
}
