import type { Ctx } from "@/server/access/ctx";
import type { FoundNames } from "@/server/kernel/database/name-search";
import { openPosition, type PageScope, sealPosition } from "@/server/kernel/database/page-token";
import { encodeId, type IdKind, NameSearch } from "@/server/kernel/schema";
import { procedure, router } from "@/server/transport/trpc";
import { listAudit } from "./list";
import { listAuditChoices } from "./list-choices";
import { auditView } from "./present";
import { AuditFilter, AuditList } from "./schema";
import { searchAuditKeys } from "./search-keys";
import { searchAuditPeople } from "./search-people";
import type { Named } from "./store";

const scopeOf = (ctx: Ctx, filter: AuditFilter): PageScope => ({
  encryptionKeys: ctx.services.settings.encryptionKeys,
  resource: "audit",
  workspaceId: ctx.actor.workspaceId,
  ownerId: ctx.actor.userId ?? "",
  filters: Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)),
});

const foundOf = (kind: IdKind, { items, hasMore }: FoundNames<Named>) => ({
  items: items.map(({ id, name }) => ({ id: encodeId(kind, id), name })),
  hasMore,
});

export const auditRouter = router({
  list: procedure.input(AuditList).query(async ({ ctx, input }) => {
    const { limit, cursor, ...filter } = input;
    const scope = scopeOf(ctx, filter);
    const after = cursor === undefined ? null : openPosition(scope, cursor, ctx.now());
    const page = await listAudit(ctx, filter, { limit, after });
    return { items: page.items.map(auditView), next: page.next && sealPosition(scope, page.next, ctx.now()) };
  }),
  choices: procedure
    .input(AuditFilter.pick({ actor: true, key: true }))
    .query(({ ctx, input }) => listAuditChoices(ctx, input)),
  searchPeople: procedure
    .input(NameSearch)
    .query(async ({ ctx, input }) => foundOf("user", await searchAuditPeople(ctx, input))),
  searchKeys: procedure
    .input(NameSearch)
    .query(async ({ ctx, input }) => foundOf("key", await searchAuditKeys(ctx, input))),
});
