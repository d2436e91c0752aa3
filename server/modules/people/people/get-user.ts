import { eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReachOrSelf, givenWorkspace, selfAndReachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { type ExpandedUserRow, expandUsers } from "./expand-users";
import { requireExpandable } from "./policy";
import type { UserExpansion } from "./schema";
import { userFields } from "./store";

const query = preparedBy((db, kind) =>
  scoped(givenReachOrSelf(kind), users)
    .select(db, userFields(givenWorkspace))
    .where(eq(users.id, sql.placeholder("id")))
    .prepare(`get_user_${kind}`),
);

/**
 * One person within reach, in any status, or the caller.
 * @throws ApiError RESOURCE_NOT_FOUND; INSUFFICIENT_SCOPE for an expansion that the caller may not read.
 */
export async function getUser(
  ctx: Ctx,
  id: string,
  expand: readonly UserExpansion[] = [],
): Promise<ExpandedUserRow> {
  requireExpandable(ctx, expand);
  const rows = await query(ctx.db, ctx.reach.kind).execute({ ...selfAndReachParams(ctx), id });
  const [row] = await expandUsers(ctx, rows, expand);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
