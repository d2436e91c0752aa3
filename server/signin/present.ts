import { encodeId } from "@/server/kernel/schema";
import type { OperationRow } from "@/server/modules/operations/get";
import type { UsersInvitationResult } from "@/server/modules/people/schema";
import type { Invited } from "./invite-users";

const needless = new Set<Invited["code"]>(["SIGNED_IN", "JUST_INVITED"]);
const statusOf = ({ code }: Invited) => (code === null ? "sent" : needless.has(code) ? "skipped" : "failed");

export function usersInvitedV2(invited: readonly Invited[]): UsersInvitationResult {
  const users = invited.map((one) => ({
    id: encodeId("user", one.id),
    status: statusOf(one) as UsersInvitationResult["users"][number]["status"],
    code: one.code,
  }));
  const countOf = (status: string) => users.filter((one) => one.status === status).length;
  return {
    sentCount: countOf("sent"),
    skippedCount: countOf("skipped"),
    failedCount: countOf("failed"),
    users,
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** How far the lots of one sending have come, together. */
export function invitationsStandingView(lots: readonly OperationRow[]) {
  const results = lots.flatMap(({ result }) =>
    result ? [(result.body as { data: UsersInvitationResult }).data] : [],
  );
  const total = (field: "sentCount" | "skippedCount" | "failedCount") =>
    sum(results.map((one) => one[field]));
  const isPending = lots.some(({ status }) => status === "PENDING");
  const underWay = lots.map(({ status, progress }) => (status === "PENDING" ? (progress?.done ?? 0) : 0));
  return {
    status: isPending ? ("PENDING" as const) : ("SUCCEEDED" as const),
    doneCount: sum(results.map(({ users }) => users.length)) + sum(underWay),
    sentCount: total("sentCount"),
    skippedCount: total("skippedCount"),
    failedCount: total("failedCount"),
    error: lots.find(({ error }) => error)?.error ?? null,
  };
}
