import type { ShownError } from "@/app/_ui/error-panel";

/** What a person may see of a crash: never its message, only the digest that is in the server's log. */
export function shownCrash(error: unknown): ShownError {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return { cause: "crash", name: "We couldn't show this page", requestId: digest };
}
