import type { QueryClient } from "@tanstack/react-query";
import { errorOf } from "@/app/_trpc/error-of";

function leave(error: Error): void {
  if (errorOf(error)?.code !== "UNAUTHORIZED") return;
  const next = window.location.pathname + window.location.search;
  window.location.assign(`/login?${new URLSearchParams({ next, ended: "1" })}`);
}

/** A session that ended while a page was open: sign in, and come back to the same page. */
export function leaveWhenSignedOut(client: QueryClient): QueryClient {
  client.getQueryCache().config.onError = leave;
  client.getMutationCache().config.onError = leave;
  return client;
}
