import type { QueryClient } from "@tanstack/react-query";
import { keepDrafts } from "@/app/_trpc/drafts";
import { errorOf } from "@/app/_trpc/error-of";

/**
 * What a call was refused with: where it is that nobody is signed in any more, sign in, and come back to the same page and to what was
 * typed there.
 * @returns whether it is
 */
export function leaveIfSignedOut(error: unknown): boolean {
  if (errorOf(error)?.code !== "UNAUTHORIZED") return false;
  keepDrafts();
  const next = window.location.pathname + window.location.search;
  window.location.assign(`/login?${new URLSearchParams({ next, ended: "1" })}`);
  return true;
}

/** A session that ended while a page was open: sign in, and come back to the same page. */
export function leaveWhenSignedOut(client: QueryClient): QueryClient {
  const onError = (error: unknown) => void leaveIfSignedOut(error);
  client.getQueryCache().config.onError = onError;
  client.getMutationCache().config.onError = onError;
  return client;
}
