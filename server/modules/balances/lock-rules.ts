import type { Ctx } from "@/server/access/ctx";
import { acquireLock, acquireSharedLock } from "@/server/kernel/lock";

const nameOf = ({ actor }: Ctx): string => `balance-rules:${actor.workspaceId}`;

/**
 * Holds what balances follow from, policies and accounting years, until the transaction ends: nobody comes under them from elsewhere while
 * it is looked whether everybody is covered. Before any person is held.
 */
export const lockRules = (tx: Ctx): Promise<void> => acquireLock(tx.db, nameOf(tx));

/** The same for who comes under other ones: beside others who do, but not while they change. */
export const lockRulesShared = (tx: Ctx): Promise<void> => acquireSharedLock(tx.db, nameOf(tx));
