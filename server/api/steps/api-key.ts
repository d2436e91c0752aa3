import { ctxFor } from "@/server/access/ctx";
import { requireScope } from "@/server/access/require-scope";
import { ApiError } from "@/server/kernel/errors";
import { bearerChallenge } from "@/server/kernel/http/bearer-challenge";
import { admitKey } from "@/server/modules/integrations/keys/admit";
import { isWellFormedKey } from "@/server/modules/integrations/keys/key-format";
import { rateLimitHeaders } from "@/server/modules/integrations/rate-limits/policy";
import type { Admitted, Identified, Known } from "../stages";

const bearer = /^bearer +([^ ]+)$/i;

const unauthorized = () => new ApiError("UNAUTHORIZED", { headers: bearerChallenge() });

/**
 * The key, its rate and quota, and its owner, in one statement (decisions 4.2, 4.6). From here on every response has the rate headers.
 * @throws ApiError UNAUTHORIZED
 */
export async function identify(x: Known): Promise<Identified> {
  const key = bearer.exec(x.request.headers.get("authorization") ?? "")?.[1];
  if (!key || !isWellFormedKey(key)) throw unauthorized();
  const admission = await admitKey(x.services, key);
  if (!admission) throw unauthorized();
  Object.assign(x.headers, rateLimitHeaders(admission.allowance));
  return { ...x, admission };
}

/** @throws ApiError when rate or quota is exhausted, or the key's owner is not active */
export function admit(x: Identified): Identified & Admitted {
  const { admission, services, requestId } = x;
  if (admission.error) throw admission.error;
  if (!admission.ownerIsActive)
    throw new ApiError("FORBIDDEN", {
      description: "The key owner no longer exists.",
      resolution: "Use the key of an active user.",
    });
  return { ...x, ctx: ctxFor(services, admission.actor, requestId) };
}

/** The key's scopes, as far as the owner's role still allows them, must include the endpoint's. @throws ApiError INSUFFICIENT_SCOPE */
export function requireEndpointScope({ endpoint, ctx }: Admitted): void {
  const { scope } = endpoint;
  if (scope !== "public" && scope !== "any") requireScope(ctx, scope);
}

/** The workspace's plan: its own code for scheduled reports, then the add-on itself (decision 4.3). @throws ApiError */
export function requirePlan({ endpoint, ctx, admission }: Identified & Admitted): void {
  if (endpoint.plan === "COMPLETE" && ctx.actor.plan !== "COMPLETE")
    throw new ApiError("SCHEDULED_REPORTS_NOT_AVAILABLE");
  if (!admission.addOn)
    throw new ApiError("FORBIDDEN", {
      description: "The Open API add-on isn't turned on in this workspace.",
      resolution: "Ask an administrator to turn it on. It needs the Core or Complete plan.",
    });
}
