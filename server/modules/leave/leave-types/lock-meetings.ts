import type { Ctx } from "@/server/access/ctx";
import { acquireLock, acquireSharedLock } from "@/server/kernel/database/lock";

const nameOf = ({ actor }: Ctx): string => `leave-meetings:${actor.workspaceId}`;

/**
 * Locks whether leave of one type may be at the same time as leave of another, until the transaction ends: for switching that off. Taken
 * after the people are locked, as by a booking.
 */
export const lockMeetings = (tx: Ctx): Promise<void> => acquireLock(tx.db, nameOf(tx));

/** The shared lock of a booking that meets other leave: allowed at the same time as other bookings, but not while that is switched off. */
export const lockMeetingsShared = (tx: Ctx): Promise<void> => acquireSharedLock(tx.db, nameOf(tx));
