import { type Ctx, inSavepoint, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { ApiError, type ErrorCode } from "@/server/kernel/errors";
import { ReachesFurther } from "@/server/modules/people/people/require-account-within";
import type { NotInvited, UsersInvitation } from "@/server/modules/people/people/schema";
import { InvitationRefused, sendInvitation } from "./send-invitation";

/** The outcome for one of many; null when an invitation was sent. */
export interface Invited {
  id: string;
  code: NotInvited | null;
}

/**
 * `sendInvitation` for many people, in the order of their ids, so that concurrent calls do not deadlock. Skips people who need no
 * invitation or cannot get one.
 * @returns the outcome for each; a skipped person is no error
 * @throws ApiError FORBIDDEN
 */
export function inviteUsers(ctx: Ctx, { userIds, language }: UsersInvitation): Promise<Invited[]> {
  requireRight(ctx, "users:write");
  const ids = [...new Set(userIds)].sort();
  return inTransaction(ctx, async (tx) => {
    const invited: Invited[] = [];
    for (const id of ids) {
      const send = inSavepoint(tx, (inner) => sendInvitation(inner, id, language));
      invited.push({ id, code: await send.then(() => null, codeOf) });
      tx.report?.({ done: invited.length, total: ids.length });
    }
    return invited;
  });
}

const codes: Partial<Record<ErrorCode, NotInvited>> = {
  RESOURCE_NOT_FOUND: "NOT_FOUND",
  FORBIDDEN: "HIGHER_ROLE",
  CONFLICT: "DELETED",
};

function codeOf(error: unknown): NotInvited {
  if (error instanceof InvitationRefused) return error.kind;
  if (error instanceof ReachesFurther) return "REACHES_FURTHER";
  const code = error instanceof ApiError ? codes[error.code] : undefined;
  if (!code) throw error;
  return code;
}
