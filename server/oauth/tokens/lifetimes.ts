import { day, hour, minute, second } from "@/server/kernel/time/clock";

/** A JWT's NumericDate (RFC 7519, 2). */
export const seconds = (at: Date): number => Math.floor(at.getTime() / second);

/** Access and ID tokens (requirement, Limits). */
export const tokenLifetimeMs = hour;
export const tokenLifetimeSeconds = tokenLifetimeMs / second;
export const refreshTokenLifetimeMs = 365 * day;
export const codeLifetimeMs = 10 * minute;
/** How long a user has to answer an authorization request (decision 3.6). */
export const requestLifetimeMs = 10 * minute;
/** A replay this soon may be a client's quick retry; a later one is a thief's (decision 3.8). */
export const replayToleranceMs = 5 * second;
