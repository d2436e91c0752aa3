import type { QueryClient } from "@tanstack/react-query";
import { keepDrafts } from "@/app/_trpc/drafts";
import { errorOf } from "@/app/_trpc/error-of";

/**
 * After an error that means signed out: leads to sign-in, and back to the same page and its typed input.
 * @returns whether the error means that
 */
export function leaveIfSignedOut(error: unknown): boolean {
  if (errorOf(error)?.code !== "UNAUTHORIZED") return false;
  keepDrafts();
  const next = window.location.pathname + window.location.search;
  window.location.assign(`/login?${new URLSearchParams({ next, ended: "1" })}`);
  return true;
}

/** When a session ends while a page is open: leads to sign-in, and back to the same page. */
export function leaveWhenSignedOut(client: QueryClient): QueryClient {
  const onError = (error: unknown) => void leaveIfSignedOut(error);
  client.getQueryCache().config.onError = onError;
  client.getMutationCache().config.onError = onError;
  return client;
}
