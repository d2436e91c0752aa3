import type { ShownError } from "@/app/_ui/error-panel";

const digestOf = (error: unknown): string | undefined =>
  error instanceof Error && "digest" in error ? String(error.digest) : undefined;

/** Whether a page could not be made because the database is away (server/kernel/database-unavailable.ts). */
export const isUnavailableCrash = (error: unknown): boolean => digestOf(error) === "SERVICE_UNAVAILABLE";

/** What a person may see of a crash: never its message, only the digest that is in the server's log. */
export const shownCrash = (error: unknown): ShownError => ({
  cause: "crash",
  name: "We couldn't show this page",
  requestId: digestOf(error),
});
