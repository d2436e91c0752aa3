import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Answers = inferRouterOutputs<AppRouter>["notifications"];

/** A notification with its owner's name and when it is sent next. */
export type NotificationListed = Answers["list"][number];
/** What the signed-in person may do, and what a form offers. */
export type NotificationTerms = Answers["terms"];
/** The next message and the next times. */
export type PreviewView = Answers["preview"];
/** A write of the API that is accepted and not yet carried out. */
export type PendingView = Answers["pending"][number];
/** What became of one date, with what went to each destination. */
export type OccurrenceView = Answers["occurrences"][number];
