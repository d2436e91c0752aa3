import { expect } from "vitest";
import { dispatchWith } from "@/server/api/dispatch";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson } from "./factories";
import { as, days } from "./leave-kit";
import { makeGrant, type TestGrant } from "./mcp-kit";
import type { Receiver } from "./webhook-kit";

interface Asked {
  token?: string;
  json?: unknown;
}

/** An app's calls to /hooks, through our own dispatcher. @param target the receiver of its hooks */
export function hookKit(services: Services, target: Receiver) {
  async function ask(method: string, path: string, { token, json }: Asked = {}) {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
    };
    const url = `${services.settings.baseUrl}/hooks${path}`;
    const request = new Request(url, {
      method,
      headers,
      body: json === undefined ? null : JSON.stringify(json),
    });
    const response = await dispatchWith(services, request, { ip: "203.0.113.7", host: new URL(url).host });
    if (!response) throw new Error("A page answered");
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
      json: (text === "" ? null : JSON.parse(text)) as any,
    };
  }
  const subscribe = ({ token }: TestGrant, event = "leave.requested", targetUrl = target.url) =>
    ask("POST", "", { token, json: { targetUrl, event } });
  return {
    ask,
    subscribe,
    connect: (person: TestPerson, scopes: readonly string[] = ["openid", "zapier:webhooks"]) =>
      makeGrant(services, person, scopes),
    /** The hook's bare id. */
    async hookOf(grant: TestGrant, event?: string): Promise<string> {
      const { status, json } = await subscribe(grant, event);
      expect(status).toBe(201);
      return decodeId("webhook", json.id) ?? "";
    },
    request: async (person: TestPerson, day = "2026-12-01", more = {}) =>
      requestLeave(await as(services, person), days(person, day, day, more)),
    /** The row of a hook that has just ended. */
    ended: (reason: string) => ({
      status: "revoked",
      revocationReason: reason,
      revokedAt: services.clock(),
    }),
    unsubscribe: ({ token }: TestGrant, id: string) =>
      ask("DELETE", `/${encodeId("webhook", id)}`, { token }),
  };
}
