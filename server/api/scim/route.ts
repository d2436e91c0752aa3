import type { Ctx } from "@/server/access/ctx";
import { type Answer, json } from "@/server/transport/answer";

/** What a request of a directory brings. */
export interface Call {
  ctx: Ctx;
  /** The address of SCIM here, without a slash at its end. */
  base: string;
  query: URLSearchParams;
  params: Record<string, string>;
  body: Record<string, unknown>;
  ifMatch: string | null;
  ifNoneMatch: string | null;
}

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/scim/v2`. */
  path: string;
  hasBody?: true;
  call(call: Call): Promise<Answer>;
}

/** An answer of SCIM's media type (RFC 7644, 8.1). */
export const scim = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  ...json(status, body, { "content-type": "application/scim+json", ...headers }),
});
