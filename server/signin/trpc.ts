import { procedure, router } from "@/server/transport/trpc";
import { listSessions } from "./list-sessions";
import { revokeOtherSessions } from "./revoke-other-sessions";

export const sessionsRouter = router({
  list: procedure.query(({ ctx }) => listSessions(ctx)),
  revokeOthers: procedure.mutation(({ ctx }) => revokeOtherSessions(ctx)),
});
