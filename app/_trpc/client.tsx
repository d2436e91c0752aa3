"use client";

import type { TRPCClient } from "@trpc/client";
import { createContext, type ReactNode, use, useEffect } from "react";
import { usePreloadOnIntent } from "@/app/_kit/ui/use-preload-on-intent";
import { dropDraftsOfOthers } from "@/app/_trpc/drafts";
import type { AppRouter } from "@/server/api/trpc";

const load = () => import("@/app/_trpc/calls");

/** A call by its path: the client is loaded when the call is made. */
const callAt = (path: readonly string[]): unknown =>
  new Proxy(() => undefined, {
    get: (_, name) => callAt([...path, String(name)]),
    apply: async (_, __, input: unknown[]) => made((await load()).calls, path, input),
  });

type Steps = { [step: string]: Steps } & ((...input: unknown[]) => unknown);

const made = (client: unknown, path: readonly string[], input: unknown[]) =>
  path.reduce((at, step) => at[step] as Steps, client as Steps)(...input);

const calls = callAt([]) as TRPCClient<AppRouter>;

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
  usePreloadOnIntent(load);
  useEffect(() => dropDraftsOfOthers(person), [person]);
  return (
    <Session value={session}>
      <Person value={person}>{children}</Person>
    </Session>
  );
}
