import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { startBatches } from "@/server/modules/integrations/operations/start-batches";
import { findInvitable } from "@/server/modules/people/people/find-invitation";
import { recordInvitations } from "@/server/modules/people/people/record-invitations";
import type { PeopleInvitation } from "@/server/modules/people/people/schema";
import { findSelected } from "@/server/modules/people/people/start-users-change";

/**
 * Accepts invitations of many people from a page: to those who have never signed in, as sent by v2.
 * @returns the bare ids of their operations; idempotent for the same form
 * @throws ApiError FORBIDDEN, IDEMPOTENCY_KEY_REUSED
 */
export function startInvitations(
  ctx: Ctx,
  { attempt, ...wanted }: PeopleInvitation & { attempt: string },
): Promise<string[]> {
  requireRight(ctx, "users:write");
  return startBatches(ctx, { attempt, input: wanted }, async (tx) => {
    const { ids } = await findInvitable(tx, await findSelected(tx, wanted.select));
    return recordInvitations(tx, ids, wanted.language);
  });
}
