import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/server/kernel/time/clock";

/** `work`: someone waits for its end. `news`: mails about it, which come after all work of this process. */
type Rank = "work" | "news";

/** A piece that a busy database delayed does not also delay others by a long rest. */
const maxRestMs = 50;

/** Maximum wait for a turn. A piece then begins without one: it may hold locks that the piece whose turn it is waits for. */
const maxWaitMs: Record<Rank, number> = { work: second / 4, news: second };

/** News rest twice as long as they took. */
const restOf: Record<Rank, number> = { work: 1, news: 2 };

interface Turns {
  isTaken: boolean;
  waiting: Record<Rank, Set<() => void>>;
}

// Next's own copy of this module and ours must share the turns.
const shared = globalThis as typeof globalThis & { timeawayTurns?: Turns };
shared.timeawayTurns ??= { isTaken: false, waiting: { work: new Set(), news: new Set() } };
const turns = shared.timeawayTurns;

/**
 * Carries out a piece of work about many people when it is its turn. In a process one such piece runs at a time, and after each the process
 * rests as long as the piece took, so that requests wait for no more than one piece, and all of this work together takes half of the time
 * (decision 15.19).
 * @param work some milliseconds of it, which take no turn themselves
 */
export async function inTurn<T>(rank: Rank, work: () => Promise<T>): Promise<T> {
  const isOurs = await waitForTurn(rank);
  const started = performance.now();
  try {
    return await work();
  } finally {
    if (isOurs) void endTurn(restOf[rank] * Math.min(maxRestMs, performance.now() - started));
  }
}

/** @returns whether the turn is ours; false after the longest wait */
function waitForTurn(rank: Rank): Promise<boolean> {
  if (!turns.isTaken) {
    turns.isTaken = true;
    return Promise.resolve(true);
  }
  const waiting = turns.waiting[rank];
  return new Promise((resolve) => {
    const begin = (isOurs: boolean) => {
      waiting.delete(ours);
      clearTimeout(timer);
      resolve(isOurs);
    };
    const ours = () => begin(true);
    const timer = setTimeout(() => begin(false), maxWaitMs[rank]);
    waiting.add(ours);
  });
}

async function endTurn(restMs: number): Promise<void> {
  await delay(restMs);
  const { work, news } = turns.waiting;
  const [next] = [...work, ...news];
  if (next) next();
  else turns.isTaken = false;
}
