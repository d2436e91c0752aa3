import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { encodeId } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { recordOperation } from "@/server/modules/integrations/operations/record";
import { findPeopleIds } from "./find-people";
import type { PeopleChange, UsersUpdate } from "./schema";

/** Maximum number of people in one change. */
const most = 10_000;

/** The selected people, at most `most`. */
export const findSelected = async (ctx: Ctx, select: PeopleChange["select"]): Promise<string[]> =>
  "ids" in select ? select.ids : findPeopleIds(ctx, select.filter, most);

/** The selected people with the change, as `updateUsers` takes it. */
export const findChosen = async (ctx: Ctx, { select, change }: PeopleChange): Promise<UsersUpdate> => ({
  userIds: await findSelected(ctx, select),
  change,
});

const bodyOf = ({ userIds, change: { locationId, departmentId, ...change } }: UsersUpdate) => ({
  userIds: userIds.map((id) => encodeId("user", id)),
  change: {
    ...(locationId && { locationId: encodeId("location", locationId) }),
    ...(departmentId && { departmentId: encodeId("department", departmentId) }),
    ...change,
  },
});

/**
 * Accepts a bulk change from a page, carried out as in v2.
 * @returns the bare id of its operation; idempotent for the same form
 * @throws ApiError FORBIDDEN, IDEMPOTENCY_KEY_REUSED
 */
export function startUsersChange(
  ctx: Ctx,
  { attempt, ...wanted }: PeopleChange & { attempt: string },
): Promise<string> {
  requireRight(ctx, "users:write");
  return oncePerForm(ctx, { attempt, input: wanted }, async (tx) => {
    const body = JSON.stringify(bodyOf(await findChosen(tx, wanted)));
    return (await recordOperation(tx, { method: "POST", path: "/v2/users/bulk-update", search: "", body }))
      .id;
  });
}
