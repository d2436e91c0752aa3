import { procedure, router } from "@/server/transport/trpc";
import { changePreferences } from "./change-preferences";
import { findPreferences } from "./find-preferences";
import { listSessions } from "./list-sessions";
import { personOf } from "./person-of";
import { revokeOtherSessions } from "./revoke-other-sessions";
import { PreferencesChange } from "./schema";

export const sessionsRouter = router({
  list: procedure.query(({ ctx }) => listSessions(ctx)),
  revokeOthers: procedure.mutation(({ ctx }) => revokeOtherSessions(ctx)),
});

export const preferencesRouter = router({
  get: procedure.query(({ ctx }) => findPreferences(ctx, personOf(ctx))),
  change: procedure.input(PreferencesChange).mutation(({ ctx, input }) => changePreferences(ctx, input)),
});
