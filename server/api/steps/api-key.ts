import { ctxFor } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { admitKey } from "@/server/modules/api-keys/admit";
import { isWellFormedKey } from "@/server/modules/api-keys/key-format";
import { rateLimitHeaders } from "@/server/modules/rate-limits/policy";
import { endpointOf, type V2Step } from "../exchange";

const bearer = /^bearer +([^ ]+)$/i;

const unauthorized = () => new ApiError("UNAUTHORIZED", { headers: { "www-authenticate": "Bearer" } });

/** The key, its rate and quota, and its owner: one statement (decisions 4.2, 4.6). */
export const apiKey: V2Step = async (x, next) => {
  if (endpointOf(x).scope === "public") return next();
  const key = bearer.exec(x.request.headers.get("authorization") ?? "")?.[1];
  if (!key || !isWellFormedKey(key)) throw unauthorized();
  const admission = await admitKey(x.services, key);
  if (!admission) throw unauthorized();
  x.admission = admission;
  Object.assign(x.headers, rateLimitHeaders(admission.allowance));
  if (admission.error) throw admission.error;
  if (!admission.ownerIsActive)
    throw new ApiError("FORBIDDEN", {
      description: "The key owner no longer exists.",
      resolution: "Use the key of an active user.",
    });
  x.ctx = ctxFor(x.services, admission.actor, x.requestId);
  return next();
};
