import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import { errorOf, isCallError } from "@/app/_trpc/error-of";
import { leaveIfSignedOut } from "@/app/_trpc/leave-when-signed-out";
import type { Batch, End } from "@/app/(app)/dashboard/(team)/approvals/decisions/undo-queue";
import type { Refusal, Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import type { AppRouter } from "@/server/api/trpc";

// Not batched: batching waits for a timer, which never fires on an abandoned page. `keepalive` lets the call outlive the page.
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

/** Sends decisions in one call, also while the page unloads. @returns the outcome of each */
export async function sendDecisions(batch: Batch<Request>): Promise<Ends> {
  try {
    const outcomes = await calls.approvals.decide.mutate({
      decisions: batch.map(({ request: { id, version }, action, reason, attempt }) => ({
        ...{ attempt, id, version, action },
        ...(reason ? { [action === "approve" ? "overrideReason" : "reason"]: reason } : {}),
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

/** Whether the server rejected the call for good. Any other error can be retried. */
const isRefusal = (error: unknown): boolean =>
  isCallError(error) && Number(error.data?.httpStatus) < 500 && error.data?.httpStatus !== 401;
