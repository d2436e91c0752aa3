import type { NotificationLocale } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { recordOperation } from "@/server/modules/operations/record";
import { mostInvited } from "./schema";

/**
 * Has people invited as v2 does it, so few at a time that nobody is held for long: each lot is an operation of its own, and is carried out
 * once.
 * @param tx inside a transaction
 * @returns the bare ids of the operations
 */
export async function recordInvitations(
  tx: Ctx,
  userIds: readonly string[],
  language: NotificationLocale,
): Promise<string[]> {
  const recorded: string[] = [];
  for (let start = 0; start < userIds.length; start += mostInvited) {
    const lot = userIds.slice(start, start + mostInvited).map((id) => encodeId("user", id));
    const body = JSON.stringify({ userIds: lot, language });
    const accepted = { method: "POST", path: "/v2/users/bulk-invite", search: "", body };
    recorded.push((await recordOperation(tx, accepted)).id);
  }
  return recorded;
}
