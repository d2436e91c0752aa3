import type { DispatchError } from "@/drizzle/schema/values";

/** The outcome of an attempt to send. */
export type Outcome =
  | { kind: "sent"; providerId: string | null }
  /** Permanent: the same request would fail again. */
  | { kind: "failed"; error: DispatchError; detail: string }
  | { kind: "retry"; error: DispatchError; detail: string; afterMs?: number }
  /** The message was transmitted without a response: it may have arrived. */
  | { kind: "unknown"; detail: string };

export const failed = (error: DispatchError, detail: string): Outcome => ({ kind: "failed", error, detail });

export const retry = (error: DispatchError, detail: string, afterMs?: number): Outcome => ({
  kind: "retry",
  error,
  detail,
  ...(afterMs !== undefined && { afterMs }),
});
