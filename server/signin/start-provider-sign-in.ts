import { createHash, randomBytes } from "node:crypto";
import { NextResponse } from "next/server";
import type { Services } from "@/server/kernel/services";
import { offeredProviders } from "./providers";
import { runNextAuth } from "./run-next-auth";
import { isHttps } from "./session-cookie";

/** next-auth redirects to its own error page when a provider is unreachable; this goes directly to the sign-in page. */
function providerOrError(location: string | null, appUrl: string, returnTo: string): string | null {
  if (!location?.startsWith(`${appUrl}/`)) return location;
  const error = new URL(location).searchParams.get("error") ?? "OAuthSignin";
  return `/login?${new URLSearchParams({ error, next: returnTo })}`;
}

/**
 * Starts a sign-in at a provider: next-auth's own POST, with a double-submit pair created here, so that no script is needed. The caller has
 * checked that the request is same-origin.
 * @param returnTo the return path, from `returnPath`
 * @returns the redirect (to the sign-in page with an error, when the provider is unreachable), and its cookies; null for a provider that is
 * not offered
 */
export async function startProviderSignIn(
  services: Services,
  provider: string,
  returnTo: string,
  headers: Headers,
): Promise<{ location: string; cookies: ReturnType<NextResponse["cookies"]["getAll"]> } | null> {
  const { settings } = services;
  if (!offeredProviders(settings).some(({ id }) => id === provider)) return null;
  const csrfToken = randomBytes(32).toString("hex");
  const proof = createHash("sha256").update(`${csrfToken}${settings.sessionSecrets[0]}`).digest("hex");
  const cookieName = `${isHttps(settings) ? "__Host-" : ""}next-auth.csrf-token`;
  const answer = await runNextAuth(services, {
    method: "POST",
    segments: ["signin", provider],
    query: {},
    body: { csrfToken, callbackUrl: settings.appUrl + returnTo },
    cookies: { [cookieName]: `${csrfToken}|${proof}` },
    headers,
  });
  const location = providerOrError(answer.headers.get("Location"), settings.appUrl, returnTo);
  return location ? { location, cookies: new NextResponse(null, answer).cookies.getAll() } : null;
}
