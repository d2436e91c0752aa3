import { encodeId } from "@/server/kernel/schema";
import type { OperationRow } from "@/server/modules/integrations/operations/get";
import { lotsView, totalOf } from "@/server/modules/integrations/operations/present";
import type { UsersInvitationResult } from "@/server/modules/people/people/schema";
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

/** The combined progress of the batches of one bulk invitation. */
export function invitationsStandingView(batches: readonly OperationRow[]) {
  const { results, ...standing } = lotsView<UsersInvitationResult>(batches);
  return {
    ...standing,
    sentCount: totalOf(results, "sentCount"),
    skippedCount: totalOf(results, "skippedCount"),
    failedCount: totalOf(results, "failedCount"),
  };
}
