import type { FoundNames } from "@/server/kernel/database/name-search";
import { encodeId, type IdKind, NameSearch } from "@/server/kernel/schema";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { listAudit } from "./list";
import { listAuditChoices } from "./list-choices";
import { auditView } from "./present";
import { AuditFilter, AuditList } from "./schema";
import { searchAuditKeys } from "./search-keys";
import { searchAuditPeople } from "./search-people";
import type { Named } from "./store";

const foundOf = (kind: IdKind, { items, hasMore }: FoundNames<Named>) => ({
  items: items.map(({ id, name }) => ({ id: encodeId(kind, id), name })),
  hasMore,
});

export const auditRouter = router({
  list: procedure
    .input(AuditList)
    .query(({ ctx, input }) => listPage(ctx, "audit", input, { list: listAudit, present: auditView })),
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
