import { encodeId } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { procedure, router } from "@/server/transport/trpc";
import { countOwnedResources } from "./count-owned-resources";
import { admitExport } from "./export-person";
import { EraseSubmission, PersonRef } from "./schema";
import { startErasure } from "./start-erasure";

export const personalDataRouter = router({
  /** What erasing a person would do. */
  possessions: procedure.input(PersonRef).query(({ ctx, input }) => countOwnedResources(ctx, input.userId)),
  /** Before the download of a person's file. */
  admitExport: procedure.mutation(({ ctx }) => admitExport(ctx)),
  erase: procedure.input(EraseSubmission).mutation(async ({ ctx, input: { attempt, userId } }) => {
    const form = { attempt, input: ["erase", userId] };
    const started = await oncePerForm(ctx, form, (tx) => startErasure(tx, userId));
    return { operationId: encodeId("operation", started) };
  }),
});
