export const requestIdPattern = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The caller: what `CallerId` accepts. */
export const callerIdPattern = /^(?:key|legacyKey|client)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const loggedMethods = ["GET", "POST", "PATCH", "DELETE", "HEAD", "PUT", "OPTIONS"] as const;

/** Groups of statuses, as filters. */
export const statusClasses = ["2xx", "4xx", "5xx", "failed"] as const;
export type StatusClass = (typeof statusClasses)[number];

/** The outcome of a request in the usage counts. */
export const outcomes = ["success", "clientError", "rateLimited", "quotaExceeded", "serverError"] as const;
export type Outcome = (typeof outcomes)[number];
export type OutcomeCounts = Record<Outcome, number>;
