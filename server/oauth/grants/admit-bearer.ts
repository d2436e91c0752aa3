import type { Services } from "@/server/kernel/services";
import { admitGrant, type GrantAdmission } from "./admit";

const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** The token of a request (RFC 6750, 2.1); undefined without one, or where it is malformed. */
export const bearerOf = (request: Request): string | undefined =>
  bearer.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];

/**
 * Admits a request by the access token that it shows.
 * @param refuse what is said where there is no token, or none that is good here
 * @param audiences the resources whose tokens are taken; all of ours unless said
 * @throws what `refuse` makes
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
