import { second } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { sourceBucket } from "@/server/kernel/source-ip";
import { takeToken } from "@/server/kernel/throttle";
import { basicCredentials } from "../client-auth/basic-credentials";
import { clientUuid } from "../clients/client-id";
import { OauthError, tooManyRequests } from "../errors";
import type { Params } from "../params";
import type { Source } from "../source";

/** Failures at once for one address and client; after those, one a second. */
export const failureBurst = 100;

/** Malformed and absent ids share one bucket; a made-up one is full again, and swept, after a second. */
const claimedClient = (request: Request, params: Params): string =>
  clientUuid(
    params.get("client_id") ??
      basicCredentials(request.headers.get("authorization") ?? "")?.clientIds[0] ??
      "",
  );

/**
 * Limits failed client authentications and grants for an address and client (decision 3.5). A success never counts and is never
 * refused, so that one broken installation behind a shared address does not lock the others out.
 * @throws OauthError too_many_requests in place of the failure
 */
export async function limitFailures<T>(
  { db, clock }: Services,
  source: Source,
  request: Request,
  params: Params,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OauthError) || !["invalid_client", "invalid_grant"].includes(error.code))
      throw error;
    const key = `token:${sourceBucket(source.ip)}:${claimedClient(request, params)}`;
    const taken = await takeToken(db, key, { burst: failureBurst, intervalMs: second, now: clock() });
    throw taken.ok ? error : tooManyRequests(taken.retryAfterSeconds);
  }
}
