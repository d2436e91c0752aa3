import { type Ctx, inTransaction } from "@/server/access/ctx";
import { lockGrant } from "@/server/access/lock-grant";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { sha256 } from "@/server/kernel/secrets";
import { canonicalJson } from "@/server/kernel/text/canonical-json";
import { once } from "./idempotency";

export interface Attempt {
  /** The form's idempotency key. */
  attempt: string;
  /** The form's content, to detect another use of the same attempt. */
  input: unknown;
}

/**
 * Executes a form of the pages once, however often it is sent: a repetition within 24 hours, also a concurrent one, gets the first result.
 * An app's effect is rolled back when its approval has ended meanwhile (decision 13.6).
 * @param create writes, and returns a short text of the result, such as the bare UUID of the created record
 * @throws ApiError IDEMPOTENCY_KEY_REUSED when the form was saved before with other content
 */
export function oncePerForm(
  ctx: Ctx,
  { attempt, input }: Attempt,
  create: (tx: Ctx) => Promise<string>,
): Promise<string> {
  const holderId = ctx.actor.userId;
  if (holderId === null) throw new ApiError("FORBIDDEN");
  const form = {
    holderId,
    key: `form:${attempt}`,
    fingerprint: sha256(canonicalJson(input)),
    meanwhile: "wait",
    keep: (id: string) => ({ status: 201, headers: {}, body: Buffer.from(id) }),
    replay: ({ body }: { body: Buffer | null }) => String(body),
  } as const;
  return inTransaction(ctx, async (tx) => {
    const result = await once(tx, form, () => create(tx));
    // Last, because a transaction that ends approvals locks its user first.
    if (tx.actor.via.type === "grant") await lockGrant(tx);
    return result;
  }).catch(explain);
}

function explain(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== "IDEMPOTENCY_KEY_REUSED") throw error;
  throw new ApiError("IDEMPOTENCY_KEY_REUSED", {
    ...because("formReused"),
    resolution: "Check the list for what was saved. Change it there, or reopen the form.",
  });
}
