import type { Ctx } from "@/server/access/ctx";
import {
  openPosition,
  type Page,
  type PageScope,
  type Position,
  sealPosition,
} from "@/server/kernel/database/page-token";

const scopeOf = (ctx: Ctx, resource: string, filter: object): PageScope => ({
  encryptionKeys: ctx.services.settings.encryptionKeys,
  resource,
  workspaceId: ctx.actor.workspaceId,
  ownerId: ctx.actor.userId ?? "",
  // A browser may leave out what is undefined.
  filters: Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
});

type Start = { limit: number; after: Position | null };

/**
 * A page of a list for a procedure: opens its cursor and seals the next.
 * @param resource a name of the list; a cursor works only for its own list and filter
 * @throws ApiError VALIDATION_ERROR for a cursor of another list, filter or caller
 */
export async function listPage<Filter extends object, Row, View, More extends object>(
  ctx: Ctx,
  resource: string,
  { limit, cursor, ...filter }: Filter & { limit: number; cursor?: string | undefined },
  {
    list,
    present,
  }: {
    list: (ctx: Ctx, filter: Omit<Filter, "limit" | "cursor">, start: Start) => Promise<Page<Row> & More>;
    present: (row: Row) => View;
  },
) {
  const scope = scopeOf(ctx, resource, filter);
  const after = cursor === undefined ? null : openPosition(scope, cursor, ctx.now());
  const { items, next, ...rest } = await list(ctx, filter, { limit, after });
  return { ...rest, items: items.map(present), next: next && sealPosition(scope, next, ctx.now()) };
}
