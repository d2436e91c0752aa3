import type { DecisionResult, Queue } from "@/app/(app)/dashboard/(team)/approvals/decisions/decision-store";
import {
  conflictOf,
  type LeaveConflict,
} from "@/app/(app)/dashboard/(team)/approvals/decisions/decision-store";
import { type Action, isDecided } from "@/app/(app)/dashboard/(team)/approvals/decisions/undo-queue";
import type { Request } from "@/app/(app)/dashboard/(team)/approvals/request";

/** A request in a list, with the outcome of a failed decision. */
export interface Row {
  request: Request;
  end: DecisionResult | null;
  standing: LeaveConflict | null;
  /** The user's decision, while it can be undone. */
  held: Action | null;
  /** Whether it is still pending, as far as this client knows. */
  isOpen: boolean;
}

/** Several are approved at once as requests only: to agree to a cancellation is another decision under the same name. */
export const isSelectable = ({ request, isOpen }: Row): boolean =>
  isOpen && !request.isCancelling && request.changes === null;

const inOrder =
  (key: "deadline" | "startDate") =>
  (a: Row, b: Row): number => {
    const [one, other] = [a, b].map(({ request }) => `${request[key]} ${request.id}`);
    return (one ?? "") < (other ?? "") ? -1 : 1;
  };

function rowOf(request: Request, end: DecisionResult | null): Row {
  const standing = end && conflictOf(end);
  // An edited request is pending again once the list shows its newer version.
  const isNewer = end !== null && request.version > end.decision.request.version;
  return { request, end, standing, held: null, isOpen: standing === null || isNewer };
}

const heldOf = ({ held }: Queue, { id }: Request) =>
  held?.find(({ request }) => request.id === id)?.action ?? null;

type Options = {
  /** Whether a decided request stays in the list until its decision is sent. */
  showsHeld?: boolean;
  /** The list's order. */
  order?: "deadline" | "startDate";
};

/** The visible rows: pending requests without the ones decided here, plus requests that another user decided meanwhile. */
export function rowsOf(
  requests: readonly Request[],
  queue: Queue,
  { showsHeld = false, order = "deadline" }: Options = {},
): Row[] {
  const listed = new Set(requests.map(({ id }) => id));
  const open = requests
    .filter((request) => (showsHeld && heldOf(queue, request)) || !isDecided(queue, request))
    .map((request) => {
      const held = showsHeld ? heldOf(queue, request) : null;
      if (held) return { ...rowOf(request, null), held, isOpen: false };
      const end = queue.ends.get(request.id);
      return rowOf(request, end && end.kind !== "done" ? end : null);
    });
  const ended = [...queue.ends.values()]
    .filter(({ kind, decision }) => kind !== "done" && !listed.has(decision.request.id))
    .map((end) => rowOf(end.decision.request, end));
  return ended.length === 0 ? open : [...open, ...ended].sort(inOrder(order));
}
