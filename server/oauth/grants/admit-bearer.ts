import type { Services } from "@/server/kernel/services";
import { admitGrant, type GrantAdmission } from "./admit";

const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** The token of a request (RFC 6750, 2.1); undefined when it is missing or malformed. */
export const bearerOf = (request: Request): string | undefined =>
  bearer.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];

/**
 * Admits a request by its access token.
 * @param refuse makes the error for a missing token, or one that is not valid here
 * @param audiences the accepted resources; by default all of ours
 * @throws the error of `refuse`
 */
export async function admitBearer(
  services: Services,
  request: Request,
  refuse: (isGiven: boolean) => Error,
  audiences?: readonly string[],
): Promise<GrantAdmission> {
  const token = bearerOf(request);
  const admission = token === undefined ? null : await admitGrant(services, token, audiences);
  if (!admission) throw refuse(token !== undefined);
  return admission;
}
