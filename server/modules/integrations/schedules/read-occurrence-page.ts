import type { Ctx } from "@/server/access/ctx";
import { type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import type { Scheduled, ScheduleKind } from "./kind";
import { listOccurrences, type OccurrenceSummary } from "./list-occurrences";

/** One page of `listOccurrences`. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function readOccurrencePage<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  ctx: Ctx,
  { id, limit, after }: { id: string; limit: number; after: Position | null },
): Promise<Page<OccurrenceSummary>> {
  const rows = await listOccurrences(kind, ctx, { id, before: after?.id, limit: limit + 1 });
  return pageOf(rows, limit, (row) => ({ key: "", id: row.id }));
}
