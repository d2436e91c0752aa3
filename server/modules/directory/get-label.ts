import { and, eq, sql } from "drizzle-orm";
import { labels } from "@/drizzle/schema/directory";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, reachParams } from "@/server/access/reach";
import { preparedBy } from "@/server/kernel/db";
import { ApiError } from "@/server/kernel/errors";
import { type LabelRow, labelFields } from "./list-labels";

const query = preparedBy((db, kind) =>
  db
    .select(labelFields(db, kind as Reach["kind"]))
    .from(labels)
    .where(
      and(eq(labels.workspaceId, sql.placeholder("reachWorkspace")), eq(labels.id, sql.placeholder("id"))),
    )
    .prepare(`get_label_${kind}`),
);

/**
 * One label with the number of active people within reach who carry it.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function getLabel(ctx: Ctx, id: string): Promise<LabelRow> {
  const [row] = await query(ctx.db, ctx.reach.kind).execute({ ...reachParams(ctx.reach), id });
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
