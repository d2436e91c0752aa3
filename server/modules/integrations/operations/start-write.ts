import type { Ctx } from "@/server/access/ctx";
import { oncePerForm } from "./once-per-form";
import { recordOperation } from "./record";

interface LongWrite {
  attempt: string;
  method?: string;
  /** Path of the v2 endpoint that carries it out, with the user's rights at that time. */
  path: string;
  /** Validated; absent when the endpoint takes none. */
  body?: unknown;
}

/** Starts a long write of the pages as an operation, once per form. @returns the operation's id */
export const startWrite = (ctx: Ctx, { attempt, method = "POST", path, body }: LongWrite): Promise<string> =>
  oncePerForm(ctx, { attempt, input: [method, path, body ?? null] }, async (tx) => {
    const accepted = { method, path, search: "", body: JSON.stringify(body) ?? null };
    return (await recordOperation(tx, accepted)).id;
  });
