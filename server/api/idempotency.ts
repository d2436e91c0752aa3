import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { sha256 } from "@/server/kernel/secrets";
import { canonicalJson } from "@/server/kernel/text/canonical-json";
import { findKept, type Kept, once } from "@/server/modules/integrations/operations/idempotency";
import { openBody, sealBody } from "@/server/modules/integrations/operations/seal-body";
import type { Answer } from "@/server/transport/answer";
import { answerOfError } from "./envelope";
import type { Write } from "./stages";
import { inWriteTransaction, type Whereabouts } from "./write-transaction";

/** Answers that mean "not now" or "not like this" are not stored: the client may retry the same request (decision 4.10). */
const isKept = (status: number): boolean => status < 500 && ![400, 401, 429].includes(status);

/** A write, and the check before its transaction. */
interface Steps<R extends Write> {
  /** Called before the transaction, but not for a retry: its stored answer stands, whatever the check would now say. */
  ask(x: Write): R | Promise<R>;
  /** Called inside the transaction, with its exchange. */
  work(inside: R): Promise<Answer>;
  where?: Whereabouts;
}

/**
 * Runs a write in a transaction, once per Idempotency-Key: a retry gets the stored answer, a concurrent request 409, another request under
 * the same key 422. The answer is stored in the transaction of the effect. Without a key it just runs.
 */
export async function idempotently<R extends Write>(
  x: Write,
  { ask, work, where }: Steps<R>,
): Promise<Answer> {
  const { idempotencyKey: key } = x;
  if (key === undefined) return inWriteTransaction(await ask(x), work, where);
  const place = { holderId: keyIdOf(x.ctx), key };
  const remembered = ({ ctx }: Write, answer: () => Promise<Answer>) =>
    once(ctx, { ...place, ...keeping(x) }, answer);
  try {
    const isRepeated = x.endpoint.check && (await findKept(x.ctx, place));
    const ready = isRepeated ? null : await ask(x);
    const workIn = ({ ctx }: Write) => work({ ...requireAsked(ready), ctx });
    return await inWriteTransaction(x, (inside) => remembered(inside, () => workIn(inside)), where);
  } catch (error) {
    if (!(error instanceof ApiError) || !isKept(error.status) || isAboutTheKey(error)) throw error;
    // The refusal rolled its transaction back; it is stored in a separate one.
    return inWriteTransaction(x, (inside) => remembered(inside, async () => refusalWithId(x, error)));
  }
}

/** @throws ApiError when the stored answer, which spared the check, has expired at this moment */
function requireAsked<R>(ready: R | null): R {
  if (ready === null) throw new ApiError("IDEMPOTENCY_REQUEST_IN_PROGRESS");
  return ready;
}

const isAboutTheKey = (error: ApiError): boolean =>
  error.code === "IDEMPOTENCY_KEY_REUSED" || error.code === "IDEMPOTENCY_REQUEST_IN_PROGRESS";

/** A replayed refusal keeps the request id that its body names. */
function refusalWithId({ requestId }: Write, error: ApiError): Answer {
  const answer = answerOfError(error, requestId);
  return { ...answer, headers: { ...answer.headers, "x-request-id": requestId } };
}

function keyIdOf({ actor: { via } }: Ctx): string {
  if (via.type !== "apiKey") throw new Error("Idempotency keys belong to API keys");
  return via.keyId;
}

function keeping(x: Write) {
  const { settings } = x.services;
  return {
    fingerprint: fingerprintOf(x),
    meanwhile: "refuse" as const,
    keep: ({ status, headers, body }: Answer): Kept | null =>
      isKept(status) ? { status, headers, body: body === null ? null : sealBody(settings, body) } : null,
    replay: ({ status, headers, body }: Kept): Answer => ({
      status,
      headers: { ...headers, "idempotent-replayed": "true" },
      body: body && openBody(settings, body),
    }),
  };
}

/** Method, path, query, acting user and the body's JSON value or file: key order and white space do not matter. */
function fingerprintOf(x: Write): Buffer {
  const query = [...new URLSearchParams(x.search)].sort(([a, v], [b, w]) => (a + v < b + w ? -1 : 1));
  const sent = x.rawBody === undefined ? "" : canonicalJson(x.rawBody);
  const body = x.upload ? `${x.upload.name}\0${sha256(x.upload.content).toString("hex")}` : sent;
  return sha256(JSON.stringify([x.method, x.path, query, x.ctx.actor.userId, body]));
}
