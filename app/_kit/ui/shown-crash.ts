import type { ShownError } from "@/app/_kit/ui/error-panel";

const digestOf = (error: unknown): string | undefined =>
  error instanceof Error && "digest" in error ? String(error.digest) : undefined;

/** Whether a page failed because the database is unavailable (server/kernel/database/database-unavailable.ts). */
export const isUnavailableCrash = (error: unknown): boolean => digestOf(error) === "SERVICE_UNAVAILABLE";

/** The part of a crash that a user may see: never its message, only the digest that is in the server's log. */
export const shownCrash = (error: unknown): ShownError => ({
  cause: "crash",
  name: "We couldn't show this page",
  requestId: digestOf(error),
});
