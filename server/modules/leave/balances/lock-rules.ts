import type { Ctx } from "@/server/access/ctx";
import { acquireLock, acquireSharedLock } from "@/server/kernel/database/lock";

const nameOf = ({ actor }: Ctx): string => `balance-rules:${actor.workspaceId}`;

/**
 * Locks the inputs of balances, policies and accounting years, until the transaction ends. No person comes under them from elsewhere while
 * everyone's cover is checked. Taken before any person is locked.
 */
export const lockRules = (tx: Ctx): Promise<void> => acquireLock(tx.db, nameOf(tx));

/** The shared lock for a person who comes under other rules: allowed concurrently with others who do, but not while the rules change. */
export const lockRulesShared = (tx: Ctx): Promise<void> => acquireSharedLock(tx.db, nameOf(tx));
