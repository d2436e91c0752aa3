import type { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/api/trpc";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

type CallError = TRPCClientError<AppRouter>;

/** Whether a call threw the error. Compares its name, because its class is loaded with the client. */
export const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && error.name === "TRPCClientError";

/** A long write that was accepted and then failed, with its error. */
export class FailedOperation extends Error {
  constructor(readonly body: TrpcErrorBody) {
    super(body.description);
  }
}

/** The catalogue's error inside the error of a query, mutation or operation; null when the request did not arrive. */
export const errorOf = (error: unknown): TrpcErrorBody | null => {
  if (error instanceof FailedOperation) return error.body;
  return isCallError(error) ? (error.data?.error ?? null) : null;
};
