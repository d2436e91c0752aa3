import { wake } from "@/server/kernel/wake";
import { operationPath, operationV2 } from "@/server/modules/operations/present";
import { recordOperation } from "@/server/modules/operations/record";
import { json } from "@/server/transport/pipeline";
import { withinDeadline } from "../deadline";
import { wakeName } from "../due-operations";
import { type Answer, ctxOf, type Exchange, endpointOf, type V2Step } from "../exchange";
import { idempotently } from "../idempotency";

/** Idempotency, the transaction, and the choice between an answer now and an operation (decisions 4.10, 4.11). */
export const write: V2Step = (x, next) => {
  const options = endpointOf(x).write;
  if (!options) return next();
  const now = () => idempotently(x, next);
  const later = () => idempotently(x, accept);
  if (!options.defer) return now();
  const { respondAsync, waitSeconds } = x.prefer ?? { respondAsync: false, waitSeconds: undefined };
  if (options.defer === "always" || (respondAsync && waitSeconds === undefined)) return later();
  const limitMs = x.services.settings.writeWaitMs;
  const waitMs = waitSeconds === undefined ? limitMs : Math.min(waitSeconds * 1000, limitMs);
  if (waitSeconds !== undefined) x.headers["preference-applied"] = `wait=${Math.floor(waitMs / 1000)}`;
  return withinDeadline(x, waitMs, now, later);
};

/** Records the write as an operation, and answers 202. */
async function accept(x: Exchange): Promise<Answer> {
  const ctx = ctxOf(x);
  const operation = await recordOperation(ctx, {
    method: x.method,
    path: x.path,
    search: x.search,
    body: x.bodyText ?? null,
  });
  ctx.afterCommit?.push(() => wake(x.services, wakeName));
  const { id, status, url } = operationV2(operation);
  const headers: Record<string, string> = { location: operationPath(operation.id) };
  if (x.prefer?.respondAsync) headers["preference-applied"] = "respond-async";
  return json(202, { operation: { id, status, url } }, headers);
}
