import { createECDH } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { sessions } from "@/drizzle/schema/signin";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { acquireLock } from "@/server/kernel/database/lock";
import { ApiError, invalid } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { requirePublic } from "@/server/modules/integrations/webhooks/check-input";
import { targetOf } from "@/server/modules/integrations/webhooks/url-guard";
import { maximumEndpointLength, type PushSubscription } from "./schema";

export interface OwnSession {
  workspaceId: string;
  userId: string;
  sessionId: string;
}

/** The acting person and their session. @throws ApiError FORBIDDEN for a key or an app: a device is signed in */
export function sessionOf({ actor: { workspaceId, userId, via } }: Ctx): OwnSession {
  if (userId === null || via.type !== "session") throw new ApiError("FORBIDDEN");
  return { workspaceId, userId, sessionId: via.sessionId };
}

const faultAt = (path: string, message: string): ApiError => invalid([{ path, message }]);
const badEndpoint = (): ApiError =>
  faultAt("endpoint", "Must be an absolute https URL on a public host, of 1024 characters at most.");

function isPoint(p256dh: string): boolean {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  try {
    return pair.computeSecret(p256dh, "base64url").length > 0;
  } catch {
    return false;
  }
}

/**
 * A valid subscription, with its endpoint as the URL parser writes it. It does DNS lookups: do not call it in a transaction. Every attempt
 * to send checks the address again.
 * @throws ApiError VALIDATION_ERROR
 */
export async function requireSubscription(ctx: Ctx, given: PushSubscription): Promise<PushSubscription> {
  if (!isPoint(given.keys.p256dh)) throw faultAt("keys.p256dh", "Must be a public key on P-256.");
  const target = targetOf(given.endpoint, ctx.services.settings.webhookAllowHosts);
  if (!target || target.url.href.length > maximumEndpointLength) throw badEndpoint();
  await requirePublic(target).catch((error: unknown) => {
    throw error instanceof ApiError ? badEndpoint() : error;
  });
  return { ...given, endpoint: target.url.href };
}

/** @throws ApiError CONFLICT where the operator has switched push notifications off */
export function requireOn({ services }: Ctx): void {
  if (!services.settings.webPush)
    throw new ApiError("CONFLICT", {
      ...because("pushOff"),
      resolution: "Ask whoever runs it.",
    });
}

/**
 * Locks the person's devices, and the session that the device is signed in with: a sign-out waits, and then ends the device.
 * @throws ApiError UNAUTHORIZED when the session has ended meanwhile
 */
export async function lockDevices(
  tx: Ctx,
  { workspaceId, userId, sessionId }: OwnSession,
): Promise<{ userAgent: string | null }> {
  const [live] = await scoped(workspaceOf({ workspaceId }), sessions)
    .select(tx.db, { userAgent: sessions.userAgent })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .for("share");
  if (!live) throw new ApiError("UNAUTHORIZED");
  await acquireLock(tx.db, `devices:${userId}`);
  return live;
}
