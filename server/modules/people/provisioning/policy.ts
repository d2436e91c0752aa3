import { minute } from "@/server/kernel/time/clock";

/** In front of a token, so that it is known for what it is. */
export const tokenPrefix = "timeaway_scim_";

/** How long an old token works beside the new one. */
export const overlapMs = 24 * 60 * minute;

/** A token's last use is written at most this often. */
export const usedWrittenEveryMs = minute;

/** Resources of one page, and of one that says no count. */
export const maxResources = 200;
export const usualResources = 100;

/** Bytes of a body. */
export const largestBody = 256 * 1024;

/** Entra sends up to 25 requests a second, others fewer. */
export const requestRate = { burst: 200, intervalMs: 20 };
