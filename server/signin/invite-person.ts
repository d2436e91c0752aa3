import { type Ctx, inTransaction } from "@/server/access/ctx";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { createUser } from "@/server/modules/people/people/create-user";
import type { UserRow } from "@/server/modules/people/people/find-users";
import type { UserInvite } from "@/server/modules/people/people/schema";
import type { PersonInvite } from "./schema";
import { sendInvitation } from "./send-invitation";

/**
 * Adds a person and mails them a link to choose a password, in their language: both or neither.
 * @throws ApiError as `createUser`
 */
export const inviteUser = (ctx: Ctx, { language = "en", ...person }: UserInvite): Promise<UserRow> =>
  inTransaction(ctx, async (tx) => {
    const user = await createUser(tx, person);
    await sendInvitation(tx, user.id, language);
    return user;
  });

/**
 * Like `inviteUser`, but idempotent for the same form.
 * @returns their bare id
 * @throws ApiError as `createUser`; IDEMPOTENCY_KEY_REUSED
 */
export const invitePerson = (ctx: Ctx, { attempt, language, person }: PersonInvite): Promise<string> =>
  oncePerForm(ctx, { attempt, input: { language, person } }, async (tx) => {
    const { id } = await inviteUser(tx, { ...person, language });
    return id;
  });
