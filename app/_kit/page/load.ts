import "server-only";
import { TRPCError } from "@trpc/server";
import { requestId } from "@/app/_trpc/server";
import { bodyOf, type TrpcErrorBody } from "@/server/transport/trpc-error";

export type Loaded<T> = { data: T; error?: undefined } | { data?: undefined; error: TrpcErrorBody };

/** The result or the error of a procedure, so that one part of a page fails alone. */
export async function load<T>(work: Promise<T>): Promise<Loaded<T>> {
  try {
    return { data: await work };
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return { error: bodyOf(error, undefined, requestId()) };
  }
}
