import type { TokenAttempt } from "./token/log-attempt";

/** The source of a request. */
export interface Source {
  /** Null when it is unknown. */
  ip: string | null;
  /** The path of the protocol, when a host mounts it below a prefix; else the request's own. */
  path?: string;
  /** At the token endpoint: the facts that the handler finds. */
  attempt?: TokenAttempt;
}

const fetching = new WeakSet<Source>();

/** Whether the request waits on a third party's server, which has its own timeout. */
export const isFetching = (source: Source): boolean => fetching.has(source);

export async function whileFetching<T>(source: Source, work: Promise<T>): Promise<T> {
  fetching.add(source);
  try {
    return await work;
  } finally {
    fetching.delete(source);
  }
}
