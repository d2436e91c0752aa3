import { setTimeout as delay } from "node:timers/promises";
import { sqlState } from "@/server/kernel/db";
import type { Answer } from "@/server/transport/pipeline";
import type { Exchange } from "./exchange";
import { cancelBackend } from "./write-transaction";

const retryCancelMs = 20;
const queryCanceled = "57014";

/**
 * Waits for a write, for `waitMs` at most. Then its transaction is cancelled and rolled back, and `later` answers instead; if it
 * committed first, its own answer stands (decision 4.11).
 */
export async function withinDeadline(
  x: Exchange,
  waitMs: number,
  now: () => Promise<Answer>,
  later: () => Promise<Answer>,
): Promise<Answer> {
  const state = { settled: false, cancelled: false };
  let cancelling: Promise<void> | undefined;
  const timer = setTimeout(() => {
    cancelling = cancel(x, state);
  }, waitMs);
  const work = now().finally(() => {
    state.settled = true;
    clearTimeout(timer);
    return cancelling;
  });
  return work.catch((error: unknown) => {
    if (!state.cancelled || sqlState(error) !== queryCanceled) throw error;
    return later();
  });
}

/** Between two statements there is nothing to cancel, so it is tried until the work has ended one way or the other. Never fails. */
async function cancel(x: Exchange, state: { settled: boolean; cancelled: boolean }): Promise<void> {
  while (!state.settled) {
    if (x.backend) {
      state.cancelled = true;
      const { pid, startedAt } = x.backend;
      await cancelBackend(x.services.admission, { pid, startedAt }).catch((err: unknown) =>
        x.services.log.warn({ err, requestId: x.requestId }, "a write cannot be cancelled"),
      );
    }
    await delay(retryCancelMs);
  }
}
