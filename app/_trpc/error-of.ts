import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@/server/api/trpc";
import type { TrpcErrorBody } from "@/server/transport/trpc-error";

/** The catalogue's error inside what a query or mutation threw; null when the request did not arrive. */
export function errorOf(error: unknown): TrpcErrorBody | null {
  if (!(error instanceof TRPCClientError)) return null;
  return (error as TRPCClientError<AppRouter>).data?.error ?? null;
}
