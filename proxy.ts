import { type NextRequest, NextResponse } from "next/server";
import {
  browserCookieName,
  browserCookieOptions,
  isBrowserCookie,
} from "@/app/(account)/consent/browser-cookie";
import { formTargets } from "@/server/api/form-targets";
import { servesPages } from "@/server/kernel/http/page-host";
import { pageHeaders } from "@/server/kernel/http/security-headers";
import { services } from "@/server/kernel/process";
import { checkPagePost } from "@/server/transport/check-page-post";

const consentPaths = /^\/(?:oauth\/authorize|consent)$/;

/**
 * Gives a browser that views an authorization request a name to bind it to (decision 3.6): pages cannot set cookies.
 * @returns the cookie to set; null when the browser has one
 */
function nameBrowser(request: NextRequest): string | null {
  const name = browserCookieName();
  if (!consentPaths.test(request.nextUrl.pathname)) return null;
  if (isBrowserCookie(request.cookies.get(name)?.value)) return null;
  const value = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
  // The page rendered by this very request reads it, too.
  request.cookies.set(name, value);
  return value;
}

/** The content security policy of one page answer. `nonce` is single-use, 128 random bits. */
function contentSecurityPolicy(nonce: string, targets: readonly string[]): string {
  const dev = process.env.NODE_ENV === "development";
  const directives = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // The development overlay writes style elements without a nonce, and a nonce would switch 'unsafe-inline' off.
    `style-src-elem 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...targets].join(" "),
  ];
  return directives.join("; ");
}

/** A form post from another site to one of our pages. No page accepts one; Next would answer 500. */
function isForeignPost(request: NextRequest, host: string): boolean {
  const origin = request.headers.get("origin");
  if (request.method !== "POST" || !origin || origin === "null") return false;
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

/**
 * Whether a request for the consent page is a prefetch: the page binds the request to its viewer, and for some clients goes on with a code.
 * next.config.mjs redirects prefetches by Next's router, because a proxy does not see them.
 */
function looksAhead(request: NextRequest): boolean {
  if (!consentPaths.test(request.nextUrl.pathname)) return false;
  const purpose = request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "";
  return request.method === "HEAD" || /prefetch|preview/i.test(purpose);
}

/** Gives every page a nonce and its security headers. The APIs set their own. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  // A proxy in front may have put its own name into Host; a client that forges this header gains nothing.
  const host = request.headers.get("x-forwarded-host") ?? request.headers.get("host") ?? "";
  if (!servesPages(host, process.env)) return new NextResponse("Not Found\n", { status: 404 });
  if (isForeignPost(request, host)) return new NextResponse("Forbidden\n", { status: 403 });
  const refusal = request.method === "POST" ? await checkPagePost(request) : null;
  if (refusal) return new NextResponse(refusal.text, { status: refusal.status, headers: refusal.headers });
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const { pathname, searchParams } = request.nextUrl;
  const { settings } = services();
  const cookie = (name: string) => request.cookies.get(name)?.value;
  const policy = contentSecurityPolicy(
    nonce,
    await formTargets(services(), { path: pathname, query: searchParams, cookie }),
  );
  const guards = { "content-security-policy": policy, ...pageHeaders(settings, pathname) };
  if (looksAhead(request)) {
    // A browser that prefetched discards 204, and requests the page again when the user goes there.
    const status = request.method === "HEAD" ? 200 : 204;
    return new NextResponse(null, { status, headers: { ...guards, "cache-control": "no-store" } });
  }
  const browser = nameBrowser(request);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // A page that requires a sign-in redirects a visitor to sign in, and back to this path.
  headers.set("x-request-path", request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from this header.
  headers.set("content-security-policy", policy);

  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(guards)) response.headers.set(name, value);
  if (browser) response.cookies.set(browserCookieName(), browser, browserCookieOptions());
  return response;
}

export const config = {
  matcher: [
    "/((?!(?:v1|v2|mcp|hooks|api|oauth|identity|\\.well-known|_next/static|_next/image)(?:/|$)).*)",
    { source: "/oauth/authorize", has: [{ type: "query", key: "session", value: ".+" }] },
    "/oauth/error",
  ],
};
