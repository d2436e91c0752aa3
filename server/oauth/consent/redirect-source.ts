import type { Services } from "@/server/kernel/services";
import { redirectTarget } from "../redirect-uri";
import { findRequest } from "./find-request";

/** Hosts that CSP can name; of others, such as IPv6 addresses, only the scheme is used. */
const nameable = /^[A-Za-z0-9.-]+(?::\d+)?$/;

/** A redirect URI's origin as a source of a content security policy; of a private-use URI its scheme. */
export function redirectSource(redirectUri: string): string {
  const target = redirectTarget(redirectUri);
  if (target.kind === "private-scheme") return `${target.scheme}:`;
  const [scheme = "", authority = ""] = redirectUri.split(/:\/\/|[/?]/, 2);
  return nameable.test(authority) ? `${scheme}://${authority}` : `${scheme}:`;
}

/** Where the answer to a request will lead; null when it is unknown or has expired. @param session the page's `session` parameter */
export async function redirectSourceOfSession(services: Services, session: string): Promise<string | null> {
  const found = await findRequest(services.db, session);
  if (!found || found.request.expiresAt <= services.clock()) return null;
  return redirectSource(found.request.redirectUri);
}
