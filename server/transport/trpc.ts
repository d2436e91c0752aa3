import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import type { PageLanguage } from "@/drizzle/schema/values";
import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Services } from "@/server/kernel/services";
import { readTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { asTrpcError, bodyOf } from "./trpc-error";

/** The context of every call. Only procedures that need a user call `signedIn`. */
export interface TrpcContext {
  services: Services;
  requestId: string;
  signedIn(): Promise<SignedIn | null>;
  /** Also someone who has to add a second factor before they may do anything else; by default no one else. */
  signedInAtAll?(): Promise<SignedIn | null>;
  /** The language of the page that calls; by default the user's setting. */
  languageFor?(session: SignedIn): Promise<PageLanguage>;
}

const t = initTRPC.context<TrpcContext>().create({
  transformer: superjson,
  isDev: false,
  errorFormatter: ({ shape, error, input, ctx }) => {
    const body = bodyOf(error, input, ctx?.requestId);
    return { ...shape, message: body.description, data: { ...shape.data, error: body } };
  },
});

/** Maps a verb's error to its status; logs an unexpected error here, once, with the request id that the caller sees. */
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
      "the database is unavailable",
    );
  throw error;
});

const signedOut = () =>
  new ApiError("UNAUTHORIZED", {
    ...because("signedOut"),
    resolution: "Sign in again.",
  });

const factorNeeded = () =>
  new ApiError("UNAUTHORIZED", {
    ...because("factorNeeded"),
    resolution: "Add an authenticator app or a passkey.",
  });

const procedureFor = (find: (ctx: TrpcContext) => Promise<SignedIn | null>) =>
  t.procedure.use(withErrors).use(async ({ ctx, type, next }) => {
    const answer = async () => {
      const session = await find(ctx);
      if (!session) throw asTrpcError((await ctx.signedInAtAll?.()) ? factorNeeded() : signedOut());
      const language = (await ctx.languageFor?.(session)) ?? session.language;
      return next({ ctx: { ...ctxFor(ctx.services, session.actor, ctx.requestId, language), session } });
    };
    // A query can be retried, so it has a timeout. A mutation has none: it must not be reported as failed while it continues.
    return type === "query" ? withTimeout(answer(), readTimeoutMs) : answer();
  });

/** A procedure for signed-in users: `ctx` is the ctx of verbs, and `ctx.session` identifies the user. */
export const procedure = procedureFor((ctx) => ctx.signedIn());

/** The same, with which someone who has to adds a second factor: they may call nothing else (decision 2.18). */
export const addFactorProcedure = procedureFor((ctx) => (ctx.signedInAtAll ?? ctx.signedIn)());

export const { router, createCallerFactory } = t;
export { TRPCError };
