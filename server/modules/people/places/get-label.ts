import { eq, sql } from "drizzle-orm";
import { labels } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, givenWorkspace, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { type LabelRow, labelFields } from "./list-labels";

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, labels)
    .select(db, labelFields(db, givenReach(kind)))
    .where(eq(labels.id, sql.placeholder("id")))
    .prepare(`get_label_${kind}`),
);

/**
 * One label with the number of its active people within reach.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function getLabel(ctx: Ctx, id: string): Promise<LabelRow> {
  const [row] = await query(ctx.db, ctx.reach.kind).execute({ ...reachParams(ctx.reach), id });
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
