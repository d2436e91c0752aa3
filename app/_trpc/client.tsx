"use client";

import { createTRPCClient, httpBatchStreamLink, type TRPCClient } from "@trpc/client";
import { createContext, type ReactNode, use, useEffect } from "react";
import superjson from "superjson";
import { askAgainLink } from "@/app/_trpc/ask-again";
import { dropDraftsOfOthers } from "@/app/_trpc/drafts";
import type { AppRouter } from "@/server/api/trpc";

/** The client behind `useTRPCClient` and `useTRPC`. */
export const calls = createTRPCClient<AppRouter>({
  // Relative: a query that no page prefetched must fail on the server, where it would run without the user's cookies.
  links: [askAgainLink, httpBatchStreamLink({ url: "/api/trpc", transformer: superjson, maxItems: 10 })],
});

/** Calls procedures on events, on every page: `await useTRPCClient().leaves.cancel.mutate({ id })`. */
export const useTRPCClient = (): TRPCClient<AppRouter> => calls;

const Session = createContext<string | null>(null);

/** Id of the signed-in session. */
export function useSession(): string {
  const session = use(Session);
  if (session === null) throw new Error("outside of the dashboard");
  return session;
}

const Person = createContext<string | null>(null);

/** Id of the signed-in user; null outside of the dashboard. */
export const usePerson = (): string | null => use(Person);

type ProviderProps = { session: string; person: string; children: ReactNode };

/** Around everything that calls procedures. */
export function SessionProvider({ session, person, children }: ProviderProps) {
  useEffect(() => dropDraftsOfOthers(person), [person]);
  return (
    <Session value={session}>
      <Person value={person}>{children}</Person>
    </Session>
  );
}
