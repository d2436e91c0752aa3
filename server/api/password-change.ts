import type { PasswordChangeEffect } from "@/server/signin/reset-password";

/** What a changed password ends beside the sessions, in this order and in the same transaction (decision 3.11). */
export const passwordChangeEffects: readonly PasswordChangeEffect[] = [];
