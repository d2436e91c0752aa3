/** A cookie takes some 4,000 characters; the longest reason needs three cookies. */
const chunkLength = 3_500;
const maxChunks = 4;
const keptSeconds = 300;

const nameOf = (index: number): string => `decide-reason-${index}`;

/**
 * Cookies that keep a refused reason until the page shows it again, which also works without JavaScript; an empty reason clears them. A
 * text longer than our forms accept is cut.
 */
export function draftCookies(token: string, reason: string, isSecure: boolean): string[] {
  const encoded = Buffer.from(reason).toString("base64url");
  return Array.from({ length: maxChunks }, (_, index) => {
    const chunk = encoded.slice(index * chunkLength, (index + 1) * chunkLength);
    const path = `Path=/decide/${encodeURIComponent(token)}`;
    const age = `Max-Age=${chunk ? keptSeconds : 0}`;
    const secure = isSecure ? "; Secure" : "";
    return `${nameOf(index)}=${chunk}; ${path}; ${age}; HttpOnly; SameSite=Lax${secure}`;
  });
}

/** The kept reason. @param cookie returns the value of a cookie */
export function readDraft(cookie: (name: string) => string | undefined): string {
  const chunks = Array.from({ length: maxChunks }, (_, index) => cookie(nameOf(index)) ?? "");
  return Buffer.from(chunks.join(""), "base64url").toString();
}
