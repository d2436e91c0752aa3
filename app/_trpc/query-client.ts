import { defaultShouldDehydrateQuery, QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import superjson from "superjson";

const seconds = 1000;
const retries = 2;

/** A refusal stays a refusal; only what failed on the way or on our side is worth another try. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
  return failures < retries && (typeof status !== "number" || status >= 500);
}

/** The cache of one browser tab, or of one rendering on the server. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30 * seconds, retry: isWorthRetrying },
      dehydrate: {
        serializeData: superjson.serialize,
        // Without pending queries, what the page has only begun to load would be loaded again by the browser.
        shouldDehydrateQuery: (query) =>
          defaultShouldDehydrateQuery(query) || query.state.status === "pending",
        // Next hides errors of the server from the browser by itself, and must be able to see its own signals.
        shouldRedactErrors: () => false,
      },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
}
