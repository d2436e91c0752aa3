/** A request as it was seen. */
export interface Seen {
  id: string;
  version: number;
}

export type Action = "approve" | "deny";

/** What somebody decided about a request. */
export interface Decision<Request extends Seen = Seen> {
  request: Request;
  action: Action;
  /** Of a denial; empty for none. */
  reason: string;
  /** One decision has one attempt, however often it is sent. */
  attempt: string;
}

/** What was decided at once: sent in one call, and undone as a whole. */
export type Batch<Request extends Seen> = readonly Decision<Request>[];

/** What became of a decision that was sent. */
export type End<Request extends Seen, Refusal> = { decision: Decision<Request> } & (
  | { kind: "done" }
  /** No answer came: it may have arrived. */
  | { kind: "unsent"; error: unknown }
  | { kind: "refused"; refusal: Refusal }
);

/** The decisions of a list that is on the screen. */
export interface UndoQueue<Request extends Seen, Refusal> {
  /** The last decision while it can be undone. There is at most one: the next sends the one before. */
  held: Batch<Request> | null;
  sent: readonly Batch<Request>[];
  /** By the request's id. */
  ends: ReadonlyMap<string, End<Request, Refusal>>;
}

/** The queue after something happened, and what has to be sent now. */
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

/** Somebody decides. What they decided before can't be undone any more, and is sent. */
export function hold<Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  batch: Batch<Request>,
): Step<Request, Refusal> {
  const before = release(queue, queue.held);
  return { ...before, queue: { ...before.queue, held: batch, ends: without(queue, batch.map(idOf)) } };
}

/** Takes the last decision back; nothing was sent. */
export const undo = <Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
): UndoQueue<Request, Refusal> => ({ ...queue, held: null });

/** The time to undo is over. Does nothing to a batch that was undone or sent already. */
export function release<Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  batch: Batch<Request> | null,
): Step<Request, Refusal> {
  if (batch === null || queue.held !== batch) return { queue, send: [] };
  return { queue: { ...queue, held: null, sent: [...queue.sent, batch] }, send: [batch] };
}

/** Sends what got no answer once more, under the attempt that it had. */
export function retry<Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  id: string,
): Step<Request, Refusal> {
  const end = queue.ends.get(id);
  if (end?.kind !== "unsent") return { queue, send: [] };
  const batch = [end.decision];
  return { queue: { ...queue, sent: [...queue.sent, batch], ends: without(queue, [id]) }, send: [batch] };
}

/** An answer came, or none: what became of each decision of a batch. */
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

/** What was told about a request has been read. */
export const forget = <Request extends Seen, Refusal>(
  queue: UndoQueue<Request, Refusal>,
  id: string,
): UndoQueue<Request, Refusal> => ({ ...queue, ends: without(queue, [id]) });

/** Whether a request was decided here. A later version than the one that was decided is asked about anew. */
export function isDecided<Request extends Seen, Refusal>(
  { held, sent, ends }: UndoQueue<Request, Refusal>,
  { id, version }: Seen,
): boolean {
  const end = ends.get(id);
  if (end?.kind === "done" && end.decision.request.version >= version) return true;
  return [...(held ?? []), ...sent.flat()].some((decision) => idOf(decision) === id);
}

/** The attempt under which the very same decision was sent before without an answer; null where there was none. */
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
