import { defaultShouldDehydrateQuery, QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import superjson from "superjson";

const seconds = 1000;
const retries = 2;

/** A refusal is final; only failures on the way or on our side are worth a retry. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
  return failures < retries && (typeof status !== "number" || status >= 500);
}

/** The cache of one browser tab, or of one server render. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30 * seconds, retry: isWorthRetrying },
      dehydrate: {
        serializeData: superjson.serialize,
        // Without pending queries, the browser would load again what the page has only begun to load.
        shouldDehydrateQuery: (query) =>
          defaultShouldDehydrateQuery(query) || query.state.status === "pending",
        // Next itself hides server errors from the browser, and must see its own signals.
        shouldRedactErrors: () => false,
      },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
}
