import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/trpc";

type Answers = inferRouterOutputs<AppRouter>["notifications"];

/** A notification with its owner's name and its next occurrence. */
export type NotificationListed = Answers["get"];
/** The signed-in user's permissions, and the form's choices. */
export type NotificationTerms = Answers["terms"];
/** The next message and the next occurrences. */
export type PreviewView = Answers["preview"];
/** An API write that is accepted but not executed yet. */
export type PendingView = Answers["pending"][number];
/** The outcome of one occurrence, with the result for each destination. */
export type OccurrenceView = Answers["occurrences"][number];
