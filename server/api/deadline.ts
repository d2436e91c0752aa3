import { setTimeout as delay } from "node:timers/promises";
import { sqlState } from "@/server/kernel/database/db";
import type { Answer } from "@/server/transport/answer";
import type { Received } from "./stages";
import { cancelBackend, type Whereabouts } from "./write-transaction";

const retryCancelMs = 20;
const queryCanceled = "57014";

/**
 * Waits for a write at most `waitMs`. At the timeout it cancels the transaction, which rolls back, and `later` answers instead. A write
 * that committed first keeps its own answer (decision 4.11).
 */
export async function withinDeadline(
  x: Received,
  waitMs: number,
  now: (where: Whereabouts) => Promise<Answer>,
  later: () => Promise<Answer>,
): Promise<Answer> {
  const state = { settled: false, cancelled: false };
  const where: Whereabouts = {};
  let cancelling: Promise<void> | undefined;
  const timer = setTimeout(() => {
    cancelling = cancel(x, where, state);
  }, waitMs);
  const work = now(where).finally(() => {
    state.settled = true;
    clearTimeout(timer);
    return cancelling;
  });
  return work.catch((error: unknown) => {
    if (!state.cancelled || sqlState(error) !== queryCanceled) throw error;
    return later();
  });
}

/** Between two statements there is nothing to cancel, so it retries until the work has settled. Never fails. */
async function cancel(
  { services, requestId }: Received,
  where: Whereabouts,
  state: { settled: boolean; cancelled: boolean },
): Promise<void> {
  while (!state.settled) {
    if (where.backend) {
      state.cancelled = true;
      const { pid, startedAt } = where.backend;
      await cancelBackend(services.admission, { pid, startedAt }).catch((err: unknown) =>
        services.log.warn({ err, requestId }, "a write cannot be cancelled"),
      );
    }
    await delay(retryCancelMs);
  }
}
