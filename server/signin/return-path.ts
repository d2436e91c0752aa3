/** Where a sign-in leads when nothing, or nothing acceptable, was asked for. */
const defaultPath = "/dashboard";

// Printable ASCII without blanks and backslash: browsers strip tabs and line breaks, and read `\` as `/`, before they look for `//`.
const acceptable = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
const longest = 2048;

/**
 * A same-origin path to go back to after sign-in. Everything that a browser could read as another origin, and the sign-in pages
 * themselves, become /dashboard.
 * @param asked an untrusted value: a query parameter or a form field
 */
export function returnPath(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > longest || !acceptable.test(asked)) return defaultPath;
  // The parser of browsers has the last word: it must see a path of the same origin, unchanged.
  const base = "http://origin.invalid";
  const parsed = URL.canParse(asked, base) ? new URL(asked, base) : null;
  if (!parsed || parsed.origin !== base || parsed.pathname.startsWith("//")) return defaultPath;
  return /^\/(?:login|forgot-password|reset-password)(?:\/|$)/i.test(parsed.pathname) ? defaultPath : asked;
}

/**
 * The return path that a sign-in page was asked for: an OAuth authorization session stands above `next`.
 * `callbackUrl` is what next-auth adds when it comes back with an error; ours are absolute URLs of `appUrl`.
 */
export function destinationOf(
  query: { next?: unknown; session?: unknown; callbackUrl?: unknown },
  appUrl: string,
): string {
  if (typeof query.session === "string" && /^[\w-]{1,200}$/.test(query.session))
    return `/oauth/authorize?session=${query.session}`;
  const { next, callbackUrl } = query;
  if (next === undefined && typeof callbackUrl === "string" && callbackUrl.startsWith(`${appUrl}/`))
    return destinationWithin(callbackUrl, appUrl);
  return returnPath(next);
}

/** The path that an untrusted address means, which may name our own origin. */
export const destinationWithin = (url: unknown, appUrl: string): string =>
  returnPath(typeof url === "string" && url.startsWith(`${appUrl}/`) ? url.slice(appUrl.length) : url);
