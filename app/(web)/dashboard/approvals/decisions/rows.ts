import type { DecisionResult, Queue } from "@/app/(web)/dashboard/approvals/decisions/decision-store";
import { conflictOf, type LeaveConflict } from "@/app/(web)/dashboard/approvals/decisions/leave-conflict";
import { isDecided } from "@/app/(web)/dashboard/approvals/decisions/undo-queue";
import type { Request } from "@/app/(web)/dashboard/approvals/request";

/** A request in a list, and what became of a decision about it that was not taken. */
export interface Row {
  request: Request;
  end: DecisionResult | null;
  standing: LeaveConflict | null;
  /** Whether it still waits, as far as is known. */
  isOpen: boolean;
}

const byDeadline = (a: Row, b: Row): number => {
  const [one, other] = [a, b].map(({ request }) => `${request.deadline} ${request.id}`);
  return (one ?? "") < (other ?? "") ? -1 : 1;
};

function rowOf(request: Request, end: DecisionResult | null): Row {
  const standing = end && conflictOf(end);
  // What has changed waits once it is shown as it is now.
  const isNewer = end !== null && request.version > end.decision.request.version;
  return { request, end, standing, isOpen: standing === null || isNewer };
}

/** What a list shows: requests that wait, without what was decided here, and those that somebody else decided meanwhile. */
export function rowsOf(requests: readonly Request[], queue: Queue): Row[] {
  const listed = new Set(requests.map(({ id }) => id));
  const open = requests
    .filter((request) => !isDecided(queue, request))
    .map((request) => {
      const end = queue.ends.get(request.id);
      return rowOf(request, end && end.kind !== "done" ? end : null);
    });
  const told = [...queue.ends.values()]
    .filter(({ kind, decision }) => kind !== "done" && !listed.has(decision.request.id))
    .map((end) => rowOf(end.decision.request, end));
  return told.length === 0 ? open : [...open, ...told].sort(byDeadline);
}
