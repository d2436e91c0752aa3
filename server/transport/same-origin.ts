/**
 * Whether a state-changing request came from our own pages. Browsers always send the origin of a POST. A client that sends neither header
 * is no browser, and cannot be tricked into sending another user's cookies.
 * @param ownOrigin the pages' origin, from the configuration, never from Host
 */
export function isSameOrigin(headers: Headers, ownOrigin: string): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return origin === ownOrigin;
  const site = headers.get("sec-fetch-site");
  return site === null || site === "same-origin";
}
