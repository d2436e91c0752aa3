import type { Ctx } from "@/server/access/ctx";
import { oncePerForm } from "./once-per-form";
import { recordOperation } from "./record";

interface LongWrite {
  attempt: string;
  /** Of the v2 endpoint that carries it out, with the rights of the person then. */
  path: string;
  /** Validated; absent where the endpoint takes none. */
  body?: unknown;
}

/**
 * Has a long write of the pages carried out as an operation, once for each form.
 * @returns the operation's id
 */
export const startWrite = (ctx: Ctx, { attempt, path, body }: LongWrite): Promise<string> =>
  oncePerForm(ctx, { attempt, input: [path, body ?? null] }, async (tx) => {
    const accepted = { method: "POST", path, search: "", body: JSON.stringify(body) ?? null };
    return (await recordOperation(tx, accepted)).id;
  });
