/** Cookies hold some 4,000 characters each; the longest reason takes three. */
const chunkLength = 3_500;
const maxChunks = 4;
const keptSeconds = 300;

const nameOf = (index: number): string => `decide-reason-${index}`;

/**
 * Cookies that keep a reason that was refused until the page shows it again, which also works without JavaScript; an empty one
 * takes back what was kept. A text that no form of ours can hold is cut.
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

/** The reason that was kept. @param cookie the value of one */
export function readDraft(cookie: (name: string) => string | undefined): string {
  const chunks = Array.from({ length: maxChunks }, (_, index) => cookie(nameOf(index)) ?? "");
  return Buffer.from(chunks.join(""), "base64url").toString();
}
