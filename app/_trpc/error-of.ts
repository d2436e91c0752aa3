import type { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/api/trpc";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

type CallError = TRPCClientError<AppRouter>;

/** Whether a call threw the error. Compares its name, because its class is loaded with the client. */
export const isCallError = (error: unknown): error is CallError =>
  error instanceof Error && error.name === "TRPCClientError";

/** The catalogue's error inside the error of a query or mutation; null when the request did not arrive. */
export const errorOf = (error: unknown): TrpcErrorBody | null =>
  isCallError(error) ? (error.data?.error ?? null) : null;
