import { OauthError } from "../errors";
import type { Params } from "../params";
import { readParams } from "../read-params";

/** The body's parameters. An unreadable body has no grant type, and therefore no supported one (decision 3.13). */
export async function readTokenParams(request: Request): Promise<Params> {
  const params = await readParams(request);
  if (params) return params;
  throw new OauthError(
    "unsupported_grant_type",
    "The body must be a form or a JSON object of at most 64 KiB, with the matching Content-Type.",
  );
}
