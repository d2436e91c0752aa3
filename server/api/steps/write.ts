import { databaseTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { getOperation, type OperationRow } from "@/server/modules/integrations/operations/get";
import { operationPath, operationV2 } from "@/server/modules/integrations/operations/present";
import { recordOperation } from "@/server/modules/integrations/operations/record";
import { type Answer, json } from "@/server/transport/answer";
import type { WriteOptions } from "@/server/transport/endpoint";
import { withinDeadline } from "../deadline";
import { idempotently } from "../idempotency";
// This process carries out the operations that it accepts.
import "../operation-work";
import { rehearsalMs, rehearse } from "../rehearse";
import type { Ready, Write } from "../stages";
import { check, work } from "../work";
import type { Whereabouts } from "../write-transaction";

/** Idempotency, the transaction, and the choice between an immediate answer and an operation (decisions 4.10, 4.11). */
export function write(x: Write, options: WriteOptions): Promise<Answer> {
  // At this timeout the database does not answer; a retry with the same key does no harm.
  return withTimeout(answerTo(x, options), x.services.settings.writeWaitMs + rehearsalMs + databaseTimeoutMs);
}

function answerTo(x: Write, options: WriteOptions): Promise<Answer> {
  const now = (where?: Whereabouts) => idempotently(x, { ask: check, work, where });
  const unseen = () => idempotently(x, { ask: (asked) => asked, work: accept });
  if (!options.defer) return now();
  if (x.endpoint.step) return idempotently(x, { ask: check, work: acceptSteps });
  // Bulk work judges each row by itself: only the form of its body can be wrong.
  if (options.defer === "always") return unseen();
  const seenMs = Math.min(x.services.settings.writeWaitMs, rehearsalMs);
  const seen = (where: Whereabouts) => idempotently(x, { ask: check, work: acceptSeen, where });
  const later = () => withinDeadline(x, seenMs, seen, unseen);
  const { respondAsync, waitSeconds } = x.prefer ?? { respondAsync: false, waitSeconds: undefined };
  if (respondAsync && waitSeconds === undefined) return later();
  const limitMs = x.services.settings.writeWaitMs;
  const waitMs = waitSeconds === undefined ? limitMs : Math.min(waitSeconds * 1000, limitMs);
  if (waitSeconds !== undefined) x.headers["preference-applied"] = `wait=${Math.floor(waitMs / 1000)}`;
  // A write that ran for this long counts as rehearsed.
  return withinDeadline(x, waitMs, now, waitMs < seenMs ? later : unseen);
}

/** Refuses a body that the write would find invalid, before it is accepted. */
async function acceptSeen(inside: Write & Ready): Promise<Answer> {
  await rehearse(inside, work);
  return accept(inside);
}

/** An endpoint with steps records its own operation. */
async function acceptSteps(inside: Write & Ready): Promise<Answer> {
  const { endpoint, ctx, input } = inside;
  const id = await endpoint.call(ctx, input);
  return accepted(inside, await getOperation(ctx, { id: id as string }));
}

/** Records the write as an operation, and answers 202. */
async function accept(x: Write): Promise<Answer> {
  const { ctx, method, path, search, bodyText } = x;
  return accepted(x, await recordOperation(ctx, { method, path, search, body: bodyText ?? null }));
}

function accepted({ prefer }: Write, operation: OperationRow): Answer {
  const { id, status, url } = operationV2(operation);
  const headers: Record<string, string> = { location: operationPath(operation.id) };
  if (prefer?.respondAsync) headers["preference-applied"] = "respond-async";
  return json(202, { operation: { id, status, url } }, headers);
}
