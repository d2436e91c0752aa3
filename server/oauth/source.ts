import type { TokenAttempt } from "./token/log-attempt";

/** Where a request came from. */
export interface Source {
  /** Null when it cannot be known. */
  ip: string | null;
  /** The protocol path that is meant, when a host mounts it below a prefix; else the request's own. */
  path?: string;
  /** At the token endpoint: what the handler finds out. */
  attempt?: TokenAttempt;
}
