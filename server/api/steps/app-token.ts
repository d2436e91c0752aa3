import { ctxFor } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { bearerChallenge } from "@/server/kernel/http/bearer-challenge";
import { rateLimitHeaders } from "@/server/modules/integrations/rate-limits/policy";
import type { GrantAdmission } from "@/server/oauth/grants/admit";
import { admitBearer } from "@/server/oauth/grants/admit-bearer";
import type { OauthScope } from "@/server/oauth/scopes";
import type { Admitted, Known } from "../stages";

/** Its access token is known, but may still be refused. */
export interface ByApp extends Known {
  readonly admission: GrantAdmission;
}

const unauthorized = (isGiven: boolean): ApiError =>
  new ApiError("UNAUTHORIZED", {
    description: "The access token is missing, invalid, expired or revoked.",
    resolution: "Send Authorization: Bearer <ACCESS_TOKEN>. If the connection was revoked, connect again.",
    headers: bearerChallenge(isGiven ? { error: "invalid_token" } : {}),
  });

/** Loads grant, limits and user in one statement. From here on every response has the rate limit headers. @throws ApiError UNAUTHORIZED */
export async function identifyApp(x: Known): Promise<ByApp> {
  const admission = await admitBearer(x.services, x.request, unauthorized);
  Object.assign(x.headers, rateLimitHeaders(admission.allowance));
  return { ...x, admission };
}

/** @throws ApiError when rate or quota is exhausted */
export function admitApp(x: ByApp): ByApp & Admitted {
  const { admission, services, requestId } = x;
  if (admission.error) throw admission.error;
  return { ...x, ctx: ctxFor(services, admission.actor, requestId) };
}

/** @throws ApiError INSUFFICIENT_SCOPE */
export function requireAppScope({ admission: { actor } }: ByApp, scope: OauthScope): void {
  if (actor.via.type === "grant" && actor.via.scopes.includes(scope)) return;
  throw new ApiError("INSUFFICIENT_SCOPE", {
    description: "The access token doesn't have a scope this request needs.",
    resolution: "Ask for the scopes in details.requiredScopes when the app is connected.",
    details: { requiredScopes: [scope] },
    headers: bearerChallenge({ error: "insufficient_scope", scope }),
  });
}
