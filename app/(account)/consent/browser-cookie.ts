/**
 * The cookie that identifies a browser to the authorization requests it views (decision 3.6). It lives as long as the browser's session,
 * and one value serves every request.
 */
const isHttps = (): boolean => process.env.APP_URL?.startsWith("https:") ?? false;

/** `__Host-` keeps other hosts of the domain from planting one. */
export const browserCookieName = (): string => `${isHttps() ? "__Host-" : ""}timeaway-browser`;

export const browserCookieOptions = () =>
  ({ httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() }) as const;

const wellFormed = /^[\w-]{43}$/;

/** A value in the format that we generate: 256 random bits. */
export const isBrowserCookie = (value: string | undefined): value is string =>
  value !== undefined && wellFormed.test(value);
