import type { Ctx } from "@/server/access/ctx";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { createApiKey } from "./create";
import { getApiKey } from "./get";
import { getKeySuccession } from "./get-succession";
import { getKeyTerms } from "./get-terms";
import { listApiKeys } from "./list";
import { apiKeyView } from "./present";
import { renameApiKey } from "./rename";
import { revokeApiKey } from "./revoke";
import { ApiKeyCreate, ApiKeyRef, ApiKeyRename, ApiKeyRevoke, ApiKeySearch } from "./schema";
import { countOwnKeys, type KeyRow, ownsKey } from "./store";

const view = (ctx: Ctx, row: KeyRow) => apiKeyView(row, ctx.now());

export const apiKeysRouter = router({
  terms: procedure.query(({ ctx }) => getKeyTerms(ctx)),
  /** Of the caller's own keys. */
  counts: procedure.query(({ ctx }) => countOwnKeys(ctx)),
  /** Whether the caller has a key that is not revoked. */
  isOwner: procedure.query(({ ctx }) => ownsKey(ctx)),
  page: procedure.input(ApiKeySearch).query(({ ctx, input }) =>
    listPage(ctx, "keys", input, {
      list: listApiKeys,
      present: (row) => ({ ...view(ctx, row), isOwn: row.ownerId === ctx.actor.userId }),
    }),
  ),
  get: procedure.input(ApiKeyRef).query(async ({ ctx, input }) => view(ctx, await getApiKey(ctx, input))),
  succession: procedure.input(ApiKeyRef).query(async ({ ctx, input }) => {
    const { replaced, replacements } = await getKeySuccession(ctx, input);
    return {
      replaced: replaced && view(ctx, replaced),
      replacements: replacements.map((row) => view(ctx, row)),
    };
  }),
  /** `plain` is the whole key; no other response ever contains it. */
  create: procedure.input(ApiKeyCreate).mutation(async ({ ctx, input }) => {
    const { key, plain } = await createApiKey(ctx, input);
    return { key: view(ctx, key), plain };
  }),
  rename: procedure
    .input(ApiKeyRename)
    .mutation(async ({ ctx, input }) => view(ctx, await renameApiKey(ctx, input))),
  revoke: procedure
    .input(ApiKeyRevoke)
    .mutation(async ({ ctx, input }) => view(ctx, await revokeApiKey(ctx, input))),
});
