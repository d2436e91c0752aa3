/** Retry with exponential backoff, to copy into a program. */
export const backoffSnippet = `async function call(url, init, tries = 6) {
  for (let n = 0; ; n++) {
    const response = await fetch(url, init);
    if (response.status !== 429 || n === tries) return response;
    const { error } = await response.clone().json();
    if (error.code === "QUOTA_EXCEEDED") return response; // not before next month
    const waitMs = Math.min(30_000, 200 * 2 ** n) * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}`;
