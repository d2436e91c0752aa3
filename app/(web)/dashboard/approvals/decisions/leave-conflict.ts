import type { DecisionResult } from "@/app/(web)/dashboard/approvals/decisions/decision-store";
import type { LeaveStatus } from "@/drizzle/schema/values";

/** How a request stands after somebody else was first. */
export interface LeaveConflict {
  /** `LIFTED`: approved at level 1. `CHANGED`: it still waits, as another one. */
  state: Exclude<LeaveStatus, "OPEN"> | "APPROVED_LEVEL_1" | "CHANGED";
  by: string | null;
}

/** As a CONFLICT tells it. */
type Told = {
  leave?: { status: LeaveStatus; approvedLevel: number };
  by?: { name: string } | null;
};

/** What a refusal tells of the request; null when it tells of something else. */
export function conflictOf(end: DecisionResult): LeaveConflict | null {
  if (end.kind !== "refused" || end.refusal.code !== "CONFLICT") return null;
  const { leave, by } = (end.refusal.details ?? {}) as Told;
  if (!leave) return null;
  const { status, approvedLevel } = leave;
  if (status !== "OPEN") return { state: status, by: by?.name ?? null };
  const isLifted = end.decision.request.level === 1 && approvedLevel > 0;
  return { state: isLifted ? "APPROVED_LEVEL_1" : "CHANGED", by: by?.name ?? null };
}
