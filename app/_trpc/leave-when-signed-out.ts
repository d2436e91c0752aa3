import type { QueryClient } from "@tanstack/react-query";
import { errorOf } from "@/app/_trpc/error-of";

/** What a call was refused with: where it is that nobody is signed in any more, sign in, and come back to the same page. */
export function leaveIfSignedOut(error: unknown): void {
  if (errorOf(error)?.code !== "UNAUTHORIZED") return;
  const next = window.location.pathname + window.location.search;
  window.location.assign(`/login?${new URLSearchParams({ next, ended: "1" })}`);
}

/** A session that ended while a page was open: sign in, and come back to the same page. */
export function leaveWhenSignedOut(client: QueryClient): QueryClient {
  client.getQueryCache().config.onError = leaveIfSignedOut;
  client.getMutationCache().config.onError = leaveIfSignedOut;
  return client;
}
