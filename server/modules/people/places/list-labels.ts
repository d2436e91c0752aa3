import { and, asc, eq, sql } from "drizzle-orm";
import { labels, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, givenWorkspace, type Reach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type Db, preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import type { Page } from "@/server/kernel/database/page-token";
import { afterName, type NamePage, namePageParams, pageByName } from "./name-order";

export type LabelRow = Pick<typeof labels.$inferSelect, "id" | "name" | "color"> & { userCount: number };

/** Labels belong to the workspace; only the number of people who carry one depends on the caller's reach (decision 5). */
export function labelFields(db: Db, kind: Reach["kind"]) {
  const count = sql<number>`${scoped(givenReach(kind), users)
    .select(db, { count: sql`count(*)::int` })
    .innerJoin(userLabels, and(eq(userLabels.userId, users.id), eq(userLabels.labelId, labels.id)))
    .where(eq(users.status, "ACTIVE"))}`;
  return { id: labels.id, name: labels.name, color: labels.color, userCount: count };
}

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, labels)
    .select(db, labelFields(db, kind as Reach["kind"]))
    .where(afterName(labels))
    .orderBy(inNameOrder(labels.name), asc(labels.id))
    .limit(sql.placeholder("rows"))
    .prepare(`list_labels_${kind}`),
);

/** Every label of the workspace, by name, with the number of its active people within reach. */
export async function listLabels(ctx: Ctx, input: NamePage): Promise<Page<LabelRow>> {
  const values = { ...reachParams(ctx.reach), ...namePageParams(input) };
  return pageByName(await query(ctx.db, ctx.reach.kind).execute(values), input);
}
