/** A request in the version that the user saw. */
export interface Seen {
  id: string;
  version: number;
}

export type Action = "approve" | "deny";

/** A user's decision about a request. */
export interface Decision<Request extends Seen = Seen> {
  request: Request;
  action: Action;
  /** The reason for a denial; empty for none. */
  reason: string;
  /** Idempotency key: one decision keeps one attempt across retries. */
  attempt: string;
}

/** Decisions made together: sent in one call and undone as a whole. */
export type Batch<Request extends Seen> = readonly Decision<Request>[];

/** The outcome of a sent decision. */
export type End<Request extends Seen, Refusal> = { decision: Decision<Request> } & (
  | { kind: "done" }
  /** No response arrived; the server may still have processed it. */
  | { kind: "unsent"; error: unknown }
  | { kind: "refused"; refusal: Refusal }
);

/** The decisions of a list on screen. */
export interface UndoQueue<Request extends Seen, Refusal> {
  /** The last decision while it can be undone. There is at most one: the next decision sends it. */
  held: Batch<Request> | null;
  sent: readonly Batch<Request>[];
  /** Keyed by request id. */
  ends: ReadonlyMap<string, End<Request, Refusal>>;
}

/** The queue after a transition, and the batches to send now. */
export interface Step<Request extends Seen, Refusal> {
  queue: UndoQueue<Request, Refusal>;
  send: readonly Batch<Request>[];
}

export const emptyQueue: UndoQueue<never, never> = { held: null, sent: [], ends: new Map() };

const idOf = ({ request }: Decision) => request.id;

function without<Request extends Seen, Refusal>(
  { ends }: UndoQueue<Request, Refusal>,
  ids: readonly string[],
): Map<string, End<Request, Refusal>> {
  return new Map([...ends].filter(([id]) => !ids.includes(id)));
}

/** Records a decision. The previous one can no longer be undone and is sent. */
export function hold<Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  batch: Batch<Request>,
): Step<Request, Refusal> {
  const before = release(queue, queue.held);
  return { ...before, queue: { ...before.queue, held: batch, ends: without(queue, batch.map(idOf)) } };
}

/** Undoes the last decision, which was not sent yet. */
export const undo = <Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
): UndoQueue<Request, Refusal> => ({ ...queue, held: null });

/** The undo timeout has passed. Does nothing for a batch that was already undone or sent. */
export function release<Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  batch: Batch<Request> | null,
): Step<Request, Refusal> {
  if (batch === null || queue.held !== batch) return { queue, send: [] };
  return { queue: { ...queue, held: null, sent: [...queue.sent, batch] }, send: [batch] };
}

/** Sends an unanswered decision again under the same attempt. */
export function retry<Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  id: string,
): Step<Request, Refusal> {
  const end = queue.ends.get(id);
  if (end?.kind !== "unsent") return { queue, send: [] };
  const batch = [end.decision];
  return { queue: { ...queue, sent: [...queue.sent, batch], ends: without(queue, [id]) }, send: [batch] };
}

/** Records the outcome of each decision of a batch, answered or not. */
export function settle<Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  batch: Batch<Request>,
  ends: readonly End<Request, Refusal>[],
): UndoQueue<Request, Refusal> {
  const sent = queue.sent.filter((one) => one !== batch);
  return {
    ...queue,
    sent,
    ends: new Map([...queue.ends, ...ends.map((end) => [idOf(end.decision), end] as const)]),
  };
}

/** The user has read the outcome of a decision. */
export const forget = <Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  id: string,
): UndoQueue<Request, Refusal> => ({ ...queue, ends: without(queue, [id]) });

/** Whether a request was decided here. A later version than the decided one counts as undecided. */
export function isDecided<Request extends Seen, Refusal>(
  { held, sent, ends }: UndoQueue<Request, Refusal>,
  { id, version }: Seen,
): boolean {
  const end = ends.get(id);
  if (end?.kind === "done" && end.decision.request.version >= version) return true;
  return [...(held ?? []), ...sent.flat()].some((decision) => idOf(decision) === id);
}

/** The attempt of the same decision if it was sent before without a response; null otherwise. */
export function attemptBefore<Request extends Seen, Refusal>(
  { ends }: UndoQueue<Request, Refusal>,
  { request, action, reason }: Omit<Decision, "attempt">,
): string | null {
  const end = ends.get(request.id);
  if (end?.kind !== "unsent") return null;
  const { decision } = end;
  const isSame =
    decision.request.version === request.version && decision.action === action && decision.reason === reason;
  return isSame ? decision.attempt : null;
}
