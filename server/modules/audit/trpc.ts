import type { Ctx } from "@/server/access/ctx";
import { openPosition, type PageScope, sealPosition } from "@/server/kernel/page-token";
import { encodeId } from "@/server/kernel/schema";
import { procedure, router } from "@/server/transport/trpc";
import { listAudit } from "./list";
import { listAuditChoices } from "./list-choices";
import { auditView } from "./present";
import { type AuditFilter, AuditList } from "./schema";

const scopeOf = (ctx: Ctx, filter: AuditFilter): PageScope => ({
  encryptionKey: ctx.services.settings.encryptionKey,
  resource: "audit",
  workspaceId: ctx.actor.workspaceId,
  ownerId: ctx.actor.userId ?? "",
  filters: Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)),
});

export const auditRouter = router({
  list: procedure.input(AuditList).query(async ({ ctx, input }) => {
    const { limit, cursor, ...filter } = input;
    const scope = scopeOf(ctx, filter);
    const after = cursor === undefined ? null : openPosition(scope, cursor, ctx.now());
    const page = await listAudit(ctx, filter, { limit, after });
    return { items: page.items.map(auditView), next: page.next && sealPosition(scope, page.next, ctx.now()) };
  }),
  choices: procedure.query(async ({ ctx }) => {
    const { people, keys, actions } = await listAuditChoices(ctx);
    return {
      people: people.map(({ id, name }) => ({ id: encodeId("user", id), name })),
      keys: keys.map(({ id, name }) => ({ id: encodeId("key", id), name })),
      actions,
    };
  }),
});
