/** The return path by default, also in place of an unacceptable one. */
const defaultPath = "/dashboard";

// Printable ASCII without blanks and backslash: browsers strip tabs and line breaks, and read `\` as `/`, before they detect `//`.
const acceptable = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
const longest = 2048;

/**
 * A same-origin path to return to after sign-in. Everything that a browser could read as another origin, and the sign-in pages themselves,
 * become /dashboard.
 * @param asked an untrusted value: a query parameter or a form field
 */
export function returnPath(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > longest || !acceptable.test(asked)) return defaultPath;
  // The browsers' URL parser has the last word: it must see a path of the same origin, unchanged.
  const base = "http://origin.invalid";
  const parsed = URL.canParse(asked, base) ? new URL(asked, base) : null;
  if (!parsed || parsed.origin !== base || parsed.pathname.startsWith("//")) return defaultPath;
  return /^\/(?:login|forgot-password|reset-password)(?:\/|$)/i.test(parsed.pathname) ? defaultPath : asked;
}

/**
 * The return path of a sign-in page: an OAuth authorization session takes precedence over `next`. next-auth adds `callbackUrl` when it
 * returns with an error; ours are absolute URLs of `appUrl`.
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

/** The path of an untrusted URL, which may be on our own origin. */
export const destinationWithin = (url: unknown, appUrl: string): string =>
  returnPath(typeof url === "string" && url.startsWith(`${appUrl}/`) ? url.slice(appUrl.length) : url);
