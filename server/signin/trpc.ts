import { z } from "zod";
import { encodeId, idOf } from "@/server/kernel/schema";
import { procedure, router } from "@/server/transport/trpc";
import { changePreferences } from "./change-preferences";
import { findPreferences } from "./find-preferences";
import { invitePerson } from "./invite-person";
import { listSessions } from "./list-sessions";
import { personOf } from "./person-of";
import { revokeOtherSessions } from "./revoke-other-sessions";
import { PersonInvite, PreferencesChange } from "./schema";
import { sendInvitation } from "./send-invitation";

export const sessionsRouter = router({
  list: procedure.query(({ ctx }) => listSessions(ctx)),
  revokeOthers: procedure.mutation(({ ctx }) => revokeOtherSessions(ctx)),
});

export const preferencesRouter = router({
  get: procedure.query(({ ctx }) => findPreferences(ctx, personOf(ctx))),
  change: procedure.input(PreferencesChange).mutation(({ ctx, input }) => changePreferences(ctx, input)),
});

/** Who comes new, for whoever may add people. */
export const invitationsRouter = router({
  create: procedure
    .input(PersonInvite)
    .mutation(async ({ ctx, input }) => ({ id: encodeId("user", await invitePerson(ctx, input)) })),
  send: procedure
    .input(z.strictObject({ id: idOf("user") }))
    .mutation(({ ctx, input }) => sendInvitation(ctx, input.id)),
});
