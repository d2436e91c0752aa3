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

const fetching = new WeakSet<Source>();

/** Whether the request waits for somebody else's server, which has a time limit of its own. */
export const isFetching = (source: Source): boolean => fetching.has(source);

export async function whileFetching<T>(source: Source, work: Promise<T>): Promise<T> {
  fetching.add(source);
  try {
    return await work;
  } finally {
    fetching.delete(source);
  }
}
