import type { ParsedRequest } from "@/server/transport/parsed-request";
import type { TokenAttempt } from "./token/log-attempt";

/** A request to an endpoint of the protocol. */
export interface OauthRequest extends ParsedRequest {
  /** At the token endpoint: the facts that the handler finds. */
  attempt?: TokenAttempt;
}

const fetching = new WeakSet<OauthRequest>();

/** Whether the request waits on a third party's server, which has its own timeout. */
export const isFetching = (asked: OauthRequest): boolean => fetching.has(asked);

export async function whileFetching<T>(asked: OauthRequest, work: Promise<T>): Promise<T> {
  fetching.add(asked);
  try {
    return await work;
  } finally {
    fetching.delete(asked);
  }
}
