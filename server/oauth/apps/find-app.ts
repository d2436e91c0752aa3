import type { Ctx } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { takeToken } from "@/server/kernel/http/throttle";
import { second } from "@/server/kernel/time/clock";
import { namesDocument } from "../clients/client-id";
import { type Client, findClient } from "../clients/find-client";
import { OauthError } from "../errors";
import { describedClient } from "../metadata-document/described-client";

/** Burst of documents that a workspace's administrators may have fetched; after it, one per ten seconds. */
const rate = { burst: 20, intervalMs: 10 * second };

async function limitFetches({ db, actor, now }: Ctx): Promise<void> {
  const at = now();
  const taken = await takeToken(db, `list-app:${actor.workspaceId}`, { ...rate, now: at });
  if (taken.ok) return;
  const resetAt = new Date(at.getTime() + taken.retryAfterSeconds * second).toISOString();
  throw new ApiError("RATE_LIMITED", { details: { policy: "rate", resetAt } });
}

async function described(ctx: Ctx, url: string): Promise<Client> {
  try {
    return await describedClient(ctx.services, url, () => limitFetches(ctx));
  } catch (error) {
    if (error instanceof OauthError) throw invalid([{ path: "clientId", message: error.message }]);
    throw error;
  }
}

/**
 * A client that users of the workspace could connect. One that describes itself in a document may be unknown so far, and is then fetched:
 * never call it within a transaction.
 * @throws ApiError RESOURCE_NOT_FOUND, VALIDATION_ERROR, RATE_LIMITED
 */
export async function findApp(ctx: Ctx, clientId: string): Promise<Client> {
  const known = await findClient(ctx.db, clientId);
  const client = known ?? (namesDocument(clientId) ? await described(ctx, clientId) : null);
  const isOthers = client && client.workspaceId !== null && client.workspaceId !== ctx.actor.workspaceId;
  if (!client || isOthers) throw new ApiError("RESOURCE_NOT_FOUND");
  return client;
}
