import { mailPreferences } from "@/drizzle/schema/leave-mails";
import type { Ctx } from "@/server/access/ctx";
import { oncePerForm } from "@/server/modules/operations/once-per-form";
import { createUser } from "@/server/modules/people/create-user";
import type { PersonInvite } from "./schema";
import { sendInvitation } from "./send-invitation";

/**
 * Adds a person as v2 does, and sends them a link with which they choose a password, in their language: both or neither. However often
 * the form is sent, once.
 * @returns their bare id
 * @throws ApiError as `createUser`; IDEMPOTENCY_KEY_REUSED
 */
export const invitePerson = (ctx: Ctx, { attempt, language, person }: PersonInvite): Promise<string> =>
  oncePerForm(ctx, { attempt, input: { language, person } }, async (tx) => {
    const { id } = await createUser(tx, person);
    const { workspaceId } = tx.actor;
    await tx.db.insert(mailPreferences).values({ workspaceId, userId: id, language, updatedAt: tx.now() });
    await sendInvitation(tx, id);
    return id;
  });
