import { patienceMs, withPatience } from "@/server/kernel/patience";
import { wake } from "@/server/kernel/wake";
import { operationPath, operationV2 } from "@/server/modules/operations/present";
import { recordOperation } from "@/server/modules/operations/record";
import type { WriteOptions } from "@/server/transport/endpoint";
import { json, type Next } from "@/server/transport/pipeline";
import { withinDeadline } from "../deadline";
import { type Answer, ctxOf, type Exchange, endpointOf, type V2Step } from "../exchange";
import { idempotently } from "../idempotency";
import { operationsKind } from "../operation-work";
import { rehearsalMs, rehearse } from "../rehearse";
import { check } from "../work";

/** Idempotency, the transaction, and the choice between an answer now and an operation (decisions 4.10, 4.11). */
export const write: V2Step = (x, next) => {
  const { write: options, check: asks } = endpointOf(x);
  if (!options) return next();
  // Whoever gives up here has waited for a database that does not answer; a repetition with the same key does no harm.
  return withPatience(
    answered(x, next, options, asks && (() => check(x))),
    x.services.settings.writeWaitMs + rehearsalMs + patienceMs,
  );
};

function answered(
  x: Exchange,
  next: Next<Exchange>,
  options: WriteOptions,
  ask?: () => Promise<void>,
): Promise<Answer> {
  const now = () => idempotently(x, next, ask);
  const unseen = () => idempotently(x, accept);
  if (!options.defer) return now();
  // Bulk work judges each row by itself: its body's form is all that can be wrong.
  if (options.defer === "always") return unseen();
  const seenMs = Math.min(x.services.settings.writeWaitMs, rehearsalMs);
  const later = () =>
    withinDeadline(x, seenMs, () => idempotently(x, (inside) => acceptSeen(inside, next), ask), unseen);
  const { respondAsync, waitSeconds } = x.prefer ?? { respondAsync: false, waitSeconds: undefined };
  if (respondAsync && waitSeconds === undefined) return later();
  const limitMs = x.services.settings.writeWaitMs;
  const waitMs = waitSeconds === undefined ? limitMs : Math.min(waitSeconds * 1000, limitMs);
  if (waitSeconds !== undefined) x.headers["preference-applied"] = `wait=${Math.floor(waitMs / 1000)}`;
  // What has been waited for so long has been looked at.
  return withinDeadline(x, waitMs, now, waitMs < seenMs ? later : unseen);
}

/** Refuses a body that the write would find wrong, before it is accepted. */
async function acceptSeen(inside: Exchange, work: (x: Exchange) => Promise<Answer>): Promise<Answer> {
  await rehearse(inside, work);
  return accept(inside);
}

/** Records the write as an operation, and answers 202. */
async function accept(x: Exchange): Promise<Answer> {
  const ctx = ctxOf(x);
  const operation = await recordOperation(ctx, {
    method: x.method,
    path: x.path,
    search: x.search,
    body: x.bodyText ?? null,
  });
  ctx.afterCommit?.push(() => wake(x.services, operationsKind));
  const { id, status, url } = operationV2(operation);
  const headers: Record<string, string> = { location: operationPath(operation.id) };
  if (x.prefer?.respondAsync) headers["preference-applied"] = "respond-async";
  return json(202, { operation: { id, status, url } }, headers);
}
