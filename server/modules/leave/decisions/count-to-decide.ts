import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/access/ctx";
import { preparedBy } from "@/server/kernel/database/db";
import { decidesAtAll } from "@/server/modules/leave/requests/standing";
import { idsToDecide, turnParams } from "./store";

/** Counting stops here: no one reads a higher number. */
export const maxCounted = 100;

const query = preparedBy((db, kind) =>
  idsToDecide(db, kind).limit(sql.placeholder("rows")).prepare(`count_to_decide_${kind}`),
);

/** Counts the open leave that waits for the caller's decision, up to 100. */
export async function countToDecide(ctx: Ctx): Promise<number> {
  if (!decidesAtAll(ctx)) return 0;
  const found = await query(ctx.db, ctx.reach.kind).execute({ ...turnParams(ctx), rows: maxCounted });
  return found.length;
}
