/** What stands for the name of who was erased: data as a name is, and so the same in every language. */
export const erasedName = "Deleted user";

/** An address that no mail ever reaches (RFC 2606). */
export const erasedEmail = (userId: string): string => `${userId}@deleted.invalid`;

/** Of a list in an export; the newest are given. */
export const maximumRows = 10_000;
