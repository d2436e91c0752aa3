/** What a browser remembers of its reader, so that the pages before signing in speak the same language. Not secret. */
export const LANGUAGE_COOKIE = "timeaway-language";
export const TIME_ZONE_COOKIE = "timeaway-time-zone";

export const preferenceCookie = { path: "/", sameSite: "lax", maxAge: 31_536_000 } as const;
