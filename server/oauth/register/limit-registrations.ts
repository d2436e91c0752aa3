import { sourceBucket } from "@/server/kernel/http/source-ip";
import { takeToken } from "@/server/kernel/http/throttle";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { tooManyRequests } from "../errors";
import type { OauthRequest } from "../oauth-request";

/** Burst of registrations from one address; after it, one a second. */
export const registrationBurst = 60;

/** A burst of `registrationBurst`, then one a second, per source address (decision 3.5). @throws OauthError too_many_requests */
export async function limitRegistrations({ db, clock }: Services, { ip }: OauthRequest): Promise<void> {
  const taken = await takeToken(db, `register:${sourceBucket(ip)}`, {
    burst: registrationBurst,
    intervalMs: second,
    now: clock(),
  });
  if (!taken.ok) throw tooManyRequests(taken.retryAfterSeconds);
}
