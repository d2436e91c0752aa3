/** Replaces the name of an erased person. It is data, as a name is, and so the same in every language. */
export const erasedName = "Deleted user";

/** An address that never receives mail (RFC 2606). */
export const erasedEmail = (userId: string): string => `${userId}@deleted.invalid`;

/** Maximum rows of a list in an export; the newest are kept. */
export const maximumRows = 10_000;

/** The lock by which payroll runs and erasures of a workspace take turns: runs share it. */
export const payrollLinesLock = (workspaceId: string): string => `payroll-lines:${workspaceId}`;
