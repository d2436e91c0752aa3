import {
  type Batch,
  type End,
  emptyQueue,
  forget,
  hold,
  release,
  retry,
  type Step,
  settle,
  type UndoQueue,
  undo,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/undo-queue";
import type { Refusal, Request } from "@/app/(app)/dashboard/(team)/approvals/request";
import type { LeaveStatus } from "@/drizzle/schema/values";

/** The state of a request after a decision conflict: someone else decided first. */
export interface LeaveConflict {
  /** `CHANGED`: still pending, but edited. `KEPT`: it is not to be cancelled any more. `ANSWERED`: no change of it waits any more. */
  state: Exclude<LeaveStatus, "OPEN"> | "APPROVED_LEVEL_1" | "CHANGED" | "KEPT" | "ANSWERED";
  by: string | null;
}

/** The details of a CONFLICT error. */
type Details = {
  leave?: { status: LeaveStatus; approvedLevel: number };
  by?: { name: string } | null;
};

/** The conflict behind a refusal; null for any other refusal. */
export function conflictOf(end: DecisionResult): LeaveConflict | null {
  if (end.kind !== "refused" || end.refusal.code !== "CONFLICT") return null;
  const { leave, by } = (end.refusal.details ?? {}) as Details;
  if (!leave) return null;
  const { status, approvedLevel } = leave;
  // Refused, withdrawn or lapsed: the approval that is on record is the earlier one.
  if (status === "APPROVED" && end.decision.request.isCancelling) return { state: "KEPT", by: null };
  if (status === "APPROVED" && end.decision.request.changes) return { state: "ANSWERED", by: null };
  if (status !== "OPEN") return { state: status, by: by?.name ?? null };
  const isLifted = end.decision.request.level === 1 && approvedLevel > 0;
  return { state: isLifted ? "APPROVED_LEVEL_1" : "CHANGED", by: by?.name ?? null };
}

export type Queue = UndoQueue<Request, Refusal>;
export type Decided = Batch<Request>;
export type DecisionResult = End<Request, Refusal>;

/** The undo queue of one list, and the sender of its steps. Keeps running after the list unmounts. */
export class DecisionStore {
  #queue: Queue = emptyQueue;
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly send: (batch: Decided) => Promise<DecisionResult[]>,
    readonly ended: (ends: readonly DecisionResult[]) => void,
  ) {}

  readonly queue = (): Queue => this.#queue;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  hold = (batch: Decided) => this.#take(hold(this.#queue, batch));
  release = (batch: Decided) => this.#take(release(this.#queue, batch));
  /** Sends at once: the user is leaving and cannot undo any more. */
  releaseNow = () => this.#take(release(this.#queue, this.#queue.held));
  retry = (id: string) => this.#take(retry(this.#queue, id));
  undo = () => this.#become(undo(this.#queue));
  forget = (id: string) => this.#become(forget(this.#queue, id));

  #take({ queue, send }: Step<Request, Refusal>): void {
    this.#become(queue);
    for (const batch of send) void this.#sendNow(batch);
  }

  async #sendNow(batch: Decided): Promise<void> {
    const ends = await this.send(batch);
    this.#become(settle(this.#queue, batch, ends));
    this.ended(ends);
  }

  #become(queue: Queue): void {
    if (queue === this.#queue) return;
    this.#queue = queue;
    for (const listener of this.#listeners) listener();
  }
}
