import { TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { z } from "zod";
import {
  errorFor,
  isDatabaseUnavailable,
  markUnavailable,
} from "@/server/kernel/database/database-unavailable";
import { ApiError, type ErrorBody, type ErrorCode, errorBody, invalid } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";
import type { Reason } from "@/server/kernel/reasons";
import { faultsOfAll } from "./validate";

type TrpcCode = TRPCError["code"];

const codeOfStatus: Record<number, TrpcCode> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** Errors that tRPC itself raises, before a verb runs. */
const catalogueOf: Partial<Record<TrpcCode, ErrorCode>> = {
  PARSE_ERROR: "INVALID_REQUEST_BODY",
  BAD_REQUEST: "INVALID_REQUEST_BODY",
  UNSUPPORTED_MEDIA_TYPE: "INVALID_REQUEST_BODY",
  PAYLOAD_TOO_LARGE: "INVALID_REQUEST_BODY",
  NOT_FOUND: "RESOURCE_NOT_FOUND",
  METHOD_NOT_SUPPORTED: "METHOD_NOT_ALLOWED",
  UNAUTHORIZED: "UNAUTHORIZED",
  FORBIDDEN: "FORBIDDEN",
};

/** A verb's error with the HTTP status of its catalogue entry; other errors as tRPC has them. */
export function asTrpcError(error: unknown): TRPCError {
  const inner = error instanceof TRPCError ? error.cause : error;
  if (inner instanceof ApiError || isDatabaseUnavailable(inner)) {
    const cause = errorFor(inner);
    const code = codeOfStatus[cause.status] ?? "INTERNAL_SERVER_ERROR";
    return markUnavailable(new TRPCError({ code, cause }), cause.code === "SERVICE_UNAVAILABLE");
  }
  return error instanceof TRPCError ? error : new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: error });
}

/** tRPC parses without `reportInput`; with the input, "required" and "of another type" are distinguishable. */
const inputFaults = (error: z.ZodError, input: unknown) => invalid(faultsOfAll(error.issues, input));

/**
 * The error envelope. `isExact` marks a description of this case, and `reason` has it for the page's language; the catalogue's descriptions
 * have translations in the pages. `isAdvised` marks a resolution of this case. Its faults have their reasons, too.
 */
export type TrpcErrorBody = ErrorBody & { isExact?: true; isAdvised?: true; reason?: Reason };

/** A verb's refusal as pages receive it. */
export const exactBody = (error: ApiError, requestId: string): TrpcErrorBody => ({
  ...errorBody(error, requestId),
  ...(error.more.description !== undefined && { isExact: true }),
  ...(error.more.resolution !== undefined && { isAdvised: true }),
  ...(error.more.reason && { reason: error.more.reason }),
  ...(error.more.details && { details: error.more.details }),
});

/** The error as REST returns it. An error outside the catalogue reveals nothing about its cause. */
export function bodyOf(error: TRPCError, input: unknown, requestId = newRequestId()): TrpcErrorBody {
  const { cause } = error;
  if (cause instanceof ApiError) return exactBody(cause, requestId);
  if (cause instanceof z.ZodError && error.code === "BAD_REQUEST")
    return exactBody(inputFaults(cause, input), requestId);
  return errorBody(new ApiError(catalogueOf[error.code] ?? "INTERNAL_ERROR"), requestId);
}

/** The refusal of a whole request, batched or not, in the error format that the client reads: superjson's. */
export function refusalOf(refusal: ApiError, requestId = newRequestId()): string {
  const error: TrpcErrorBody = { ...exactBody(refusal, requestId), isExact: true };
  const code = codeOfStatus[refusal.status] ?? "BAD_REQUEST";
  const data = { code, httpStatus: refusal.status, error };
  return JSON.stringify({
    error: { json: { message: error.description, code: TRPC_ERROR_CODES_BY_KEY[code], data } },
  });
}
