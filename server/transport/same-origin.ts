/**
 * Whether a request that changes something came from our own pages. Browsers always name the origin of a POST; a caller that sends
 * neither field is no browser, and cannot be made to carry somebody else's cookies.
 * @param ownOrigin the pages' own, from the configuration, never from Host
 */
export function isSameOrigin(headers: Headers, ownOrigin: string): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return origin === ownOrigin;
  const site = headers.get("sec-fetch-site");
  return site === null || site === "same-origin";
}
