import { z } from "zod";
import { notificationLocales } from "@/drizzle/schema/values";
import { encodeId, idOf } from "@/server/kernel/schema";
import { getOperations } from "@/server/modules/integrations/operations/get";
import { attemptText, OperationRefs } from "@/server/modules/integrations/operations/schema";
import { findInvitable } from "@/server/modules/people/people/find-invitation";
import { PeopleInvitation } from "@/server/modules/people/people/schema";
import { findSelected } from "@/server/modules/people/people/start-users-change";
import { procedure, router } from "@/server/transport/trpc";
import { changePreferences } from "./change-preferences";
import { createInvitationLinks } from "./create-invitation-links";
import { findLastSignIn } from "./find-last-sign-in";
import { findPreferences } from "./find-preferences";
import { invitePerson } from "./invite-person";
import { listSessions } from "./list-sessions";
import { personOf } from "./person-of";
import { invitationsStandingView } from "./present";
import { revokeOtherSessions } from "./revoke-other-sessions";
import { PersonInvite, PreferencesChange } from "./schema";
import { sendInvitation } from "./send-invitation";
import { startInvitations } from "./start-invitations";

export const sessionsRouter = router({
  list: procedure.query(({ ctx }) => listSessions(ctx)),
  lastOf: procedure
    .input(z.strictObject({ userId: idOf("user") }))
    .query(({ ctx, input }) => findLastSignIn(ctx, input.userId)),
  revokeOthers: procedure.mutation(({ ctx }) => revokeOtherSessions(ctx)),
});

export const preferencesRouter = router({
  get: procedure.query(({ ctx }) => findPreferences(ctx, personOf(ctx))),
  change: procedure.input(PreferencesChange).mutation(({ ctx, input }) => changePreferences(ctx, input)),
});

/** Invites new people, for callers who may add people. */
export const invitationsRouter = router({
  create: procedure
    .input(PersonInvite)
    .mutation(async ({ ctx, input }) => ({ id: encodeId("user", await invitePerson(ctx, input)) })),
  send: procedure
    .input(z.strictObject({ id: idOf("user") }))
    .mutation(({ ctx, input }) => sendInvitation(ctx, input.id)),
  /** Links to pass on, where no mail is set up. */
  links: procedure
    .input(
      z.strictObject({
        userIds: z.array(idOf("user")).min(1).max(1000),
        language: z.enum(notificationLocales),
      }),
    )
    .mutation(async ({ ctx, input }) =>
      (await createInvitationLinks(ctx, input)).map(({ userId, ...link }) => ({
        ...link,
        id: encodeId("user", userId),
      })),
    ),
  /** The people that a bulk invitation would reach. */
  previewMany: procedure.input(PeopleInvitation.pick({ select: true })).mutation(async ({ ctx, input }) => {
    const { ids, ...others } = await findInvitable(ctx, await findSelected(ctx, input.select));
    return { count: ids.length, ...others };
  }),
  sendMany: procedure
    .input(PeopleInvitation.extend({ attempt: attemptText }))
    .mutation(async ({ ctx, input }) => ({
      operationIds: (await startInvitations(ctx, input)).map((id) => encodeId("operation", id)),
    })),
  /** Progress of a bulk invitation. A mutation although it writes nothing: the operation ids do not fit into a URL. */
  standing: procedure
    .input(OperationRefs)
    .mutation(async ({ ctx, input }) =>
      invitationsStandingView(await getOperations(ctx, { ids: input.operationIds })),
    ),
});
