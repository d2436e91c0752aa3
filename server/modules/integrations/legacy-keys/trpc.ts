import { procedure, router } from "@/server/transport/trpc";
import { deleteLegacyKey } from "./delete";
import { listLegacyKeys } from "./list";
import { legacyKeyView } from "./present";
import { LegacyKeyRef } from "./schema";

export const legacyKeysRouter = router({
  list: procedure.query(async ({ ctx }) => (await listLegacyKeys(ctx)).map(legacyKeyView)),
  delete: procedure.input(LegacyKeyRef).mutation(({ ctx, input }) => deleteLegacyKey(ctx, input.id)),
});
