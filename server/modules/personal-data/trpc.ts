import { requireAdmin } from "@/server/access/require-admin";
import { encodeId } from "@/server/kernel/schema";
import { startWrite } from "@/server/modules/operations/start-write";
import { procedure, router } from "@/server/transport/trpc";
import { countPossessions } from "./count-possessions";
import { EraseSubmission, PersonRef } from "./schema";

export const personalDataRouter = router({
  /** What erasing somebody would do. */
  possessions: procedure.input(PersonRef).query(({ ctx, input }) => countPossessions(ctx, input.userId)),
  erase: procedure.input(EraseSubmission).mutation(async ({ ctx, input: { attempt, userId } }) => {
    requireAdmin(ctx);
    const path = `/v2/users/${encodeId("user", userId)}/erase`;
    return { operationId: encodeId("operation", await startWrite(ctx, { attempt, path })) };
  }),
});
