import type { DecisionResult } from "@/app/(app)/dashboard/(team)/approvals/decisions/decision-store";
import type { LeaveStatus } from "@/drizzle/schema/values";

/** The state of a request after a decision conflict: someone else decided first. */
export interface LeaveConflict {
  /** `LIFTED`: approved at level 1. `CHANGED`: still pending, but edited. */
  state: Exclude<LeaveStatus, "OPEN"> | "APPROVED_LEVEL_1" | "CHANGED";
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
  if (status !== "OPEN") return { state: status, by: by?.name ?? null };
  const isLifted = end.decision.request.level === 1 && approvedLevel > 0;
  return { state: isLifted ? "APPROVED_LEVEL_1" : "CHANGED", by: by?.name ?? null };
}
