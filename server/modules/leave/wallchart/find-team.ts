import { eq, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";

const query = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { id: users.departmentId })
    .where(eq(users.id, sql.placeholder("userId")))
    .prepare("wallchart_team"),
);

/** The departments of the caller: their own, and those where they were named to decide. */
export async function findTeam(ctx: Ctx): Promise<string[]> {
  const { workspaceId, userId, namedDepartmentIds = [] } = ctx.actor;
  const own = userId ? await query(ctx.db).execute({ workspaceId, userId }) : [];
  return [...new Set([...own.map(({ id }) => id), ...namedDepartmentIds])];
}
