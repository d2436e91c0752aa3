import type { ShownError } from "@/app/_ui/error-panel";

const NAME = "This page could not be shown";
const DESCRIPTION = "The fault is ours. Nothing was lost or changed by opening this page.";
const RESOLUTION = "Try again. If it happens again, send the request ID to your administrator.";

/** What a person may see of a crash: never its message, only the digest that is in the server's log. */
export function shownCrash(error: unknown): ShownError {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return { name: NAME, description: DESCRIPTION, resolution: RESOLUTION, requestId: digest };
}
