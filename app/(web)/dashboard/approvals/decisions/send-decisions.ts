import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { errorOf, isCallError } from "@/app/_trpc/error-of";
import { leaveIfSignedOut } from "@/app/_trpc/leave-when-signed-out";
import type { Batch, End } from "@/app/(web)/dashboard/approvals/decisions/undo-queue";
import type { Refusal, Request } from "@/app/(web)/dashboard/approvals/request";
import type { AppRouter } from "@/server/api/trpc";

// Not batched, which waits for a timer that a page that is left never comes to; and kept alive beyond the page.
const calls = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: "/api/trpc",
      transformer: superjson,
      fetch: (url, options) => fetch(url, { ...options, keepalive: true } as RequestInit),
    }),
  ],
});

type Ends = End<Request, Refusal>[];

/** Sends decisions in one call, also from a page that is being left. @returns what became of each */
export async function sendDecisions(batch: Batch<Request>): Promise<Ends> {
  try {
    const outcomes = await calls.approvals.decide.mutate({
      decisions: batch.map(({ request: { id, version }, action, reason, attempt }) => ({
        ...{ attempt, id, version, action },
        ...(reason ? { reason } : {}),
      })),
    });
    return batch.map((decision, index) => {
      const refusal = outcomes[index]?.error;
      return refusal ? { decision, kind: "refused", refusal } : { decision, kind: "done" };
    });
  } catch (error) {
    leaveIfSignedOut(error);
    const refusal = isRefusal(error) ? errorOf(error) : null;
    return batch.map((decision) =>
      refusal ? { decision, kind: "refused", refusal } : { decision, kind: "unsent", error },
    );
  }
}

/** What the server understood, and does not want; anything else may be tried again. */
const isRefusal = (error: unknown): boolean =>
  isCallError(error) && Number(error.data?.httpStatus) < 500 && error.data?.httpStatus !== 401;
