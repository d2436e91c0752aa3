import { sourceBucket } from "@/server/kernel/http/source-ip";
import { takeToken } from "@/server/kernel/http/throttle";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { OauthError, tooManyRequests } from "../errors";
import type { OauthRequest } from "../oauth-request";

/** Burst of failures for one address and client; after it, one a second. */
export const failureBurst = 100;

/** Records the client that a request belongs to, once it is known. */
export type NoteClient = (client: { id: string } | undefined) => void;

/**
 * Limits failed client authentications and grants per address and client (decision 3.5). Anything but a client's id shares one bucket per
 * address: made-up ids must not each start with a full one. A success never counts and is never refused, so that one broken installation
 * behind a shared address does not lock the others out.
 * @throws OauthError too_many_requests in place of the failure
 */
export async function limitFailures<T>(
  { db, clock }: Services,
  { ip }: OauthRequest,
  work: (note: NoteClient) => Promise<T>,
): Promise<T> {
  let who = "unknown";
  const note: NoteClient = (client) => {
    who = client?.id ?? who;
  };
  try {
    return await work(note);
  } catch (error) {
    if (!(error instanceof OauthError) || !["invalid_client", "invalid_grant"].includes(error.code))
      throw error;
    const key = `token:${sourceBucket(ip)}:${who}`;
    const taken = await takeToken(db, key, { burst: failureBurst, intervalMs: second, now: clock() });
    throw taken.ok ? error : tooManyRequests(taken.retryAfterSeconds);
  }
}
