import { revokeGrantsOfUser } from "@/server/oauth/grants/revoke";
import type { PasswordChangeEffect } from "@/server/signin/replace-password";

/** The effects of a password change beside the sessions, in this order and in the same transaction (decision 3.11). */
export const passwordChangeEffects: readonly PasswordChangeEffect[] = [
  async (tx, { workspaceId, userId, at }) => {
    const revocation = { reason: "PASSWORD_CHANGED", now: at, actingUserId: userId } as const;
    await revokeGrantsOfUser(tx, { workspaceId, userId }, revocation);
  },
];
