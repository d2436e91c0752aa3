import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { deleteLegacyKey } from "./delete";
import { getLegacyKey } from "./get";
import { listLegacyKeys } from "./list";
import { legacyKeyView } from "./present";
import { LegacyKeyPage, LegacyKeyRef } from "./schema";

export const legacyKeysRouter = router({
  page: procedure
    .input(LegacyKeyPage)
    .query(({ ctx, input }) =>
      listPage(ctx, "legacyKeys", input, { list: listLegacyKeys, present: legacyKeyView }),
    ),
  get: procedure
    .input(LegacyKeyRef)
    .query(async ({ ctx, input }) => legacyKeyView(await getLegacyKey(ctx, input.id))),
  delete: procedure.input(LegacyKeyRef).mutation(({ ctx, input }) => deleteLegacyKey(ctx, input.id)),
});
