import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { ctxFor } from "@/server/access/ctx";
import { readAnywhere } from "@/server/access/read-anywhere";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { readTimeoutMs, withTimeout } from "@/server/kernel/timeout";
import { asTrpcError, bodyOf } from "./trpc-error";

/** What every call starts with. `signedIn` is asked only by procedures that need a person. */
export interface TrpcContext {
  services: Services;
  requestId: string;
  signedIn(): Promise<SignedIn | null>;
}

const t = initTRPC.context<TrpcContext>().create({
  transformer: superjson,
  isDev: false,
  errorFormatter: ({ shape, error, input, ctx }) => {
    const body = bodyOf(error, input, ctx?.requestId);
    return { ...shape, message: body.description, data: { ...shape.data, error: body } };
  },
});

/** Errors of verbs get their own status; what nobody expected is logged here, once, with the id that the caller sees. */
const withErrors = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  const error = asTrpcError(result.error);
  if (error.code === "INTERNAL_SERVER_ERROR")
    ctx.services.log.error(
      { error: error.cause ?? error, path, requestId: ctx.requestId },
      "a procedure failed",
    );
  if (error.code === "SERVICE_UNAVAILABLE")
    ctx.services.log.warn(
      { error: result.error.cause, path, requestId: ctx.requestId },
      "the database is away",
    );
  throw error;
});

const signedOut = () =>
  new ApiError("UNAUTHORIZED", {
    description: "You are not signed in, or your session has ended.",
    resolution: "Sign in again.",
  });

/** A call of a signed-in person: `ctx` is what verbs take, and `ctx.session` tells whose it is. */
export const procedure = t.procedure.use(withErrors).use(async ({ ctx, type, next }) => {
  const answer = async () => {
    const session = await ctx.signedIn();
    if (!session) throw asTrpcError(signedOut());
    const own = { ...ctxFor(ctx.services, session.actor, ctx.requestId), session };
    if (type !== "query") return next({ ctx: own });
    return readAnywhere(own, async (from) => {
      const result = await next({ ctx: from });
      if (!result.ok) throw result.error;
      return result;
    });
  };
  // What was asked is asked again; what was to be done is not cut short, so that nobody is told that it failed while it goes on.
  return type === "query" ? withTimeout(answer(), readTimeoutMs) : answer();
});

export const { router, createCallerFactory } = t;
export { TRPCError };
