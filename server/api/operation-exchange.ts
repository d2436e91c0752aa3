import { and, eq } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import { type Ctx, ctxFor, onBehalf } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { manages } from "@/server/access/manages";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isScope, roleAllows } from "@/server/access/scopes";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Services } from "@/server/kernel/services";
import { parseRequest } from "@/server/transport/parsed-request";
import type { Received } from "./stages";

export type Operation = typeof operations.$inferSelect;

/** The operation, unless it has ended. */
export const stillPending = ({ id }: Pick<Operation, "id">) =>
  and(eq(operations.id, id), eq(operations.status, "PENDING"));

/**
 * The accepted request as it was sent, with the current rights: it loses scopes that the owner's role no longer allows, and the right to
 * act for a user that the owner no longer manages.
 * @throws ApiError FORBIDDEN when a user no longer exists, ON_BEHALF_OF_NOT_ALLOWED
 */
export async function exchangeOf(services: Services, operation: Operation): Promise<Received & { ctx: Ctx }> {
  const { method, path, search, body, requestId } = operation;
  const request = new Request(`http://operation.invalid${path}${search ? `?${search}` : ""}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === null ? {} : { body }),
  });
  const ctx = await ctxOfOperation(services, operation);
  const parsed = parseRequest(request, { ip: null, host: "operation.invalid" });
  return { ...parsed, path, search, services, requestId, headers: {}, ctx };
}

async function ctxOfOperation(services: Services, operation: Operation): Promise<Ctx> {
  const { workspaceId, ownerId, actingUserId, keyId, sessionId, requestId } = operation;
  if (keyId === null) {
    const via = { type: "session" as const, sessionId: sessionId ?? "" };
    const person = await loadActor(services.db, workspaceId, ownerId, via);
    if (!person) throw new ApiError("FORBIDDEN", because("personGone"));
    return { ...ctxFor(services, person, requestId), report: reporter(services, operation) };
  }
  const accepted = operation.scopes.filter(isScope);
  const via = { type: "apiKey" as const, keyId, scopes: accepted };
  const owner = await loadActor(services.db, workspaceId, ownerId, via);
  if (!owner) throw new ApiError("FORBIDDEN", { description: "The key owner no longer exists." });
  via.scopes = accepted.filter((scope) => roleAllows(owner.role, scope));
  const ctx = { ...ctxFor(services, owner, requestId), report: reporter(services, operation) };
  if (actingUserId === ownerId) return ctx;
  const acting = await loadActor(services.db, workspaceId, actingUserId, via);
  if (!acting || !via.scopes.includes("users:act-on-behalf") || !(await manages(ctx, actingUserId)))
    throw new ApiError("ON_BEHALF_OF_NOT_ALLOWED");
  return onBehalf(ctx, acting);
}

const reportEveryMs = 300;

/** Shows progress from outside the transaction, no more often than a user could see. */
function reporter(services: Services, operation: Operation): NonNullable<Ctx["report"]> {
  let last = 0;
  return (progress) => {
    const now = services.clock().getTime();
    if (now - last < reportEveryMs) return;
    last = now;
    scoped(workspaceOf(operation), operations)
      .update(services.db)
      .set({ progress })
      .where(stillPending(operation))
      .then(undefined, (err: unknown) => services.log.warn({ err }, "progress was not recorded"));
  };
}
