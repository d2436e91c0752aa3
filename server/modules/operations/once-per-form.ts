import { type Ctx, inTransaction } from "@/server/access/ctx";
import { lockGrant } from "@/server/access/lock-grant";
import { canonicalJson } from "@/server/kernel/canonical-json";
import { ApiError } from "@/server/kernel/errors";
import { sha256 } from "@/server/kernel/secrets";
import { once } from "./idempotency";

export interface Attempt {
  /** Made once for one form. */
  attempt: string;
  /** What is written, to tell another use of the same attempt. */
  input: unknown;
}

/**
 * Lets a form of the pages do something once, however often it is sent: a repetition within 24 hours, also a simultaneous one, gets
 * what the first got. What an app does is undone when its approval has ended meanwhile (decision 13.6).
 * @param create writes, and gives a short text of what came of it, such as the bare UUID of what it made
 * @throws ApiError IDEMPOTENCY_KEY_REUSED when the form was saved before with something else in it
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
    // Last, since whatever ends approvals holds its person first.
    if (tx.actor.via.type === "grant") await lockGrant(tx);
    return result;
  }).catch(explain);
}

function explain(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== "IDEMPOTENCY_KEY_REUSED") throw error;
  throw new ApiError("IDEMPOTENCY_KEY_REUSED", {
    description: "This form was already saved with different values.",
    resolution: "Check the list for what was saved. Change it there, or reopen the form.",
  });
}
