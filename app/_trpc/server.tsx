import { languageFor } from "@/app/_i18n/preferences";
import "server-only";
import { cache } from "react";
import { appRouter } from "@/server/api/trpc";
import { newRequestId } from "@/server/kernel/ids";
import { services } from "@/server/kernel/process";
import { currentActor, currentSession } from "@/server/signin/session";
import type { TrpcContext } from "@/server/transport/trpc";

const context = cache(
  (): TrpcContext => ({
    services: services(),
    requestId: newRequestId(),
    signedIn: currentActor,
    signedInAtAll: currentSession,
    languageFor,
  }),
);

/** The id of this render's errors in the log. */
export const requestId = (): string => context().requestId;

/** Calls procedures directly, for data that stays on the server: `await caller().sessions.list()`. */
export const caller = cache(() => appRouter.createCaller(context()));
