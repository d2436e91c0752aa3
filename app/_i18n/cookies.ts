/** Preferences of the reader, remembered by the browser so that the pages before sign-in speak the same language. Not secret. */
export const LANGUAGE_COOKIE = "timeaway-language";
export const TIME_ZONE_COOKIE = "timeaway-time-zone";

const yearSeconds = 31_536_000;

/** Sets such a cookie in the browser; null deletes it. */
export function writePreferenceCookie(name: string, value: string | null): void {
  const life = value === null ? 0 : yearSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: some browsers that we serve have no Cookie Store
  document.cookie = `${name}=${encodeURIComponent(value ?? "")}; path=/; max-age=${life}; samesite=lax`;
}
